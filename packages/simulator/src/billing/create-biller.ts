import { billInPlace, dropDead } from './bill-breakpoints.ts'
import type { BilledRequest, PromptUsage } from './billed-request.ts'
import { type CacheEntry, emptyCache } from './cache-state.ts'
import { refuseNone } from './caching-refusal.ts'
import { bill } from './call-bill.ts'
import type { BreakpointRules, CachingRules } from './rules.ts'

/** Bills one prompt after another as `bill` does, and keeps the cache to itself. Time must not run back. */
export type Biller = (request: BilledRequest) => PromptUsage

export function createBiller(rules: CachingRules): Biller {
  if (rules.kind === 'breakpoints') return createBreakpointBiller(rules)
  let cache = emptyCache
  return (request) => {
    const billed = bill(cache, request, rules)
    cache = billed.cache
    return billed.usage
  }
}

/** Fewer than this are not worth a search for dead ones. */
const fewEntries = 256

function createBreakpointBiller(rules: BreakpointRules): Biller {
  const entries = new Map<string, CacheEntry>()
  let most = fewEntries
  return (request) => {
    refuseNone(request, rules)
    if (entries.size > most) {
      dropDead(entries, request.startMs, rules)
      most = Math.max(fewEntries, 2 * entries.size)
    }
    return billInPlace(entries, request, rules)
  }
}
