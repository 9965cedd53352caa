import type { Anchor } from '@palimpsest/core'
import type { MarkedPrefix } from './billed-request.ts'
import type { Prefix } from './prefix.ts'
import { isSaid } from './prompt-blocks.ts'
import type { CanonicalRequest, PromptBook } from './prompt-reader.ts'
import type { Ttl } from './rules.ts'

/** Where these anchors stand in a request that was read just now, as if it had been marked and read again. */
export function placeMarks(
  { tools = [], messages }: CanonicalRequest,
  anchors: readonly Anchor[],
  { blocksAt }: Pick<PromptBook, 'blocksAt'>,
): readonly MarkedPrefix[] {
  const marks: { item: number; at: Prefix | undefined; ttl: Ttl }[] = []
  for (const anchor of anchors) {
    const { place, ttl } = anchor
    const item = place.kind === 'tool' ? place.tool : tools.length + place.message
    const at = blockOf({ tools, messages }, anchor, blocksAt(item))
    // A message carries one breakpoint, the last that it was given.
    const had = marks.find((mark) => mark.item === item)
    if (had === undefined) marks.push({ item, at, ttl })
    else Object.assign(had, { at, ttl })
  }
  marks.sort((a, b) => a.item - b.item)
  return marks.flatMap(({ at, ttl }) => (at ? [{ at, ttl }] : []))
}

function blockOf(
  { tools = [], messages }: CanonicalRequest,
  { place }: Anchor,
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
