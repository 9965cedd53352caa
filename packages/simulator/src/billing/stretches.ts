import type { Prefix } from './prefix.ts'

/** Neighbouring tokens that have occurred in the same requests. */
export interface Stretch {
  tokens: number
  usedMs: number
  /** Of one of its tokens so far, for each way to keep it. */
  readonly cheapest: number[]
  /** The last prefix in it. */
  top: Prefix
  below: Stretch | undefined
}

/** All prompts so far, cut where they part. */
export interface Stretches {
  readonly all: readonly Stretch[]
  /** The last of the stretches that make up a prompt; what was never seen becomes one of them. */
  enter(prompt: Prefix): Stretch | undefined
}

/** `shelves` is how many ways there are to keep a token. */
export function createStretches(shelves: number): Stretches {
  const all: Stretch[] = []
  const byKey = new Map<string, Stretch>()
  const fresh = [0, ...Array<number>(shelves).fill(Number.POSITIVE_INFINITY)]
  const add = (stretch: Stretch, from: Prefix, isIn: (prefix: Prefix) => boolean) => {
    for (let prefix: Prefix | undefined = from; prefix && isIn(prefix); prefix = prefix.parent) {
      byKey.set(prefix.key, stretch)
    }
    all.push(stretch)
    return stretch
  }
  const cutAt = (prefix: Prefix, whole: Stretch): Stretch => {
    if (whole.top.key === prefix.key) return whole
    const bottom = whole.top.tokens - whole.tokens
    const lower = { ...whole, cheapest: [...whole.cheapest], top: prefix, tokens: prefix.tokens - bottom }
    whole.tokens -= lower.tokens
    whole.below = lower
    return add(lower, prefix, ({ key }) => byKey.get(key) === whole)
  }
  const enter = (prompt: Prefix): Stretch | undefined => {
    let known: Prefix | undefined = prompt
    while (known && !byKey.has(known.key)) known = known.parent
    const whole = known && byKey.get(known.key)
    const below = known && whole && cutAt(known, whole)
    if (known === prompt) return below
    const tokens = prompt.tokens - (known?.tokens ?? 0)
    const stretch = { tokens, usedMs: Number.NEGATIVE_INFINITY, cheapest: [...fresh], top: prompt, below }
    return add(stretch, prompt, ({ key }) => !byKey.has(key))
  }
  return { all, enter }
}
