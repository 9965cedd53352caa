import type { Counter, Message, Part, Tool } from '@palimpsest/core'
import type { BilledRequest, MarkedPrefix } from './billed-request.ts'
import { extend, type Prefix, type PromptBlock, startPrefix } from './prefix.ts'

/** A request in canonical form. */
export interface CanonicalRequest {
  readonly tools?: readonly Tool[]
  readonly messages: readonly Message[]
}

/** Reads requests as a cache would see them on Anthropic's wire. What two requests in a row share is read once. */
export type PromptReader = (request: CanonicalRequest) => Pick<BilledRequest, 'prompt' | 'breakpoints'>

type Item = Tool | Message

/** An item as it was last read: the prompt up to each of its blocks, and which of them are marked. */
interface ReadItem {
  readonly item: Item
  readonly blocks: readonly Prefix[]
  readonly marks: readonly MarkedPrefix[]
  /** The prompt up to its end. */
  readonly end: Prefix
}

export function createPromptReader(model: string, counter: Counter): PromptReader {
  const start = startPrefix(model)
  let last: readonly ReadItem[] = []
  return ({ tools = [], messages }) => {
    const read: ReadItem[] = []
    const breakpoints: MarkedPrefix[] = []
    let end = start
    let isShared = true
    for (const item of [...tools, ...messages]) {
      const before: ReadItem | undefined = isShared ? last[read.length] : undefined
      isShared = before !== undefined && isSame(item, before.item)
      const now = before && isShared ? reread(item, before) : readItem(item, end, counter)
      read.push(now)
      for (const mark of now.marks) breakpoints.push(mark)
      end = now.end
    }
    last = read
    return { prompt: end, breakpoints }
  }
}

function reread(item: Item, before: ReadItem): ReadItem {
  return item === before.item ? before : { ...before, item, marks: marksOf(item, before.blocks) }
}

function readItem(item: Item, start: Prefix, counter: Counter): ReadItem {
  const blocks: Prefix[] = []
  for (const block of blocksOf(item, counter)) blocks.push(extend(blocks.at(-1) ?? start, block))
  return { item, blocks, marks: marksOf(item, blocks), end: blocks.at(-1) ?? start }
}

/** Whether two items say the same; breakpoints do not count. Copies share what they did not change, so this is quick. */
function isSame(a: Item, b: Item): boolean {
  if (a === b) return true
  return isAlike(a, b, (name) => name === 'breakpoint' || name === 'parts') && areAlike(partsOf(a), partsOf(b))
}

const partsOf = (item: Item): readonly Part[] => ('parts' in item ? item.parts : [])

function areAlike(a: readonly Part[], b: readonly Part[]): boolean {
  return a.length === b.length && a.every((part, i) => isAlike(part, b[i] ?? {}, (name) => name === 'breakpoint'))
}

function isAlike(a: object, b: object, isSkipped: (name: string) => boolean): boolean {
  if (a === b) return true
  const entries = Object.entries(a).filter(([name]) => !isSkipped(name))
  const others = new Map(Object.entries(b).filter(([name]) => !isSkipped(name)))
  return (
    entries.length === others.size &&
    entries.every(([name, value]) => others.has(name) && isEqual(value, others.get(name)))
  )
}

function isEqual(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
}

/** What an item says; breakpoints are not part of it. */
function keyOf(item: Item): string {
  return JSON.stringify('parts' in item ? { ...bare(item), parts: item.parts.map(bare) } : bare(item))
}

/** The very same value where it carries no breakpoint, as most do. */
function bare<T extends object>(value: T): object {
  if (!('breakpoint' in value)) return value
  const { breakpoint: _, ...others } = value
  return others
}

/** A tool and a result are one block each; other messages have one for each part that says anything. */
function blocksOf(item: Item, counter: Counter): readonly PromptBlock[] {
  if ('kind' in item) return [{ key: keyOf(item), tokens: counter.tool(item), kind: 'text' }]
  if (item.role === 'tool') {
    return [{ key: keyOf(item), tokens: counter.message(item), kind: 'tool_result', endsMessage: true }]
  }
  const parts: readonly Part[] = item.parts
  const envelope = counter.message({ ...item, parts: [] })
  const said = parts.filter(isSaid)
  return said.map((part, i) => ({
    key: `${item.role}${i}${JSON.stringify(bare(part))}`,
    tokens: counter.part(part) + (i === 0 ? envelope : 0),
    kind: kindOf(part),
    ...(i === said.length - 1 && { endsMessage: true as const }),
  }))
}

function isSaid(part: Part): boolean {
  return part.type !== 'text' || part.text.trim() !== ''
}

function kindOf(part: Part): PromptBlock['kind'] {
  if (part.type === 'tool-call') return 'tool_use'
  return part.type === 'thinking' ? 'thinking' : 'text'
}

function marksOf(item: Item, blocks: readonly Prefix[]): readonly MarkedPrefix[] {
  const holders = 'kind' in item || item.role === 'tool' ? [item] : item.parts.filter(isSaid)
  return holders.flatMap((holder, i) => {
    const at = blocks[i]
    const breakpoint = 'breakpoint' in holder ? holder.breakpoint : undefined
    return at && breakpoint ? [{ at, ttl: breakpoint.ttl ?? '5m' }] : []
  })
}
