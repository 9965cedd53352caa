import type { BilledRequest } from './billed-request.ts'
import { sharedInside } from './block-text.ts'
import type { CacheState } from './cache-state.ts'
import { type Parting, partingOf } from './parting.ts'
import type { PrefixRules } from './rules.ts'

/** Bills a prompt where the cache finds the longest common beginning by itself, wherever it ends. */
export function billPrefix(cache: CacheState, request: BilledRequest, rules: PrefixRules) {
  const { prompt, startMs, replyMs = startMs } = request
  const live = cache.prompts.filter(({ usedMs, ttlMs }) => startMs - usedMs < ttlMs)
  const partings = live.map((seen) => (seen.readableMs > startMs ? unread : partingOf(seen.prompt, prompt)))
  const read = longestRead(partings, rules)
  // What the new prompt begins with is kept in it, unless it was to be kept for longer.
  const kept = live.flatMap((seen, i) => {
    if (partings[i]?.tokens !== seen.prompt.tokens || seen.readableMs > startMs) return [seen]
    return seen.ttlMs > rules.ttlMs ? [{ ...seen, usedMs: startMs }] : []
  })
  return {
    usage: { read, write5m: 0, write1h: 0, plain: prompt.tokens - read },
    cache: { ...cache, prompts: [...kept, { prompt, ttlMs: rules.ttlMs, usedMs: startMs, readableMs: replyMs }] },
  }
}

/** The reply to it has not begun. */
const unread: Parting = { tokens: 0 }

/** Blocks are looked into only where that can lead further: not in prompts that grow. */
function longestRead(partings: readonly Parting[], { stepTokens, minTokens }: PrefixRules): number {
  const stepped = (tokens: number) => (tokens < minTokens ? 0 : tokens - (tokens % stepTokens))
  let longest = 0
  for (const { tokens } of partings) longest = Math.max(longest, stepped(tokens))
  for (const { tokens, one, other } of partings) {
    const most = stepped(tokens + Math.min(one?.tokens ?? 0, other?.tokens ?? 0))
    if (most > longest) longest = Math.max(longest, stepped(tokens + sharedInside(one, other)))
  }
  return longest
}
