import { createBranches, endsInsideBlock } from './branches.ts'
import type { Prefix } from './prefix.ts'

/**
 * All prompts so far, cut where they part: a stretch is neighbouring tokens that have occurred in the same requests.
 * Each request goes through all of its stretches, so what is known of them lies in columns, by their numbers.
 */
export interface Stretches {
  readonly tokens: readonly number[]
  readonly usedMs: Float64Array
  /** The least that one of its tokens can have cost so far, if it is now kept nowhere, on the first shelf, on the second. */
  readonly plain: Float64Array
  readonly first: Float64Array
  readonly second: Float64Array
  /** The stretch before it; -1 where a prompt begins. */
  readonly below: Int32Array
  /** The last of the stretches that make up a prompt; what was never seen becomes one of them. */
  enter(prompt: Prefix): number
}

/** For so many prompts, which part between blocks, or also inside them. */
export function createStretches(prompts: number, parting: 'between' | 'inside' = 'between'): Stretches {
  // A prompt cuts one in two at most, and adds one.
  const most = 2 * prompts
  const tokens: number[] = []
  const tops: Prefix[] = []
  const usedMs = new Float64Array(most).fill(Number.NEGATIVE_INFINITY)
  const plain = new Float64Array(most)
  const first = new Float64Array(most).fill(Number.POSITIVE_INFINITY)
  const second = new Float64Array(most).fill(Number.POSITIVE_INFINITY)
  const below = new Int32Array(most)
  const byKey = new Map<string, number>()
  const findBranch = parting === 'inside' ? createBranches() : () => undefined
  const bottomOf = (stretch: number) => (tops[stretch]?.tokens ?? 0) - (tokens[stretch] ?? 0)
  /** From a prefix down to where another stretch begins. */
  const add = (top: Prefix, size: number, before: number, owner: number | undefined) => {
    const stretch = tops.push(top) - 1
    tokens.push(size)
    below[stretch] = before
    let prefix = endsInsideBlock(top) ? top.parent : top
    for (; prefix && byKey.get(prefix.key) === owner; prefix = prefix.parent) byKey.set(prefix.key, stretch)
    return stretch
  }
  const cutAt = (prefix: Prefix, whole: number): number => {
    const top = tops[whole]
    if (top === undefined || isSamePlace(top, prefix)) return whole
    const lowerSize = prefix.tokens - bottomOf(whole)
    const lower = add(prefix, lowerSize, below[whole] ?? -1, whole)
    tokens[whole] = (tokens[whole] ?? 0) - lowerSize
    below[whole] = lower
    for (const column of [usedMs, plain, first, second]) column[lower] = column[whole] ?? 0
    return lower
  }
  /** The stretch of a prompt in which so many of its tokens end. */
  const stretchAt = (prompt: Prefix, end: number): number => {
    let stretch = byKey.get(prompt.key) ?? -1
    while (bottomOf(stretch) >= end && stretch >= 0) stretch = below[stretch] ?? -1
    return stretch
  }
  const enter = (prompt: Prefix): number => {
    const { known, next } = knownPart(prompt, byKey)
    if (known === undefined) return add(prompt, prompt.tokens, -1, undefined)
    const whole = byKey.get(known.key) ?? -1
    if (next === undefined) return cutAt(known, whole)
    const { sibling, end } = findBranch(known, next, tops[whole]) ?? { end: known }
    const before = cutAt(end, sibling ? stretchAt(sibling, end.tokens) : whole)
    return add(prompt, prompt.tokens - end.tokens, before, undefined)
  }
  return { tokens, usedMs, plain, first, second, below, enter }
}

/** Inside a block only token counts distinguish places. */
function isSamePlace(one: Prefix, other: Prefix): boolean {
  return endsInsideBlock(other) ? one.tokens === other.tokens : one.key === other.key
}

/** Finds the part of a prompt seen before, and the first block after it. */
function knownPart(prompt: Prefix, seen: ReadonlyMap<string, unknown>) {
  let known: Prefix | undefined = prompt
  let next: Prefix | undefined
  while (known && !seen.has(known.key)) {
    next = known
    known = known.parent
  }
  return { known, next }
}
