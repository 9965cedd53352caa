import type { EntryId } from '../../log/entry.ts'
import type { ViewItem } from '../../store/store.ts'
import { type Cut, isMiddle } from '../reduce/cut.ts'
import { insertSummary, type NewSummary } from './seat-summary.ts'
import type { DraftItem, ViewDraft } from './view-draft.ts'

/** Returns the view that a draft represents: unchanged messages are kept, others are made in their place. */
export function assemble(draft: ViewDraft, mintId: () => EntryId): readonly ViewItem[] {
  return draft.items.map((item) => viewItem(item, mintId))
}

/** The same with one message in place of the middle. What the user said last follows it. */
export function assembleWithSummary(
  draft: ViewDraft,
  where: Cut,
  summary: Pick<NewSummary, 'id' | 'text'>,
  mintId: () => EntryId,
): readonly ViewItem[] {
  const gone = draft.items.filter((_, at) => isMiddle(where, at))
  const stays = staysOf(draft, where).map((item) => ({ item: viewItem(item, mintId), message: item.message }))
  return insertSummary(stays, where.headEnd, { ...summary, standsFor: gone.map(({ shown }) => shown.id) })
}

/** Returns what is not summarised, in the order in which it is shown. */
export function staysOf({ items }: ViewDraft, where: Cut): readonly DraftItem[] {
  return items.filter((_, at) => !isMiddle(where, at))
}

function viewItem({ shown, message }: DraftItem, mintId: () => EntryId): ViewItem {
  if (message === shown.message) return { kind: 'kept', id: shown.id }
  return { kind: 'made', id: mintId(), message, standsFor: [shown.id] }
}
