import { isList, isObject, type Json, type JsonObject } from '../json.ts'
import type { EntryId } from '../log/entry.ts'
import { addBilled, type BilledUsage } from '../tokens/usage.ts'
import type { ConversationId } from './session.ts'
import type { SessionStore } from './store.ts'

/** The usage and cost of calls. */
interface CallsTaken {
  readonly usage: BilledUsage
  readonly calls: number
  /** `undefined` where not every price is known. */
  readonly costUsd: number | undefined
}

/** The usage and cost of one model's calls. */
export interface ModelBill extends CallsTaken {
  readonly model: string
}

/** The usage of calls beside a conversation that no message of it carries yet; by model, where recorded. */
export interface UnbilledUsage extends CallsTaken {
  readonly bills: readonly ModelBill[]
}

/** Under which key the state of a conversation keeps it. */
export const unbilledKey = 'owed'

/**
 * The usage of calls as it is kept. A message that is about to carry it is named first, so that whoever dies, or comes,
 * between the two steps counts nothing twice.
 */
export interface KeptUsage {
  readonly due?: UnbilledUsage
  /** Once this message is there, it carries what was due. */
  readonly carrier?: EntryId
  /** What came after that. */
  readonly more?: UnbilledUsage
}

type UsageStore = Pick<SessionStore, 'state' | 'message'>

/** All that no message of a conversation carries yet. */
export async function unbilledOf(store: UsageStore, id: ConversationId): Promise<UnbilledUsage | undefined> {
  const { due, more } = await keptUsage(store, id)
  return addUnbilled(due, more)
}

/** What is kept for a conversation, without what a message has come to carry meanwhile. */
export async function keptUsage(store: UsageStore, id: ConversationId): Promise<KeptUsage> {
  const kept = await store.state.get(id, unbilledKey)
  const due = readUnbilled(kept)
  if (due === undefined || !isObject(kept)) return {}
  const more = readUnbilled(kept.more)
  if (typeof kept.carrier !== 'string') return { due }
  const carrier = kept.carrier as EntryId
  if ((await store.message(carrier)) !== undefined) return more === undefined ? {} : { due: more }
  return { due, carrier, ...(more && { more }) }
}

/** Writes down what is owed; nothing is owed where nothing is due. */
export async function keepUsage(store: UsageStore, id: ConversationId, usage: KeptUsage): Promise<void> {
  const { due, carrier, more } = usage
  if (due === undefined) return store.state.remove(id, unbilledKey)
  const about = { ...(carrier !== undefined && { carrier }), ...(more && { more: unbilledJson(more) }) }
  return store.state.set(id, unbilledKey, { ...unbilledJson(due), ...about })
}

/** The usage of both, by model. A cost that is known of one alone is not known. */
export function addUnbilled(a: UnbilledUsage | undefined, b: UnbilledUsage | undefined): UnbilledUsage | undefined {
  if (a === undefined || b === undefined) return a ?? b
  return { ...addTaken(a, b), bills: b.bills.reduce(addBill, a.bills) }
}

function addBill(bills: readonly ModelBill[], more: ModelBill): readonly ModelBill[] {
  const { model } = more
  const same = bills.find((bill) => bill.model === model)
  if (same === undefined) return [...bills, more]
  return bills.map((bill) => (bill === same ? { model, ...addTaken(same, more) } : bill))
}

function addTaken(a: CallsTaken, b: CallsTaken): CallsTaken {
  const isKnown = a.costUsd !== undefined && b.costUsd !== undefined
  return {
    usage: addBilled(a.usage, b.usage),
    calls: a.calls + b.calls,
    costUsd: isKnown ? a.costUsd + b.costUsd : undefined,
  }
}

/** Under which key it keeps whose calls they were, once this message carries what they took. */
export function billsKey(carrier: EntryId): string {
  return `bills ${carrier}`
}

/** As it was kept; what makes no sense is nothing. */
export function readUnbilled(kept: Json | undefined): UnbilledUsage | undefined {
  const taken = readTaken(kept)
  return taken && { ...taken, bills: readBills(isObject(kept) ? kept.bills : undefined) }
}

/** Bills as they were kept. One that makes no sense spoils them all: a part would look like the whole. */
export function readBills(kept: Json | undefined): readonly ModelBill[] {
  if (!isList(kept)) return []
  const bills = kept.flatMap((each) => {
    const taken = readTaken(each)
    return taken !== undefined && isObject(each) && typeof each.model === 'string'
      ? [{ model: each.model, ...taken }]
      : []
  })
  return bills.length === kept.length ? bills : []
}

function unbilledJson({ usage, calls, costUsd, bills }: UnbilledUsage): JsonObject {
  return { usage: { ...usage }, calls, ...(costUsd !== undefined && { costUsd }), bills: billsJson(bills) }
}

/** Bills in a form that can be kept. */
export function billsJson(bills: readonly ModelBill[]): Json {
  return bills.map(({ model, usage, calls, costUsd }) => ({
    model,
    calls,
    ...(costUsd !== undefined && { costUsd }),
    usage: { ...usage },
  }))
}

function readTaken(kept: Json | undefined): CallsTaken | undefined {
  if (!isObject(kept) || !isObject(kept.usage) || typeof kept.calls !== 'number' || kept.calls < 1) return undefined
  const counts = Object.entries(kept.usage).filter(([, count]) => typeof count === 'number')
  const costUsd = typeof kept.costUsd === 'number' ? kept.costUsd : undefined
  return { usage: Object.fromEntries(counts) as BilledUsage, calls: kept.calls, costUsd }
}
