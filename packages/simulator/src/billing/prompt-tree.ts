import { follow, type Grow, type Prefix, type PromptBlock, prefixKey } from './prefix.ts'

/**
 * Grows prompts as `extend` does, and distinguishes them by where they diverge: what only continues is never spelled
 * or compared. All of them are remembered, so this is for work that ends.
 */
export function createPromptTree(): Grow {
  const branches = new Map<Prefix, Branch[]>()
  let grown = 0
  return (prefix, block) => {
    const known = branches.get(prefix)
    const same = known?.find((each) => isSameBlock(each.block, block))
    if (same !== undefined) return same.prefix
    const branch = { block, prefix: follow(prefix, block, `#${grown++}`) }
    if (known === undefined) branches.set(prefix, [branch])
    else known.push(branch)
    return branch.prefix
  }
}

/** A way on from a prompt: the block that it was grown by, and the prompt that this gave. */
interface Branch {
  readonly block: PromptBlock
  readonly prefix: Prefix
}

/** The same bytes have the same size, so few need be spelled. */
function isSameBlock(one: PromptBlock, other: PromptBlock): boolean {
  return one === other || (one.tokens === other.tokens && prefixKey(one) === prefixKey(other))
}
