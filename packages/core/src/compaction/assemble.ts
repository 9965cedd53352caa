import type { EntryId } from '../log/entry.ts'
import type { Message } from '../message/message.ts'
import type { ViewItem } from '../store/store.ts'
import { type Cut, isMiddle } from './cut.ts'
import type { Draft, DraftItem } from './draft.ts'

/** The view that a draft stands for: messages as they were are kept, others are made in their place. */
export function assemble(draft: Draft, mintId: () => EntryId): readonly ViewItem[] {
  return draft.items.map((item) => viewItem(item, mintId))
}

/** The same with one message in place of the middle. What the user said last follows it. */
export function assembleWithSummary(
  draft: Draft,
  where: Cut,
  summary: string,
  mintId: () => EntryId,
): readonly ViewItem[] {
  const stays = draft.items.filter((_, at) => !isMiddle(where, at))
  const gone = draft.items.filter((_, at) => isMiddle(where, at))
  const head = stays.slice(0, where.headEnd)
  const tail = stays.slice(where.headEnd)
  const made: ViewItem = {
    kind: 'made',
    id: mintId(),
    message: summaryMessage(summary, head.at(-1)?.message, tail[0]?.message),
    standsFor: gone.map(({ shown }) => shown.id),
  }
  return [...head.map((item) => viewItem(item, mintId)), made, ...tail.map((item) => viewItem(item, mintId))]
}

/**
 * A summary speaks as the user, for a request must open with one, unless it would stand between messages of the user
 * that some chat templates want apart.
 */
export function summaryMessage(text: string, before: Message | undefined, after: Message | undefined): Message {
  const parts = [{ type: 'text', text } as const]
  const opens = before === undefined || before.role === 'system'
  const speaksAsAssistant = !opens && (before.role === 'user' || (before.role === 'tool' && after?.role === 'user'))
  return speaksAsAssistant ? { role: 'assistant', parts } : { role: 'user', parts }
}

function viewItem({ shown, message }: DraftItem, mintId: () => EntryId): ViewItem {
  if (message === shown.message) return { kind: 'kept', id: shown.id }
  return { kind: 'made', id: mintId(), message, standsFor: [shown.id] }
}
