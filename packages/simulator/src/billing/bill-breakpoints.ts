import type { BilledRequest, MarkedPrefix, PromptUsage } from './billed-request.ts'
import type { CacheEntry, CacheState } from './cache-state.ts'
import type { Prefix } from './prefix.ts'
import { lastCacheable } from './refuse.ts'
import type { BreakpointRules, Ttl } from './rules.ts'

type Entries = ReadonlyMap<string, CacheEntry>

/** Bills a prompt where the cache holds exactly the marked places of earlier prompts. */
export function billBreakpoints(cache: CacheState, request: BilledRequest, rules: BreakpointRules) {
  const live = dropExpired(cache.entries, request.startMs, rules)
  const marks = cacheable(request, rules)
  const hit = findHit(marks, live, request.startMs, rules)
  const usage = split(request.prompt, marks, hit)
  return { usage, cache: { ...cache, entries: remember(live, marks, hit, request) } }
}

/** An entry that continues a shorter-lived one goes with it. */
function dropExpired(entries: Entries, nowMs: number, { ttlMs }: BreakpointRules): Map<string, CacheEntry> {
  const isFresh = (entry: CacheEntry | undefined) => entry !== undefined && nowMs - entry.usedMs < ttlMs[entry.ttl]
  const live = new Map<string, CacheEntry>()
  for (const [key, entry] of entries) {
    if (isFresh(entry) && (entry.restsOn === undefined || isFresh(entries.get(entry.restsOn)))) live.set(key, entry)
  }
  return live
}

/** The places asked for, first to last, without those too short to cache. */
function cacheable({ prompt, breakpoints = [], automatic }: BilledRequest, { minTokens }: BreakpointRules) {
  const last = lastCacheable(prompt)
  const isMarked = breakpoints.some(({ at }) => at === last)
  const all = automatic === undefined || isMarked ? breakpoints : [...breakpoints, { at: last, ttl: automatic }]
  return all.filter(({ at }) => at.tokens >= minTokens)
}

/** Looks back from each breakpoint, the last one first, so the first entry found is the longest. */
function findHit(
  marks: readonly MarkedPrefix[],
  live: Entries,
  nowMs: number,
  rules: BreakpointRules,
): Prefix | undefined {
  const placeOf = (prefix: Prefix) => (rules.positions === 'raw' ? prefix.blocks : prefix.positions)
  for (const { at } of marks.toReversed()) {
    const end = placeOf(at) - rules.lookbackPositions
    for (let prefix: Prefix | undefined = at; prefix && placeOf(prefix) > end; prefix = prefix.parent) {
      const entry = live.get(prefix.key)
      if (entry !== undefined && entry.readableMs <= nowMs) return prefix
    }
  }
  return undefined
}

/** Read up to the hit, one-hour writes up to the last such breakpoint, five-minute writes up to the last, then plain. */
function split(prompt: Prefix, marks: readonly MarkedPrefix[], hit: Prefix | undefined): PromptUsage {
  const read = hit?.tokens ?? 0
  const hour = Math.max(read, marks.findLast(({ ttl }) => ttl === '1h')?.at.tokens ?? 0)
  const end = Math.max(hour, marks.at(-1)?.at.tokens ?? 0)
  return { read, write1h: hour - read, write5m: end - hour, plain: prompt.tokens - end }
}

/** Entries at breakpoints and the hit live on from the start of this request; what is new is written. */
function remember(
  live: Map<string, CacheEntry>,
  marks: readonly MarkedPrefix[],
  hit: Prefix | undefined,
  { startMs, replyMs = startMs }: BilledRequest,
): Entries {
  const refresh = (key: string, entry: CacheEntry) => {
    live.set(key, { ...entry, usedMs: startMs })
    const base = entry.restsOn === undefined ? undefined : live.get(entry.restsOn)
    if (entry.restsOn !== undefined && base) live.set(entry.restsOn, { ...base, usedMs: startMs })
  }
  const base = hit && live.get(hit.key)
  if (hit && base) refresh(hit.key, base)
  for (const { at, ttl } of marks) {
    const known = live.get(at.key)
    if (known) refresh(at.key, known)
    else live.set(at.key, { usedMs: startMs, readableMs: replyMs, ...lifetime(at, ttl, hit, base) })
  }
  return live
}

/** It is not documented that an hour extends what was written for five minutes, so it does not. */
function lifetime(at: Prefix, ttl: Ttl, hit: Prefix | undefined, base: CacheEntry | undefined) {
  if (hit === undefined || base === undefined || ttl === '5m') return { ttl }
  if (at.tokens <= hit.tokens && base.ttl === '5m') return { ttl: base.ttl }
  const restsOn = base.ttl === '5m' ? hit.key : base.restsOn
  return restsOn === undefined ? { ttl } : { ttl, restsOn }
}
