import type { ContextReport } from '../runtime/runtime.ts'
import { percent } from '../terminal/amounts.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { fitColumns } from '../terminal/width.ts'
import type { SlashCommand, TextLook } from './slash-command.ts'
import { taskState } from './task-state.ts'
import { type Slice, windowBar } from './window-bar.ts'

export const contextSlash: SlashCommand = {
  name: 'context',
  help: 'What fills the window, and what the task stands at.',
  run: async (session) => {
    const report = await session.runtime().context()
    const look = session.look()
    const state = report.ledger === undefined ? [] : taskState(report.ledger, look)
    return [windowText(report, look), ...(state.length === 0 ? [] : [state.join('\n')])]
  },
}

/** The window as a bar with its table. */
function windowText(report: ContextReport, look: TextLook): string {
  const { promptTokens, contextTokens, thresholdTokens, isWindowAssumed } = report
  const { colours } = look
  const slices = slicesOf(report)
  const share = `${number(promptTokens)} of ${number(contextTokens)} tokens${isWindowAssumed ? ' assumed' : ''} (${percent(promptTokens / contextTokens)})`
  return [
    `${colours.bold('Context')}  ${share}, compressed at ${number(thresholdTokens)}`,
    '',
    ...windowBar(slices, { contextTokens, thresholdTokens }, look),
    '',
    ...tableLines(report, slices, look),
  ].join('\n')
}

/** In the order in which a request holds them. The map is scaled to what the provider counts, so that bar and sum agree. */
function slicesOf({ map, promptTokens }: ContextReport): readonly Slice[] {
  const scale = map.tokens === 0 ? 1 : promptTokens / map.tokens
  const { system, tools, user, assistant, toolResults } = map.shares
  return [
    { name: 'system prompt', tokens: system * scale, colour: 'magenta', block: '#' },
    { name: 'tools', tokens: tools * scale, colour: 'blue', block: '%' },
    { name: 'user', tokens: user * scale, colour: 'green', block: '+' },
    { name: 'assistant', tokens: assistant * scale, colour: 'cyan', block: '=' },
    { name: 'tool results', tokens: toolResults * scale, colour: 'yellow', block: '-' },
  ]
}

const mostTools = 8

function tableLines(report: ContextReport, slices: readonly Slice[], { colours }: TextLook): readonly string[] {
  const { map, promptTokens, contextTokens, thresholdTokens } = report
  const row = (key: string, name: string, tokens: number) =>
    `  ${key} ${fitColumns(name, 22)}${number(tokens).padStart(11)}${percent(tokens / contextTokens).padStart(9)}`
  const scale = map.tokens === 0 ? 1 : promptTokens / map.tokens
  const tools = map.tools.filter(({ resultTokens }) => resultTokens > 0)
  const left = tools.slice(mostTools)
  const rest = left.reduce((sum, { resultTokens }) => sum + resultTokens, 0)
  return [
    ...slices.map(({ name, tokens, colour, block }) =>
      row(colours[colour](colours.isColorSupported ? '█' : block), name, tokens),
    ),
    ...leftOutLine(report),
    ...tools
      .slice(0, mostTools)
      .map(({ name, resultTokens }) => colours.dim(row(' ', `  ${name}`, resultTokens * scale))),
    ...(left.length === 0 ? [] : [colours.dim(row(' ', `  ${left.length} more`, rest * scale))]),
    row(colours.dim('░'), 'free until compressed', Math.max(0, thresholdTokens - promptTokens)),
    row(colours.dim('·'), 'above the threshold', Math.max(0, contextTokens - Math.max(thresholdTokens, promptTokens))),
  ]
}

/** What is not sent takes no room, so it stands beside the table. */
function leftOutLine({ toolsLeftOut }: ContextReport): readonly string[] {
  if (toolsLeftOut === undefined) return []
  const { count, savedTokens } = toolsLeftOut
  return [`    ${countNoun(count, 'tool')} left out, ${number(savedTokens)} tokens saved: /tools lists them`]
}

function number(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
