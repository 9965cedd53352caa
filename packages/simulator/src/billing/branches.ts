import { sharedInside } from './block-text.ts'
import type { Prefix } from './prefix.ts'

/** The point where a prompt diverges from an earlier one, inside a block whose beginning both share. */
export interface PromptBranch {
  /** The earlier prompt, up to the end of that block. */
  readonly sibling: Prefix
  /** The shared part: a prefix that ends inside the block. */
  readonly end: Prefix
}

/** Finds where a prompt that goes on with `next` leaves those that went on from `known` before. */
export type FindBranch = (known: Prefix, next: Prefix, through: Prefix | undefined) => PromptBranch | undefined

/** Remembers each way on from where prompts part; `through` is a prompt that passes there, for the first time asked. */
export function createBranches(): FindBranch {
  const ways = new Map<string, Prefix[]>()
  return (known, next, through) => {
    const before = ways.get(known.key) ?? wayOn(known, through)
    let best = { tokens: 0, sibling: known }
    for (const sibling of before) {
      const tokens = sharedInside(sibling.block, next.block)
      if (tokens > best.tokens) best = { tokens, sibling }
    }
    ways.set(known.key, before)
    before.push(next)
    if (best.tokens === 0) return undefined
    const end = { ...known, key: insideKey, tokens: known.tokens + best.tokens, parent: known }
    return { sibling: best.sibling, end }
  }
}

/** Represents no bytes: nothing is looked up under it. */
const insideKey = ''

/** True when a prefix ends inside a block. */
export function endsInsideBlock({ key }: Prefix): boolean {
  return key === insideKey
}

function wayOn(known: Prefix, through: Prefix | undefined): Prefix[] {
  let next = through
  while (next?.parent && next.parent.key !== known.key) next = next.parent
  return next?.parent && through?.key !== known.key ? [next] : []
}
