import type { CacheMemory } from '@palimpsest/core/cache'
import type { Json } from '@palimpsest/core/json'
import type { SessionStore } from '@palimpsest/core/store'
import { type BilledUsage, type Calibration, type Counter, startCalibration } from '@palimpsest/core/tokens'
import type { Line } from '../lines/line.ts'
import { loadLines } from '../lines/load-lines.ts'
import type { WriteQueue } from '../lines/write-queue.ts'
import type { ContextEvent } from '../options/context-options.ts'
import type { ContextSettings } from '../options/settings.ts'
import type { FindSpan } from '../telemetry/caller-span.ts'
import type { HostHistory } from '../wire/read-history.ts'
import type { Beside } from './beside-history.ts'

/** What all conversations of a context share. */
export interface ContextParts {
  readonly settings: ContextSettings
  readonly counter: Counter
  /** Opened when it is first needed: what is turned off leaves no trace. Rejects where it cannot be opened now. */
  store(): Promise<SessionStore>
  /** The same, or an empty one where it cannot be opened: for what may go without. */
  anyStore(): Promise<SessionStore>
  now(): number
  emit(event: ContextEvent): void
  /** Reported tokens for each estimated one, by route. */
  routes: Calibration['routes']
  /** Windows that providers stated when they refused, by model. */
  readonly limits: Map<string, number>
  /** The span in which the caller runs. */
  readonly findSpan: FindSpan
  /** Said once: that a provider keeps a conversation, which is then none of ours. */
  isThreadTold: boolean
}

/** A line, and what is known of the requests that showed it. */
export interface LineState {
  line: Line
  calibration: Calibration
  cache?: CacheMemory
  /** Facts kept with the conversation, such as the guard of its compactions. */
  readonly notes: Map<string, Json | undefined>
  /** What its requests carry beside the history. */
  beside?: Beside
  /** Counted for an answer that its host has not repeated yet, which will be at this place. */
  usage?: { readonly at: number; readonly usage: BilledUsage }
  /** A compaction was committed, and no answer has judged it yet. */
  isUnjudged: boolean
  /** The last request with it. */
  asked?: { readonly promptTokens: number; readonly at: number }
}

/** What is known of one conversation of a host in this process. */
export interface ConversationMemory {
  readonly id: string
  /** The one used last is the last. */
  lines: readonly LineState[]
  nextNumber: number
  isLoaded: boolean
  /** The newest readings of histories, so that only what is new is read. */
  histories: readonly HostHistory[]
  readonly queue: WriteQueue
  /** The store cannot be read or written: nobody knows what came before, and nothing is written. */
  readonly isStray: boolean
}

/** Notes that the last compaction of a line was undone: it is not done again at once. */
export const heldNote = 'undone'

/** Lines that are remembered; others are read back when they are needed. */
const mostLines = 8

/** Reads what the store knows of the conversation, once. */
export async function loadMemory(parts: ContextParts, memory: ConversationMemory): Promise<void> {
  if (memory.isLoaded) return
  const store = await parts.store()
  const { lines, nextNumber } = await loadLines(store, memory.id)
  const states = lines.map((line) => stateOf(parts, line))
  for (const { line, notes } of states) notes.set(heldNote, await store.state.get(line.name, heldNote))
  memory.lines = states
  memory.nextNumber = nextNumber
  memory.isLoaded = true
}

/** The state of a line of which no request is known. */
export function stateOf({ routes }: ContextParts, line: Line): LineState {
  return { line, calibration: startCalibration(routes), notes: new Map(), isUnjudged: line.stages.length > 1 }
}

/** Puts a line where the one used last is. */
export function useLine(memory: ConversationMemory, state: LineState): void {
  if (memory.lines.at(-1) === state) return
  memory.lines = [...memory.lines.filter((other) => other !== state), state].slice(-mostLines)
}
