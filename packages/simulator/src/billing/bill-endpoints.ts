import type { BilledRequest, PromptUsage } from './billed-request.ts'
import type { CacheEntry, CacheState } from './cache-state.ts'
import type { Prefix } from './prefix.ts'
import type { EndpointRules } from './rules.ts'

/** Bills a prompt where the cache holds ends of prompts and is asked at the ends of messages, with no look-back between. */
export function billEndpoints(cache: CacheState, request: BilledRequest, rules: EndpointRules) {
  const { prompt, startMs, replyMs = startMs } = request
  const live = new Map<string, CacheEntry>()
  for (const [key, entry] of cache.entries) if (startMs - entry.usedMs < rules.ttlMs) live.set(key, entry)
  const hit = findHit(request, live, rules)
  const hitEntry = hit && live.get(hit.key)
  if (hit && hitEntry) live.set(hit.key, { ...hitEntry, usedMs: startMs })
  const marks = written(request, rules)
  for (const { key } of marks) {
    const known = live.get(key)
    live.set(key, known ? { ...known, usedMs: startMs } : { ttl: '5m', usedMs: startMs, readableMs: replyMs })
  }
  return { usage: split(prompt, hit?.tokens ?? 0, marks.at(-1)?.tokens ?? 0), cache: { ...cache, entries: live } }
}

/** A call writes at most four places: the end of the prompt, and the last of those marked. */
function written({ prompt, breakpoints = [] }: BilledRequest, rules: EndpointRules): readonly Prefix[] {
  const marked = breakpoints.map(({ at }) => at).filter((at) => at !== prompt)
  return [...marked.slice(1 - rules.maxBreakpoints), prompt].filter((at) => at.tokens >= rules.minTokens)
}

function findHit(
  { prompt, breakpoints = [], startMs }: BilledRequest,
  live: ReadonlyMap<string, CacheEntry>,
  { latest }: EndpointRules,
): Prefix | undefined {
  let asked = 0
  for (let prefix: Prefix | undefined = prompt; prefix && asked < latest; prefix = prefix.parent) {
    if (!prefix.endsMessage && prefix !== prompt && !breakpoints.some(({ at }) => at === prefix)) continue
    asked++
    const entry = live.get(prefix.key)
    if (entry !== undefined && entry.readableMs <= startMs) return prefix
  }
  return undefined
}

function split(prompt: Prefix, read: number, end: number): PromptUsage {
  const cached = Math.max(read, end)
  return { read, write5m: cached - read, write1h: 0, plain: prompt.tokens - cached }
}
