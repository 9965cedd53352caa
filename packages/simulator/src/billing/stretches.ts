import type { Prefix } from './prefix.ts'

/** Neighbouring tokens that have occurred in the same requests. */
export interface Stretch {
  tokens: number
  usedMs: number
  cheapest: readonly number[]
  /** The last prefix in it. */
  top: Prefix
  below: Stretch | undefined
}

/** All prompts so far, cut where they part. */
export interface Stretches {
  readonly all: readonly Stretch[]
  /** The stretches that make up a prompt; what was never seen becomes one of them. */
  enter(prompt: Prefix): Iterable<Stretch>
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
    const lower = { ...whole, top: prefix, tokens: prefix.tokens - bottom }
    whole.tokens -= lower.tokens
    whole.below = lower
    return add(lower, prefix, ({ key }) => byKey.get(key) === whole)
  }
  const enter = (prompt: Prefix): Iterable<Stretch> => {
    let known: Prefix | undefined = prompt
    while (known && !byKey.has(known.key)) known = known.parent
    const whole = known && byKey.get(known.key)
    const below = known && whole && cutAt(known, whole)
    if (known === prompt) return downFrom(below)
    const tokens = prompt.tokens - (known?.tokens ?? 0)
    const stretch = { tokens, usedMs: Number.NEGATIVE_INFINITY, cheapest: fresh, top: prompt, below }
    return downFrom(add(stretch, prompt, ({ key }) => !byKey.has(key)))
  }
  return { all, enter }
}

function* downFrom(stretch: Stretch | undefined): Generator<Stretch> {
  for (let each = stretch; each; each = each.below) yield each
}
