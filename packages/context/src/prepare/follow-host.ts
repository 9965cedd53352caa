import type { Json } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import type { BilledUsage } from '@palimpsest/core/tokens'
import { beginLine, branchLine, type ChangedLine, extendLine } from '../lines/change-line.ts'
import { lineName } from '../lines/line-name.ts'
import { commonLength } from '../lines/same-said.ts'
import { type ContextParts, type ConversationMemory, type LineState, stateOf, useLine } from './conversation-memory.ts'

/** The line that a history is on, and how much of it the history shows. */
export interface Placed {
  readonly state: LineState
  readonly length: number
}

/** The line that shares most with a history, the newest of several. */
export function nearestLine(memory: ConversationMemory, history: readonly Message[]) {
  return memory.lines.reduce<{ readonly state: LineState; readonly common: number } | undefined>((best, state) => {
    const common = commonLength(state.line.log, history)
    return best === undefined || common >= best.common ? { state, common } : best
  }, undefined)
}

/** What a host says the conversation is. */
export interface Followed {
  readonly history: readonly Message[]
  readonly model?: string
  /** Counted for the last of it. */
  readonly usage?: BilledUsage
}

/**
 * Makes the lines say what the host says. A history that goes on is added to its line; one that is shorter, since the host
 * asks again or went back, is a part of it; one that differs is a line of its own, with what both have in common.
 */
export function followHost(
  parts: ContextParts,
  memory: ConversationMemory,
  { history, model, usage: counted }: Followed,
): Placed {
  const nearest = nearestLine(memory, history)
  const state = lineFor(parts, memory, nearest, { history, ...(model !== undefined && { model }) })
  const { log } = state.line
  if (log.length < history.length) {
    const usage = counted === undefined ? state.usage : { at: history.length - 1, usage: counted }
    const said = history.slice(log.length).map((message, i) => {
      const isCounted = message.role === 'assistant' && usage?.at === log.length + i
      return isCounted ? { message, usage: usage.usage } : { message }
    })
    if (usage !== undefined && usage.at < history.length) delete state.usage
    change(memory, state, extendLine(state.line, said, parts.now()))
  }
  useLine(memory, state)
  return { state, length: history.length }
}

type Asked = Pick<Followed, 'history' | 'model'>

function lineFor(
  parts: ContextParts,
  memory: ConversationMemory,
  nearest: ReturnType<typeof nearestLine>,
  { history, model }: Asked,
): LineState {
  const about = { title: memory.id, at: parts.now(), ...(model !== undefined && { model }) }
  const name = () => lineName(memory.id, memory.nextNumber++)
  if (nearest === undefined || (nearest.common === 0 && nearest.state.line.log.length > 0))
    return opened(memory, beginLine({ name: name(), ...about }), (line) => stateOf(parts, line))
  const { state, common } = nearest
  if (common === history.length || common === state.line.log.length) return state
  return forkLine(parts, memory, state, { length: common, ...(model !== undefined && { model }) })
}

/** Begins a line with the first entries of another. */
export function forkLine(
  parts: ContextParts,
  memory: ConversationMemory,
  state: LineState,
  { length, model }: { readonly length: number; readonly model?: string },
): LineState {
  const name = lineName(memory.id, memory.nextNumber++)
  const about = { name, title: memory.id, at: parts.now(), ...(model !== undefined && { model }) }
  const { calibration, cache, beside } = state
  return opened(memory, branchLine(state.line, length, about), (line) => ({
    line,
    calibration,
    notes: new Map(),
    isUnjudged: false,
    ...(cache && { cache }),
    ...(beside && { beside }),
  }))
}

function opened(
  memory: ConversationMemory,
  { line, steps }: ChangedLine,
  make: (line: ChangedLine['line']) => LineState,
): LineState {
  const state = make(line)
  memory.queue.add(steps)
  useLine(memory, state)
  return state
}

/** Notes a change of a line, and what the store is to be told. */
export function change(memory: ConversationMemory, state: LineState, { line, steps }: ChangedLine): void {
  state.line = line
  memory.queue.add(steps)
}

/** Notes a small fact of the conversation, here and in the store. */
export function keepNote(memory: ConversationMemory, state: LineState, key: string, value: Json): void {
  state.notes.set(key, value)
  memory.queue.add([{ kind: 'note', conversation: state.line.name, key, value }])
}
