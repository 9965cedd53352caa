import { isList, isObject, type Json } from '../json.ts'
import type { EntryId } from '../log/entry.ts'
import type { BilledUsage } from '../tokens/usage.ts'

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
