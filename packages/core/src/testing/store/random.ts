/** Chance from a seed: the same numbers each time, so that a failing walk can be walked again. */
export interface Random {
  /** A whole number from 0 to `below`, exclusive. */
  below(below: number): number
  pick<T>(items: readonly T[]): T
  /** Each item with a chance of one half, in order. */
  some<T>(items: readonly T[]): readonly T[]
}

export function createRandom(seed: number): Random {
  let state = seed
  // A linear congruence modulo 2^32 whose high bits are good enough to choose steps by.
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick(items) {
      const item = items[below(items.length)]
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    some: (items) => items.filter(() => next() < 0.5),
  }
}
