import type { BilledRequest } from './billed-request.ts'
import type { CacheState, SeenPrompt } from './cache-state.ts'
import type { Prefix } from './prefix.ts'
import type { PrefixRules } from './rules.ts'

/** Bills a prompt where the cache finds the longest common beginning by itself. It compares whole blocks. */
export function billPrefix(cache: CacheState, request: BilledRequest, rules: PrefixRules) {
  const { prompt, startMs, replyMs = startMs } = request
  const live = cache.prompts.filter(({ usedMs }) => startMs - usedMs < rules.ttlMs)
  const common = live.map((seen) => commonTokens(seen, request))
  const longest = Math.max(0, ...common)
  const stepped = longest - (longest % rules.stepTokens)
  const read = stepped >= rules.minTokens ? stepped : 0
  const apart = live.filter(
    ({ prompt: earlier, readableMs }, i) => common[i] !== earlier.tokens || readableMs > startMs,
  )
  return {
    usage: { read, write5m: 0, write1h: 0, plain: prompt.tokens - read },
    cache: { ...cache, prompts: [...apart, { prompt, usedMs: startMs, readableMs: replyMs }] },
  }
}

function commonTokens({ prompt, readableMs }: SeenPrompt, request: BilledRequest): number {
  return readableMs > request.startMs ? 0 : shared(prompt, request.prompt).tokens
}

/** The longest prefix that two prompts share; a step is taken only on the longer side, so equal beginnings are not walked. */
function shared(one: Prefix, other: Prefix): Prefix {
  let a = one
  let b = other
  while (a.key !== b.key) {
    if (a.blocks >= b.blocks && a.parent) a = a.parent
    else if (b.parent) b = b.parent
    else return { ...b, tokens: 0 }
  }
  return a
}
