import type { EntryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { turnOf } from '../../message/turns.ts'
import type { ViewItem } from '../../store/store.ts'

/** The place of a summary, and in whose name it is shown. */
export interface Seat {
  /** Before this message. */
  readonly at: number
  readonly role: 'user' | 'assistant'
}

/**
 * Returns the place among the messages that stay for a summary that belongs before the one at `wanted`, so that
 * the user and the assistant still take turns. Right before a user message it is one turn with it: requests join
 * the two. Between two user turns it is a turn of the assistant. Between a user turn and an assistant turn there
 * is no room, so there it moves up to that user turn.
 */
export function seatOf(messages: readonly Message[], wanted: number): Seat {
  const before = messages.findLastIndex((message, at) => at < wanted && turnOf(message) !== undefined)
  const after = messages.findIndex((message, at) => at >= wanted && turnOf(message) !== undefined)
  const isAfterUser = messages[before]?.role === 'user'
  if (messages[after]?.role !== 'user') return { at: isAfterUser ? before : wanted, role: 'user' }
  if (isAfterUser) return { at: wanted, role: 'assistant' }
  return { at: after, role: 'user' }
}

/** A summary, or another note of an engine, that is to be shown. */
export interface NewSummary {
  readonly id: EntryId
  readonly text: string
  readonly standsFor: readonly EntryId[]
}

/** An item of a view, with the message that it shows. */
export interface Seated {
  readonly item: ViewItem
  readonly message: Message
}

/**
 * Returns a view with a summary before the item at `wanted`, in the role and at the place that turns allow. Calls
 * that would end up before the first words of a conversation are removed with the rest.
 */
export function insertSummary(stays: readonly Seated[], wanted: number, summary: NewSummary): readonly ViewItem[] {
  const { at, role } = seatOf(
    stays.map(({ message }) => message),
    wanted,
  )
  const opens = stays.slice(0, wanted).every(({ message }) => message.role === 'system')
  const gone = opens ? stays.slice(wanted, at) : []
  const { id, text } = summary
  const standsFor = [...summary.standsFor, ...gone.flatMap(({ item }) => entriesOf(item))]
  const made: ViewItem = { kind: 'made', id, message: { role, parts: [{ type: 'text', text }] }, standsFor }
  const items = stays.map(({ item }) => item)
  return [...items.slice(0, opens ? Math.min(wanted, at) : at), made, ...items.slice(at)]
}

function entriesOf(item: ViewItem): readonly EntryId[] {
  return item.kind === 'kept' ? [item.id] : item.standsFor
}
