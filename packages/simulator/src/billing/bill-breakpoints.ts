import type { BilledRequest, MarkedPrefix, PromptUsage } from './billed-request.ts'
import type { CacheEntry, CacheState } from './cache-state.ts'
import { lastCacheable } from './caching-refusal.ts'
import type { Prefix } from './prefix.ts'
import type { BilledTtl, BreakpointRules } from './rules.ts'

type Entries = ReadonlyMap<string, CacheEntry>

/** An entry by its key, if it still lives. */
type Find = (key: string) => CacheEntry | undefined

/** Bills a prompt where the cache holds exactly the marked places of earlier prompts. */
export function billBreakpoints(cache: CacheState, request: BilledRequest, rules: BreakpointRules) {
  const entries = new Map(cache.entries)
  dropDead(entries, request.startMs, rules)
  return { usage: billInPlace(entries, request, rules), cache: { ...cache, entries } }
}

/** The same for callers that own the entries: they are changed in place, and dead ones may be among them. */
export function billInPlace(
  entries: Map<string, CacheEntry>,
  request: BilledRequest,
  rules: BreakpointRules,
): PromptUsage {
  const { prompt, startMs } = request
  const find: Find = (key) => {
    const entry = entries.get(key)
    return entry && isLive(entry, entries, startMs, rules) ? entry : undefined
  }
  const marks = cacheable(request, rules)
  const hit = findHit(marks, find, startMs, rules)
  remember(entries, find, { marks, hit, request })
  return split(prompt, marks, hit)
}

/** Takes away what can never be read again. */
export function dropDead(entries: Map<string, CacheEntry>, nowMs: number, rules: BreakpointRules): void {
  const dead = [...entries].filter(([, entry]) => !isLive(entry, entries, nowMs, rules))
  for (const [key] of dead) entries.delete(key)
}

/** An entry that continues a shorter-lived one goes with it, and does not come back when that is written anew. */
function isLive(entry: CacheEntry, entries: Entries, nowMs: number, rules: BreakpointRules): boolean {
  if (!isFresh(entry, nowMs, rules)) return false
  if (entry.restsOn === undefined) return true
  const base = entries.get(entry.restsOn)
  return base !== undefined && isFresh(base, nowMs, rules) && base.readableMs <= entry.readableMs
}

function isFresh({ usedMs, ttl }: CacheEntry, nowMs: number, { ttlMs }: BreakpointRules): boolean {
  return nowMs - usedMs < ttlMs[ttl]
}

/** The places asked for, first to last, without those too short to cache. */
function cacheable({ prompt, breakpoints = [], automatic }: BilledRequest, { minTokens }: BreakpointRules) {
  const long = breakpoints.filter(({ at }) => at.tokens >= minTokens)
  if (automatic === undefined) return long
  const last = lastCacheable(prompt)
  const isMarked = last.tokens < minTokens || long.some(({ at }) => at === last)
  return isMarked ? long : [...long, { at: last, ttl: automatic }]
}

/** Looks back from each breakpoint, the last one first, so the first entry found is the longest. */
function findHit(
  marks: readonly MarkedPrefix[],
  find: Find,
  nowMs: number,
  rules: BreakpointRules,
): Prefix | undefined {
  const place = rules.positions === 'raw' ? 'blocks' : 'positions'
  for (let i = marks.length - 1; i >= 0; i--) {
    const at = marks[i]?.at
    const end = (at?.[place] ?? 0) - rules.lookbackPositions
    for (let prefix = at; prefix && prefix[place] > end; prefix = prefix.parent) {
      const entry = find(prefix.key)
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

interface Billed {
  readonly marks: readonly MarkedPrefix[]
  readonly hit: Prefix | undefined
  readonly request: BilledRequest
}

/** Entries at breakpoints and the hit live on from the start of this request; what is new is written. */
function remember(entries: Map<string, CacheEntry>, find: Find, { marks, hit, request }: Billed): void {
  const { startMs, replyMs = startMs } = request
  const refresh = (key: string, entry: CacheEntry) => {
    entries.set(key, usedAt(startMs, entry))
    const base = entry.restsOn === undefined ? undefined : entries.get(entry.restsOn)
    if (entry.restsOn !== undefined && base) entries.set(entry.restsOn, usedAt(startMs, base))
  }
  const base = hit && find(hit.key)
  if (hit && base) refresh(hit.key, base)
  for (const { at, ttl } of marks) {
    const known = find(at.key)
    if (known) refresh(at.key, known)
    else entries.set(at.key, { usedMs: startMs, readableMs: replyMs, ...lifetime(at, ttl, hit, base) })
  }
}

/** Not a copy of a copy of a copy: engines are slow to make those. */
function usedAt(usedMs: number, { ttl, readableMs, restsOn }: CacheEntry): CacheEntry {
  return { usedMs, readableMs, ttl, ...(restsOn !== undefined && { restsOn }) }
}

/** It is not documented that an hour extends what was written for five minutes, so it does not. */
function lifetime(at: Prefix, ttl: BilledTtl, hit: Prefix | undefined, base: CacheEntry | undefined) {
  if (hit === undefined || base === undefined || ttl === '5m') return { ttl }
  if (at.tokens <= hit.tokens && base.ttl === '5m') return { ttl: base.ttl }
  const restsOn = base.ttl === '5m' ? hit.key : base.restsOn
  return restsOn === undefined ? { ttl } : { ttl, restsOn }
}
