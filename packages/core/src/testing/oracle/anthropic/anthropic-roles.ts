import { readClaudeModel } from '../model-name.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { type AnthropicRule, violationOf } from './anthropic-rules.ts'
import { isServerCall, isServerResult, isThinking } from './anthropic-shapes.ts'
import type { Turn } from './anthropic-turns.ts'

/** Judges who may say what, and where a turn of each role may appear. */
export function* checkRoles(turns: readonly Turn[], model: string | undefined): Generator<Violation> {
  const [first] = turns
  if (first?.role === 'system') {
    yield violationOf(first.path, 'first-role', "use the top-level 'system' parameter for the initial system prompt.")
  } else if (first !== undefined && first.role !== 'user') {
    yield violationOf(first.path, 'first-role', 'first message must use the "user" role.')
  }
  for (const [i, turn] of turns.entries()) {
    if (turn.role === 'system') yield* checkSystemTurn(turns, i, model)
    yield* checkHomes(turn)
  }
}

function* checkSystemTurn(turns: readonly Turn[], i: number, model: string | undefined): Generator<Violation> {
  const path = turns[i]?.path ?? ''
  const before = turns[i - 1]
  if (model !== undefined && !takesSystemTurns(model)) {
    yield violationOf(path, 'system-role-model', `role 'system' is not supported on this model. Use the system field.`)
  }
  if (before === undefined) return
  const placed = before.role === 'user' || (before.role === 'assistant' && endsOnServer(before))
  if (!placed || (turns[i + 1]?.role ?? 'assistant') !== 'assistant') {
    const fault = 'a system message must follow a user message, and be the last or be followed by the assistant.'
    yield violationOf(path, 'system-placement', fault)
  }
}

/** Known to take system messages inside the conversation: Opus from 4.8, Sonnet, Fable and Mythos from 5, Haiku from 5.5. */
function takesSystemTurns(model: string): boolean {
  const claude = readClaudeModel(model)
  const since: Readonly<Record<string, number>> = { opus: 4.08, sonnet: 5, fable: 5, mythos: 5, haiku: 5.05 }
  return claude !== undefined && claude.version >= (since[claude.family] ?? Number.POSITIVE_INFINITY)
}

/** True if the provider broke off in the middle of its own tools: such a turn is sent back as it is. */
export function endsOnServer({ blocks }: Turn): boolean {
  const type = blocks.at(-1)?.block.type
  return isServerCall(type) || isServerResult(type)
}

function* checkHomes({ role, blocks }: Turn): Generator<Violation> {
  for (const { block, path } of blocks) {
    const home = homeOf(block.type)
    if (home === undefined || home.role === role) continue
    const fault = `\`${show(block.type)}\` blocks can only be in \`${home.role}\` messages, not in \`${role}\` ones.`
    yield violationOf(path, home.rule, fault)
  }
}

interface Home {
  readonly role: 'user' | 'assistant'
  readonly rule: AnthropicRule
}

function homeOf(type: unknown): Home | undefined {
  if (type === 'tool_use') return { role: 'assistant', rule: 'tool-use-role' }
  if (type === 'tool_result') return { role: 'user', rule: 'tool-result-role' }
  if (isThinking(type)) return { role: 'assistant', rule: 'thinking-role' }
  if (attachments.some((attachment) => attachment === type)) return { role: 'user', rule: 'attachment-role' }
  const served = isServerCall(type) || isServerResult(type) || type === 'compaction'
  return served ? { role: 'assistant', rule: 'server-block-role' } : undefined
}

const attachments = ['image', 'document', 'search_result', 'container_upload']
