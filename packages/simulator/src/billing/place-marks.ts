import type { Anchor } from '@palimpsest/core/cache'
import type { MarkedPrefix } from './billed-request.ts'
import type { Prefix } from './prefix.ts'
import { isSaid } from './prompt-blocks.ts'
import type { CanonicalRequest, PromptBook } from './prompt-reader.ts'
import type { BilledTtl } from './rules.ts'

/** Finds these anchors in a request that was just read, as if it had been marked and read again. */
export function placeMarks(
  { tools = [], messages }: CanonicalRequest,
  anchors: readonly Anchor[],
  { blocksAt }: Pick<PromptBook, 'blocksAt'>,
): readonly MarkedPrefix[] {
  const marks: Mark[] = []
  for (const { place, ttl } of anchors) {
    const item = place.kind === 'tool' ? place.tool : tools.length + place.message
    const at = blockOf({ tools, messages }, place, blocksAt(item))
    let i = marks.length
    while ((marks[i - 1]?.item ?? -1) >= item) i--
    // A message carries one breakpoint, the last that it was given.
    marks.splice(i, marks[i]?.item === item ? 1 : 0, { item, at, ttl })
  }
  const placed: MarkedPrefix[] = []
  for (const { at, ttl } of marks) if (at) placed.push({ at, ttl })
  return placed
}

/** The mark on an item; not all blocks can carry one. */
interface Mark {
  readonly item: number
  readonly at: Prefix | undefined
  readonly ttl: BilledTtl
}

function blockOf(
  { tools = [], messages }: CanonicalRequest,
  place: Anchor['place'],
  blocks: readonly Prefix[],
): Prefix | undefined {
  if (place.kind === 'tool') return tools[place.tool]?.kind === 'function' ? blocks[0] : undefined
  const message = messages[place.message]
  if (message === undefined) return undefined
  if (place.kind === 'result' || message.role === 'tool') {
    return place.kind === 'result' && message.role === 'tool' ? blocks[0] : undefined
  }
  const part = message.parts[place.part]
  if (part === undefined || !isSaid(part)) return undefined
  return blocks[message.parts.slice(0, place.part).filter(isSaid).length]
}
