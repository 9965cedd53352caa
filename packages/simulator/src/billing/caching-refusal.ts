import type { BilledRequest } from './billed-request.ts'
import type { Prefix } from './prefix.ts'
import type { BreakpointRules, CachingRules } from './rules.ts'

/** Why the provider would answer with 400, or nothing. */
export function cachingRefusal(request: BilledRequest, rules: CachingRules): string | undefined {
  switch (rules.kind) {
    case 'breakpoints':
      return refuseMarkers(request, rules)
    case 'endpoints': {
      const found = request.breakpoints?.length ?? 0
      if (found <= rules.maxBreakpoints) return undefined
      return `A maximum of ${rules.maxBreakpoints} prompt_cache_breakpoints may be provided. Found ${found}.`
    }
    case 'prefix':
    case 'none':
      return undefined
  }
}

/** Throws a `RangeError` where the provider would answer with 400. */
export function refuseNone(request: BilledRequest, rules: CachingRules): void {
  const refusal = cachingRefusal(request, rules)
  if (refusal !== undefined) throw new RangeError(refusal)
}

function refuseMarkers({ breakpoints = [], automatic, prompt }: BilledRequest, rules: BreakpointRules) {
  const found = breakpoints.length + (automatic === undefined ? 0 : 1)
  if (found > rules.maxBreakpoints) {
    return `A maximum of ${rules.maxBreakpoints} blocks with cache_control may be provided. Found ${found}.`
  }
  const firstShort = breakpoints.findIndex(({ ttl }) => ttl === '5m')
  const lastHour = automatic === '1h' ? breakpoints.length : breakpoints.findLastIndex(({ ttl }) => ttl === '1h')
  if (firstShort >= 0 && lastHour > firstShort) {
    return "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block."
  }
  const last = breakpoints.at(-1)
  if (automatic !== undefined && last?.at === lastCacheable(prompt) && last.ttl !== automatic) {
    return `Top-level cache_control has ttl='${automatic}' but the last block has ttl='${last.ttl}'.`
  }
  return undefined
}

/** Thinking carries no breakpoint. */
export function lastCacheable(prompt: Prefix): Prefix {
  return prompt.kind === 'thinking' && prompt.parent ? lastCacheable(prompt.parent) : prompt
}
