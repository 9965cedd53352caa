import type { Occasion } from '../../contract/occasion.ts'
import type { Plan } from '../../contract/plan.ts'
import { isRealUser } from '../../ledger/authorship/is-real-user.ts'
import type { EntryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { keptNote } from '../../sealed/own-text.ts'
import type { ViewItem } from '../../store/store.ts'
import { plannedMessages, textOf } from './check-plan.ts'
import { seatOf } from './seat-summary.ts'

type CompactPlan = Extract<Plan, { kind: 'compact' }>
type Made = Extract<ViewItem, { kind: 'made' }>

/** The text that holds what must survive; empty for nothing. */
export function mustSurviveText({ mustSurvive = [] }: Pick<Occasion, 'mustSurvive'>): string {
  return noteOf(mustSurvive)
}

/**
 * The plan with every text that must survive in its view: those that it does not show yet go to the end of its summary, or
 * into a message of their own before the last request.
 */
export function withMustSurvive(occasion: Occasion, plan: Plan, mintId: () => EntryId): Plan {
  const { mustSurvive = [], counter } = occasion
  if (plan.kind !== 'compact' || mustSurvive.length === 0) return plan
  const constraints = [...new Set([...plan.constraints, ...mustSurvive])]
  const shown = textOf(plannedMessages(occasion, plan))
  const missing = mustSurvive.filter((text) => !shown.includes(text))
  if (missing.length === 0) return { ...plan, constraints }
  const view = addNote(occasion, plan, noteOf(missing), mintId)
  const before = counter.request(occasion.view.map(({ message }) => message))
  const bare = counter.request(plannedMessages(occasion, plan))
  const after = counter.request(plannedMessages(occasion, { ...plan, view }))
  if (after >= before) return noGain
  return { ...plan, view, constraints, saved: { ...plan.saved, summarised: plan.saved.summarised - (after - bare) } }
}

const noGain: Plan = {
  kind: 'unchanged',
  reason: 'no-gain',
  detail: 'Nothing could be made smaller: what hooks want to keep takes more than could be saved.',
}

function noteOf(texts: readonly string[]): string {
  return texts.length === 0 ? '' : keptNote(texts)
}

function addNote(occasion: Occasion, plan: CompactPlan, note: string, mintId: () => EntryId): readonly ViewItem[] {
  const { view } = plan
  const summary = view.findLastIndex(isSummary)
  const found = view[summary]
  if (found?.kind === 'made') return view.with(summary, { ...found, message: withText(found.message, note) })
  const at = placeFor(occasion, view)
  const messages = plannedMessages(occasion, plan)
  const seat = seatOf(messages, at)
  const message = { role: seat.role, parts: [{ type: 'text', text: note }] } as const
  return view.toSpliced(seat.at, 0, { kind: 'made', id: mintId(), message, standsFor: [] })
}

function isSummary(item: ViewItem): item is Made {
  return item.kind === 'made' && item.standsFor.length > 1 && item.message.role !== 'tool'
}

/** Before what the user said last; where nobody spoke, after the system prompt. */
function placeFor(occasion: Occasion, view: readonly ViewItem[]): number {
  const shown = new Map(occasion.view.map(({ id, message }) => [id, message]))
  const messageOf = (item: ViewItem) => (item.kind === 'made' ? item.message : shown.get(item.id))
  const asked = view.findLastIndex((item) => {
    const message = messageOf(item)
    const isNote = item.kind === 'made' && item.standsFor.length !== 1
    return !isNote && message !== undefined && isRealUser(message)
  })
  if (asked !== -1) return asked
  const first = view.findIndex((item) => messageOf(item)?.role !== 'system')
  return first === -1 ? view.length : first
}

/** In one text, for some servers read no lists of texts. */
function withText(message: Message, note: string): Message {
  const last = message.parts.at(-1)
  if (last?.type !== 'text') return { ...message, parts: [...message.parts, { type: 'text', text: note }] } as Message
  const text = { ...last, text: `${last.text}\n\n${note}` }
  return { ...message, parts: [...message.parts.slice(0, -1), text] } as Message
}
