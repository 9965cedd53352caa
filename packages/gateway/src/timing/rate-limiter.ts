/** Allows so many requests a minute under each key, and as many at once as a sixth of that. */
export interface RateLimiter {
  /** Takes one; answers with the wait until there is one, 0 when there was. */
  take(key: string, perMinute: number): number
  /** Gives back one that was taken for nothing. */
  give(key: string): void
}

interface Bucket {
  tokens: number
  at: number
}

/** The keys that are remembered; the one unused for longest is forgotten, and its bucket is then full. */
const mostKeys = 10_000
const minuteMs = 60_000
const burstShare = 1 / 6

/** A token bucket for each key. */
export function createRateLimiter(now: () => number): RateLimiter {
  const buckets = new Map<string, Bucket>()
  return {
    take: (key, perMinute) => {
      const capacity = Math.max(1, perMinute * burstShare)
      const perMs = perMinute / minuteMs
      const at = now()
      const before = buckets.get(key) ?? { tokens: capacity, at }
      const tokens = Math.min(capacity, before.tokens + Math.max(0, at - before.at) * perMs)
      buckets.delete(key)
      buckets.set(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at })
      for (const oldest of buckets.keys()) {
        if (buckets.size <= mostKeys) break
        buckets.delete(oldest)
      }
      return tokens >= 1 ? 0 : Math.ceil((1 - tokens) / perMs)
    },
    give: (key) => {
      const bucket = buckets.get(key)
      if (bucket !== undefined) bucket.tokens++
    },
  }
}
