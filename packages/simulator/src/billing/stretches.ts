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

/** For so many prompts. */
export function createStretches(prompts: number): Stretches {
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
  /** From a prefix down to where another stretch begins. */
  const add = (top: Prefix, size: number, before: number, owner: number | undefined) => {
    const stretch = tops.push(top) - 1
    tokens.push(size)
    below[stretch] = before
    for (let prefix: Prefix | undefined = top; prefix && byKey.get(prefix.key) === owner; prefix = prefix.parent) {
      byKey.set(prefix.key, stretch)
    }
    return stretch
  }
  const cutAt = (prefix: Prefix, whole: number): number => {
    const [top, size = 0] = [tops[whole], tokens[whole]]
    if (top === undefined || top.key === prefix.key) return whole
    const lowerSize = prefix.tokens - (top.tokens - size)
    const lower = add(prefix, lowerSize, below[whole] ?? -1, whole)
    tokens[whole] = size - lowerSize
    below[whole] = lower
    for (const column of [usedMs, plain, first, second]) column[lower] = column[whole] ?? 0
    return lower
  }
  const enter = (prompt: Prefix): number => {
    let known: Prefix | undefined = prompt
    while (known && !byKey.has(known.key)) known = known.parent
    const whole = known && byKey.get(known.key)
    const before = known === undefined || whole === undefined ? -1 : cutAt(known, whole)
    if (known === prompt) return before
    return add(prompt, prompt.tokens - (known?.tokens ?? 0), before, undefined)
  }
  return { tokens, usedMs, plain, first, second, below, enter }
}
