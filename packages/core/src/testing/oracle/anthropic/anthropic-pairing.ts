import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { violationOf } from './anthropic-rules.ts'
import { isServerCall, isServerResult } from './anthropic-shapes.ts'
import type { PlacedBlock, Turn } from './anthropic-turns.ts'

/** Judges that every call has one result, in the right place; `complete` allows no call to be pending at the end. */
export function* checkPairing(turns: readonly Turn[], complete: boolean): Generator<Violation> {
  yield* checkIds(turns)
  for (const [i, turn] of turns.entries()) {
    const next = turns[i + 1]
    if (turn.role === 'assistant' && (next !== undefined || complete)) yield* checkAnswered(turn, next)
    if (turn.role === 'user') yield* checkResults(turn, turns[i - 1])
  }
  yield* checkServerCalls(turns)
}

function* checkIds(turns: readonly Turn[]): Generator<Violation> {
  const seen = new Set<unknown>()
  for (const { block, path } of turns.flatMap(calls)) {
    if (seen.has(block.id)) yield violationOf(path, 'tool-use-id-unique', '`tool_use` ids must be unique.')
    seen.add(block.id)
  }
}

function* checkAnswered(turn: Turn, next: Turn | undefined): Generator<Violation> {
  const answered = new Set(next?.role === 'user' ? results(next).map(({ block }) => block.tool_use_id) : [])
  const open = calls(turn).filter(({ block }) => !answered.has(block.id))
  const [first] = open
  if (first === undefined) return
  const ids = open.map(({ block }) => show(block.id)).join(', ')
  const fault = `\`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}.`
  yield violationOf(first.path, 'tool-use-unanswered', `${fault} Answer each in the next message.`)
}

function* checkResults(turn: Turn, previous: Turn | undefined): Generator<Violation> {
  const asked = new Set(previous?.role === 'assistant' ? calls(previous).map(({ block }) => block.id) : [])
  const seen = new Set<unknown>()
  for (const { block, path } of results(turn)) {
    const id = block.tool_use_id
    if (!asked.has(id)) {
      const fault = `unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${show(id)}.`
      yield violationOf(path, 'tool-result-orphan', `${fault} Its \`tool_use\` must be in the previous message.`)
    } else if (seen.has(id)) {
      yield violationOf(path, 'tool-result-duplicate', `each tool_use must have a single result; ${show(id)} has more.`)
    }
    seen.add(id)
  }
  yield* checkOrder(turn)
}

function* checkOrder({ blocks }: Turn): Generator<Violation> {
  const other = blocks.findIndex(({ block }) => block.type !== 'tool_result')
  const late = other < 0 ? undefined : blocks.slice(other).find(({ block }) => block.type === 'tool_result')
  if (late)
    yield violationOf(late.path, 'tool-result-order', '`tool_result` blocks must come first, before any other block.')
}

function* checkServerCalls(turns: readonly Turn[]): Generator<Violation> {
  const asked = new Map<unknown, PlacedBlock>()
  const last = turns.findLast(({ role }) => role === 'assistant')
  for (const placed of turns.flatMap(({ blocks }) => blocks)) {
    const { block, path } = placed
    if (isServerCall(block.type)) asked.set(block.id, placed)
    if (!isServerResult(block.type) || block.tool_use_id === undefined) continue
    if (!asked.delete(block.tool_use_id)) {
      const fault = `unexpected \`tool_use_id\` found in \`${show(block.type)}\` blocks: ${show(block.tool_use_id)}.`
      yield violationOf(path, 'server-result-orphan', `${fault} Its call must stand before it.`)
    }
  }
  for (const placed of asked.values()) {
    if (last?.blocks.includes(placed)) continue
    const fault = `tool use with id ${show(placed.block.id)} was found without its result block.`
    yield violationOf(placed.path, 'server-call-unanswered', fault)
  }
}

const calls = ({ blocks }: Turn) => blocks.filter(({ block }) => block.type === 'tool_use' && block.id !== undefined)
const results = ({ blocks }: Turn) =>
  blocks.filter(({ block }) => block.type === 'tool_result' && block.tool_use_id !== undefined)
