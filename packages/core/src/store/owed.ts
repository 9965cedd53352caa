import { isObject, type Json } from '../json.ts'
import type { BilledUsage } from '../tokens/usage.ts'

/** What calls beside a conversation took that no message of it carries yet. */
export interface OwedUsage {
  readonly usage: BilledUsage
  readonly calls: number
  /** `undefined` where not every price is known. */
  readonly costUsd: number | undefined
}

/** Under which key the state of a conversation keeps it. */
export const owedKey = 'owed'

/** As it was kept; what makes no sense is nothing. */
export function readOwed(kept: Json | undefined): OwedUsage | undefined {
  if (!isObject(kept) || !isObject(kept.usage) || typeof kept.calls !== 'number' || kept.calls < 1) return undefined
  const counts = Object.entries(kept.usage).filter(([, count]) => typeof count === 'number')
  const costUsd = typeof kept.costUsd === 'number' ? kept.costUsd : undefined
  return { usage: Object.fromEntries(counts) as BilledUsage, calls: kept.calls, costUsd }
}
