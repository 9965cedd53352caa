import { requestOfView } from '@palimpsest/core/cache'
import type { Message } from '@palimpsest/core/message'
import type { SessionId, StoredMessage } from '@palimpsest/core/store'
import {
  hasSeal,
  readThinkingRecord,
  showThinking,
  storedThinkingRecord,
  type ThinkingRecord,
  thinkingKey,
  underSetting,
} from '@palimpsest/core/thinking'
import { viewOf } from '../lines/line.ts'
import { storedView } from '../lines/line-store.ts'
import type { ContextParts, ConversationMemory, LineState } from './conversation-memory.ts'
import { keepNote } from './follow-host.ts'
import type { ModelWindow } from './model-window.ts'

/** The messages of a request, as the line shows them. */
export interface ShownLine {
  readonly messages: readonly Message[]
  /** Index of the summary among them, if there is one. */
  readonly frontier?: number
  /** They are the host's own, all of them as they came. */
  readonly isPlain: boolean
}

/** A line, the part of it that a request is about, and the request's own spelling of it. */
export interface ShowRequest {
  readonly state: LineState
  readonly length: number
  readonly messages: readonly Message[]
  readonly model: ModelWindow
  /** Stands for the instructions and tools that the request carries. */
  readonly setting: string
}

/**
 * Shows a line. What was never compacted is shown as it came. Otherwise thinking older than the last change of the view,
 * of the instructions or of the tools is left out where the model binds it.
 */
export async function showLine(
  parts: ContextParts,
  memory: ConversationMemory,
  { state, length, messages, model, setting }: ShowRequest,
): Promise<ShownLine> {
  const { line } = state
  const view = viewOf(line, length)
  const { session } = view.stage
  const known = await sessionThinking(parts, state, session)
  if (view.isPlain && known.omitted.length === 0) return { messages: messages.slice(0, length), isPlain: true }
  const stored = storedView(line, view, messages)
  const record = model.binds && !view.isPlain ? underSetting(known, setting, stored) : known
  if (record !== known) keepThinking(memory, state, session, record)
  const rule = { session, record, binds: model.binds && !view.isPlain }
  const shown = requestOfView([], stored, (entries: readonly StoredMessage[]) => showThinking(entries, rule))
  return { ...shown, isPlain: false }
}

/** What is known of the thinking of a session; it is asked for once. */
export async function sessionThinking(
  parts: ContextParts,
  { line, notes }: LineState,
  session: SessionId,
): Promise<ThinkingRecord> {
  const key = thinkingKey(session)
  if (!notes.has(key)) {
    const store = await parts.anyStore()
    notes.set(key, await store.state.get(line.name, key).catch(() => undefined))
  }
  return readThinkingRecord(notes.get(key))
}

/** Remembers whose thinking is left out. */
export function keepThinking(
  memory: ConversationMemory,
  state: LineState,
  session: SessionId,
  record: ThinkingRecord,
): void {
  keepNote(memory, state, thinkingKey(session), storedThinkingRecord(record))
}

/**
 * Of what was said in answer to requests that nobody showed us, the thinking belongs to a view that nobody knows: where a
 * line was compacted, it is left out. The first answer after what was known is to the last request.
 */
export async function omitUnseen(
  parts: ContextParts,
  memory: ConversationMemory,
  state: LineState,
  from: number,
): Promise<void> {
  const { line } = state
  const { stage, isPlain } = viewOf(line, line.log.length)
  const unseen = line.log.slice(from).filter(({ message }, i) => i > 0 && hasSeal(message))
  const [first, last] = [line.log[from], line.log.at(-1)]
  if (isPlain || unseen.length === 0 || first === undefined || last === undefined) return
  const record = await sessionThinking(parts, state, stage.session)
  const omitted = [...record.omitted, { from: first.id, through: last.id }]
  keepThinking(memory, state, stage.session, { ...record, omitted })
}
