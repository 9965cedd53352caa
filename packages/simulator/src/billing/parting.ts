import type { Prefix, PromptBlock } from './prefix.ts'

/** The point where two prompts diverge. */
export interface Parting {
  /** Of the whole blocks that they share. */
  readonly tokens: number
  /** The first block that differs; absent on the side of a prompt that ends there. */
  readonly one?: PromptBlock | undefined
  readonly other?: PromptBlock | undefined
}

/** A step is taken only on the longer side, so equal beginnings are not walked. */
export function partingOf(one: Prefix, other: Prefix): Parting {
  let [a, b] = [one, other]
  let [aboveA, aboveB]: (Prefix | undefined)[] = []
  while (a.key !== b.key) {
    if (a.blocks >= b.blocks && a.parent) {
      aboveA = a
      a = a.parent
    } else if (b.parent) {
      aboveB = b
      b = b.parent
    } else return { tokens: 0 }
  }
  return { tokens: a.tokens, one: aboveA?.block, other: aboveB?.block }
}
