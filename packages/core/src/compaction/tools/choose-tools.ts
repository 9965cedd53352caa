import type { ToolChoice } from '../../contract/receipt.ts'
import { type ChooseToolsOptions, chooseToolsDefaults } from '../choose-tools-options.ts'
import { matchesPin } from './matches-pin.ts'

/** A tool as far as its choice is concerned. */
export interface CandidateTool {
  readonly name: string
  /** Who brought it, such as a plugin. A tool without a group is always shown. */
  readonly group?: string
  /** The size of its schema. */
  readonly tokens: number
}

export interface ToolSituation {
  readonly tools: readonly CandidateTool[]
  /** Names of tools that were used or named since the last compaction; other words do no harm. */
  readonly used: ReadonlySet<string>
  /** Names of tools or groups that stay, or patterns of them. */
  readonly pins: readonly string[]
  /** The choice in effect so far. */
  readonly previous?: Pick<ToolChoice, 'leftOut' | 'unused'>
}

/** A choice whose size is still to be measured. */
export type ChosenTools = Pick<ToolChoice, 'leftOut'> & { readonly unused: Readonly<Record<string, number>> }

/** A tool that was used once stays for so many compactions without use. */
const restCompactions = 2

/** A change of the list costs its cached prefix, and find_tools has a schema too: a smaller saving pays for neither. */
const leastSavedTokens = 1_000

/**
 * Chooses the tools whose schemas are left out after a compaction: those that a conversation does not use. It is asked
 * at compactions alone, because the list of tools is the beginning of every cached prefix. `undefined`: all are shown.
 */
export function chooseTools(situation: ToolSituation, options: ChooseToolsOptions = {}): ChosenTools | undefined {
  const { findAboveTokens } = { ...chooseToolsDefaults, ...options }
  const { tools, previous } = situation
  if (tools.reduce((sum, { tokens }) => sum + tokens, 0) < findAboveTokens) return undefined
  const unused = new Map(tools.map((tool) => [tool.name, unusedFor(tool, situation)]))
  const goes = ({ name }: CandidateTool) => (unused.get(name) ?? 0) > restCompactions
  const before = new Set(previous?.leftOut)
  const isBack = tools.some((tool) => before.has(tool.name) && !goes(tool))
  const saved = tools
    .filter((tool) => goes(tool) && !before.has(tool.name))
    .reduce((sum, { tokens }) => sum + tokens, 0)
  const isWorth = isBack || saved >= leastSavedTokens
  const isLeftOut = (tool: CandidateTool) => (isWorth ? goes(tool) : before.has(tool.name))
  const leftOut = worthwhile(tools.filter(isLeftOut))
  const gone = new Set(leftOut)
  return { leftOut, unused: Object.fromEntries([...unused].filter(([name, since]) => since > 0 && !gone.has(name))) }
}

function worthwhile(tools: readonly CandidateTool[]): readonly string[] {
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0)
  return tokens < leastSavedTokens ? [] : tools.map(({ name }) => name)
}

/** Compactions since a tool was last used, this one included; none where it stays in any case. */
function unusedFor({ name, group }: CandidateTool, { used, pins, previous }: ToolSituation): number {
  if (group === undefined || used.has(name)) return 0
  if (pins.some((pin) => matchesPin(name, pin) || matchesPin(group, pin))) return 0
  // What was never used goes at the first compaction, which comes late enough to tell.
  if (previous === undefined || previous.leftOut.includes(name)) return restCompactions + 1
  const { unused = {} } = previous
  return Math.min(restCompactions, (Object.hasOwn(unused, name) ? unused[name] : undefined) ?? 0) + 1
}
