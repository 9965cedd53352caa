import type { Occasion, Shown } from '../../contract/occasion.ts'
import type { Plan } from '../../contract/plan.ts'
import { isRealUser } from '../../ledger/authorship/is-real-user.ts'
import { spokenText } from '../../ledger/authorship/spoken-text.ts'
import { groups } from '../../message/group.ts'
import type { CallId, Message } from '../../message/message.ts'
import { lastTurn, takesTurns } from '../../message/turns.ts'
import { redactMessage } from '../../redact/redact-message.ts'
import type { ViewItem } from '../../store/store.ts'
import { sliceWhole } from '../../text/slice-whole.ts'
import { unsentTokens } from './words-alone.ts'

type CompactPlan = Extract<Plan, { kind: 'compact' }>

/** Why a plan is not committed. */
export type PlanFault =
  | { readonly kind: 'not-smaller'; readonly before: number; readonly after: number }
  | { readonly kind: 'parts-group'; readonly parted: readonly CallId[] }
  | { readonly kind: 'unknown-entry'; readonly id: string }
  | { readonly kind: 'drops-entry'; readonly id: string }
  | { readonly kind: 'out-of-order'; readonly id: string }
  | { readonly kind: 'no-user-text' }
  | { readonly kind: 'buries-request' }
  | { readonly kind: 'breaks-turns' }
  | { readonly kind: 'loses-constraint'; readonly text: string }

/** The messages that a plan would show. */
export function plannedMessages(occasion: Occasion, { view }: Pick<CompactPlan, 'view'>): readonly Message[] {
  const shown = new Map(occasion.view.map(({ id, message }) => [id, message]))
  return view
    .map((item) => (item.kind === 'made' ? item.message : shown.get(item.id)))
    .filter((message) => message !== undefined)
}

/** Checks a plan of any engine against the rules for every view. If no fault is found, it may be committed. */
export function checkPlan(occasion: Occasion, plan: CompactPlan): readonly PlanFault[] {
  const after = plannedMessages(occasion, plan)
  const before = occasion.view.map(({ message }) => message)
  return [
    ...checkSize(occasion, before, after),
    ...checkEntries(occasion, plan.view),
    ...checkGroups(before, after),
    ...checkUser(occasion, plan.view, after),
    ...checkTurns(before, after),
    ...checkConstraints([...new Set([...plan.constraints, ...(occasion.mustSurvive ?? [])])], after),
  ]
}

function checkSize(occasion: Occasion, before: readonly Message[], after: readonly Message[]): readonly PlanFault[] {
  const { counter, overheadTokens } = occasion
  const was = counter.request(before) + overheadTokens + unsentTokens(occasion)
  const is = counter.request(after) + overheadTokens
  return is < was ? [] : [{ kind: 'not-smaller', before: was, after: is }]
}

/** Checks that every entry is kept or represented, once, and that those that are kept stay in order. */
function checkEntries({ view }: Occasion, items: readonly ViewItem[]): readonly PlanFault[] {
  const place = new Map(view.map(({ id }, at) => [id, at]))
  const used = new Set<string>()
  const faults: PlanFault[] = []
  let last = -1
  for (const item of items) {
    const ids = item.kind === 'kept' ? [item.id] : item.standsFor
    for (const id of ids) {
      if (!place.has(id)) faults.push({ kind: 'unknown-entry', id })
      else if (used.has(id)) faults.push({ kind: 'out-of-order', id })
      used.add(id)
    }
    const at = item.kind === 'kept' ? (place.get(item.id) ?? last) : last
    if (at < last) faults.push({ kind: 'out-of-order', id: item.id })
    last = at
  }
  const dropped = view.find(({ id }) => !used.has(id))
  return dropped === undefined ? faults : [...faults, { kind: 'drops-entry', id: dropped.id }]
}

function checkGroups(before: readonly Message[], after: readonly Message[]): readonly PlanFault[] {
  const lone = loneCalls(after)
  if (lone.length === 0) return []
  const were = new Set(loneCalls(before))
  const parted = lone.filter((id) => !were.has(id))
  return parted.length === 0 ? [] : [{ kind: 'parts-group', parted }]
}

function loneCalls(messages: readonly Message[]): readonly CallId[] {
  return groups(messages).flatMap(({ unanswered, orphans }) => [...unanswered, ...orphans])
}

/** Providers want a user who says something, and the model must still see what was asked for last. */
function checkUser({ view }: Occasion, items: readonly ViewItem[], after: readonly Message[]): readonly PlanFault[] {
  // Where no user spoke before, none is lost.
  if (view.some(({ message }) => isUserText(message)) && !after.some(isUserText)) return [{ kind: 'no-user-text' }]
  const last = view.findLast(isSaid)
  if (last === undefined) return []
  const at = items.findIndex((item) => (item.kind === 'kept' ? item.id === last.id : isAlone(item, last.id)))
  const summary = items.findLastIndex((item) => item.kind === 'made' && item.standsFor.length !== 1)
  return (at !== -1 && summary <= at) || quotesRequest(items, last) ? [] : [{ kind: 'buries-request' }]
}

/** A request is known by its beginning: a very long one is shown in part, with the way to the whole. */
const openingChars = 300

/** True when a message after all summaries shows the words of the request, which is represented in its place. */
function quotesRequest(items: readonly ViewItem[], { message }: Shown): boolean {
  const said = spokenText(redactMessage(message)).trim()
  if (said === '') return false
  const summary = items.findLastIndex((item) => item.kind === 'made' && item.standsFor.length > 1)
  const opening = sliceWhole(said, 0, openingChars).trim()
  return items.slice(Math.max(0, summary)).some((item) => item.kind === 'made' && shows(item.message, opening))
}

/** True for a user's words: text that an engine made is nobody's, but a message it shortened keeps its author. */
function isSaid({ message, standsFor }: Shown): boolean {
  return (standsFor === undefined || standsFor.length === 1) && isRealUser(message)
}

/** Servers whose templates want the user and the assistant to take turns would refuse every later request. */
function checkTurns(before: readonly Message[], after: readonly Message[]): readonly PlanFault[] {
  const last = lastTurn(before)
  if (last === undefined || !takesTurns(before)) return []
  return takesTurns(after) && lastTurn(after) === last ? [] : [{ kind: 'breaks-turns' }]
}

function isAlone(item: Extract<ViewItem, { kind: 'made' }>, id: string): boolean {
  return item.standsFor.length === 1 && item.standsFor[0] === id
}

function isUserText({ role, parts }: Message): boolean {
  return role === 'user' && parts.some((part) => part.type === 'text' && part.text.trim() !== '')
}

function checkConstraints(constraints: readonly string[], after: readonly Message[]): readonly PlanFault[] {
  const missing = constraints.filter((constraint) => !after.some((message) => shows(message, constraint)))
  // One that goes over the end of a part is found only in all of them together. The ledger has its rules without the
  // secrets that a message may still show.
  const text = missing.length === 0 ? '' : `${textOf(after)}\n${textOf(after.map(redactMessage))}`
  return missing
    .filter((constraint) => !text.includes(constraint))
    .map((constraint) => ({ kind: 'loses-constraint', text: constraint }))
}

function shows({ parts }: Message, text: string): boolean {
  return parts.some((part) => part.type === 'text' && part.text.includes(text))
}

/** All that a model reads in these messages, as one text. */
export function textOf(messages: readonly Message[]): string {
  const texts: string[] = []
  for (const { parts } of messages)
    for (const part of parts)
      texts.push(part.type === 'text' ? part.text : part.type === 'tool-call' ? part.arguments : '')
  return texts.join('\n')
}
