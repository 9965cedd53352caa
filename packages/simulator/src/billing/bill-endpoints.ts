import type { BilledRequest, PromptUsage } from './billed-request.ts'
import type { CacheEntry, CacheState } from './cache-state.ts'
import type { Prefix } from './prefix.ts'
import type { EndpointRules } from './rules.ts'

/** Bills a prompt where the cache holds ends of prompts and is asked at the ends of messages, with no look-back between. */
export function billEndpoints(cache: CacheState, request: BilledRequest, rules: EndpointRules) {
  const { prompt, startMs, replyMs = startMs, automatic: ttl = '5m' } = request
  const live = new Map<string, CacheEntry>()
  const lifetimeMs = { '5m': rules.ttlMs, '1h': rules.longTtlMs }
  for (const [key, entry] of cache.entries) if (startMs - entry.usedMs < lifetimeMs[entry.ttl]) live.set(key, entry)
  const hit = findHit(request, live, rules)
  const hitEntry = hit && live.get(hit.key)
  if (hit && hitEntry) live.set(hit.key, { ...hitEntry, usedMs: startMs })
  const marks = placesOf(request, rules)
  for (const { key } of marks) {
    const known = live.get(key)
    live.set(key, known ? { ...known, usedMs: startMs } : { ttl, usedMs: startMs, readableMs: replyMs })
  }
  const readTokens = hit?.tokens ?? 0
  const cachedTokens = Math.max(readTokens, marks.at(-1)?.tokens ?? 0)
  const written = cachedTokens - readTokens
  const usage: PromptUsage = {
    read: readTokens,
    write5m: ttl === '5m' ? written : 0,
    write1h: ttl === '1h' ? written : 0,
    plain: prompt.tokens - cachedTokens,
  }
  return { usage, cache: { ...cache, entries: live } }
}

/** A call writes at most four places: the end of the prompt, unless it is to be left out, and the last of those marked. */
function placesOf({ prompt, breakpoints = [], markedOnly }: BilledRequest, rules: EndpointRules): readonly Prefix[] {
  const marked = breakpoints.map(({ at }) => at).filter((at) => markedOnly || at !== prompt)
  const places = markedOnly ? marked : [...marked, prompt]
  return places.slice(-rules.maxBreakpoints).filter((at) => at.tokens >= rules.minTokens)
}

function findHit(
  { prompt, breakpoints = [], startMs, markedOnly }: BilledRequest,
  live: ReadonlyMap<string, CacheEntry>,
  { latest }: EndpointRules,
): Prefix | undefined {
  if (markedOnly && breakpoints.length === 0) return undefined
  let asked = 0
  for (let prefix: Prefix | undefined = prompt; prefix && asked < latest; prefix = prefix.parent) {
    if (!prefix.endsMessage && prefix !== prompt && !breakpoints.some(({ at }) => at === prefix)) continue
    asked++
    const entry = live.get(prefix.key)
    if (entry !== undefined && entry.readableMs <= startMs) return prefix
  }
  return undefined
}
