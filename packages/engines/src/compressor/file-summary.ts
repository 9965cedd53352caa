import {
  type EntryId,
  entryId,
  type Json,
  type LeadingSummary,
  leadingSummary,
  type Message,
  type Occasion,
  type Plan,
  type Shown,
  summaryPlace,
  type ViewItem,
  withoutOwnText,
} from '@palimpsest/core/engine'
import { memoJson, readMemo } from './memo.ts'

/** A summary as a file shows it, and where. */
export interface FileSummary extends LeadingSummary {
  readonly at: number
}

/**
 * Finds the summary in a conversation that came from a file, which holds no memo: only there it is recognised by its
 * text. To count, it must be sealed, open its message, and be where it was written; in what a tool printed it never
 * counts.
 */
export function findSummary(view: readonly Shown[]): FileSummary | undefined {
  for (const [at, { message }] of view.entries()) {
    const found = summaryIn(message)
    if (found !== undefined && isInPlace(found, view.slice(0, at), message.role)) return { ...found, at }
  }
  return undefined
}

function isInPlace({ summary }: LeadingSummary, before: readonly Shown[], role: Message['role']): boolean {
  if (role !== 'user' && role !== 'assistant') return false
  const messages = before.map(({ message }) => message)
  return summary.place === undefined || summary.place === summaryPlace(messages, role)
}

function summaryIn({ role, parts }: Message): LeadingSummary | undefined {
  const [first] = parts
  if (first?.type !== 'text' || (role !== 'user' && role !== 'assistant')) return undefined
  const found = leadingSummary(first.text)
  const isAlone = found !== undefined && parts.length === 1 && withoutOwnText(found.said) === ''
  return role === 'user' || isAlone ? found : undefined
}

/** A view in which a summary and what the user said in the same message of a file are two messages. */
export interface OpenedFile {
  readonly occasion: Occasion
  /** The message that was taken apart, and the name that the summary in it goes by. */
  readonly parted?: { readonly entry: EntryId; readonly summary: EntryId; readonly addedTokens: number }
}

/** Takes the message apart in which a file shows a summary and what the user said with it. */
export function openFile(occasion: Occasion): OpenedFile {
  const { view, counter } = occasion
  const memo = readMemo(occasion.memo)
  const found = memo === undefined || memo.summary?.entry.endsWith(partName) ? findSummary(view) : undefined
  const shown = found && view[found.at]
  if (found === undefined || shown?.message.role !== 'user' || shown.standsFor !== undefined) return { occasion }
  const said = saidAfter(shown.message, found)
  const summary = entryId(`${shown.id}${partName}`)
  if (said === undefined || (memo?.summary?.entry ?? summary) !== summary) return { occasion }
  const told: Message = { role: 'user', parts: [{ type: 'text', text: found.text }] }
  const addedTokens = counter.message(told) + counter.message(said) - counter.message(shown.message)
  const both = [
    { id: summary, message: told },
    { ...shown, message: said },
  ]
  return {
    occasion: { ...occasion, view: view.toSpliced(found.at, 1, ...both) },
    parted: { entry: shown.id, summary, addedTokens },
  }
}

/** The suffix that names the summary in such a message, after the message's name. */
const partName = ':summary'

/** Our own notes after a summary are rewritten by callers that want them. */
function saidAfter(message: Extract<Message, { role: 'user' }>, { said }: FileSummary) {
  const [first, ...others] = message.parts
  const text = withoutOwnText(said).trim()
  if (first?.type !== 'text' || (text === '' && others.length === 0)) return undefined
  return { ...message, parts: [...(text === '' ? [] : [{ ...first, text }]), ...others] }
}

/** The plan for the view as it is, with the message in one piece again where both parts of it stay. */
export function closeFile({ parted, occasion }: OpenedFile, plan: Plan, mintId: () => EntryId): Plan {
  if (parted === undefined || plan.kind !== 'compact') return plan
  const { entry, summary, addedTokens } = parted
  const stays = (id: EntryId) => plan.view.some((item) => item.kind === 'kept' && item.id === id)
  if (stays(summary) && stays(entry)) return { ...plan, view: plan.view.filter(({ id }) => id !== summary) }
  const name = mintId()
  const view = plan.view.map((item): ViewItem => {
    if (item.kind === 'made') return { ...item, standsFor: item.standsFor.filter((id) => id !== summary) }
    const message = occasion.view.find(({ id }) => id === item.id)?.message
    if (message !== undefined && item.id === entry) return { kind: 'made', id: mintId(), message, standsFor: [entry] }
    return message !== undefined && item.id === summary ? { kind: 'made', id: name, message, standsFor: [] } : item
  })
  const saved = { ...plan.saved, summarised: plan.saved.summarised - addedTokens }
  return { ...plan, view, saved, memo: renamed(plan.memo, summary, name) }
}

/** A memo in which the summary goes by the name that it has from now on. */
function renamed(value: Json, from: EntryId, to: EntryId): Json {
  const memo = readMemo(value)
  if (memo?.summary?.entry !== from) return value
  return memoJson({ ...memo, summary: { ...memo.summary, entry: to } })
}
