import { billBreakpoints } from './bill-breakpoints.ts'
import { billEndpoints } from './bill-endpoints.ts'
import { billPrefix } from './bill-prefix.ts'
import type { BilledRequest, PromptUsage } from './billed-request.ts'
import type { CacheState } from './cache-state.ts'
import { refuseNone } from './caching-refusal.ts'
import type { CachingRules } from './rules.ts'

/** The usage of a call, and what the provider remembers afterwards. */
export interface CallBill {
  readonly usage: PromptUsage
  readonly cache: CacheState
}

/** Bills the prompt of one call. Throws a `RangeError` where the provider answers with 400: ask `refuse` first. */
export function bill(cache: CacheState, request: BilledRequest, rules: CachingRules): CallBill {
  refuseNone(request, rules)
  switch (rules.kind) {
    case 'breakpoints':
      return billBreakpoints(cache, request, rules)
    case 'endpoints':
      return billEndpoints(cache, request, rules)
    case 'prefix':
      return billPrefix(cache, request, rules)
    case 'none':
      return { usage: { read: 0, write5m: 0, write1h: 0, plain: request.prompt.tokens }, cache }
  }
}
