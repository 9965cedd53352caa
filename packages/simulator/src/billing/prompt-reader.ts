import type { Message, Tool } from '@palimpsest/core/message'
import type { Counter } from '@palimpsest/core/tokens'
import type { BilledRequest, MarkedPrefix } from './billed-request.ts'
import { isSameItem } from './is-same-item.ts'
import { extend, extendAll, type Grow, type Prefix, startPrefix } from './prefix.ts'
import { type BlockReader, createBlockReader, isSaid, type PromptItem } from './prompt-blocks.ts'

/** A request in canonical form. A list that is sent again has grown at most. */
export interface CanonicalRequest {
  readonly tools?: readonly Tool[]
  readonly messages: readonly Message[]
}

/** Reads requests as a cache would see them on Anthropic's wire. What two requests in a row share is read once. */
export type PromptReader = (request: CanonicalRequest) => Pick<BilledRequest, 'prompt' | 'breakpoints'>

/** A reader, and what it knows of the last request that it read. */
export interface PromptBook {
  readonly read: PromptReader
  /** The prompt up to each block of an item, tools first. */
  blocksAt(item: number): readonly Prefix[]
}

export function createPromptReader(model: string, counter: Counter): PromptReader {
  return createPromptBook(model, counter).read
}

/** An item as it was first read. */
interface Page {
  readonly blocks: readonly Prefix[]
  readonly marks: readonly MarkedPrefix[]
  /** The prompt up to its end. */
  readonly end: Prefix
}

/** Prompts that are read for long grow by `extend`, which remembers nothing. */
export function createPromptBook(model: string, counter: Counter, grow: Grow = extend): PromptBook {
  return createPromptCache(model, counter, grow)()
}

/** Opens books for prompts that have much in common: what one of them has read, the others need not work out again. */
export function createPromptCache(model: string, counter: Counter, grow: Grow): () => PromptBook {
  const start = startPrefix(model)
  const blocksOf = createBlockReader(counter)
  return () => openBook(start, blocksOf, grow)
}

function openBook(start: Prefix, blocksOf: BlockReader, grow: Grow): PromptBook {
  const items: PromptItem[] = []
  const pages: Page[] = []
  /** Items that carry breakpoints, in order. */
  const marked: number[] = []
  /** The lists that were read last, and how many of their items are the very ones that are kept. */
  let last: LastRead = { tools: [], messages: [], same: 0 }
  const forget = (from: number) => {
    if (from === items.length) return
    items.length = from
    pages.length = from
    while ((marked.at(-1) ?? -1) >= from) marked.pop()
  }
  const add = (item: PromptItem) => {
    const before = pages.at(-1)?.end ?? start
    const blocks = extendAll(before, blocksOf(item), grow)
    const marks = marksOf(item, blocks)
    if (marks.length > 0) marked.push(items.length)
    items.push(item)
    pages.push({ blocks, marks, end: blocks.at(-1) ?? before })
  }
  const read: PromptReader = ({ tools = noTools, messages }) => {
    const itemAt = (i: number) => (i < tools.length ? tools[i] : messages[i - tools.length])
    const isAgain = tools === last.tools && messages === last.messages
    const from = isAgain ? Math.min(last.same, tools.length + messages.length) : 0
    const { length, copies } = shared(items, itemAt, from)
    forget(length)
    for (let item = itemAt(length); item; item = itemAt(items.length)) add(item)
    last = { tools, messages, same: copies[0] ?? items.length }
    const breakpoints = inOrder(copies, marked).flatMap((i) => {
      const [item, page] = [itemAt(i), pages[i]]
      if (item === undefined || page === undefined) return []
      return item === items[i] ? page.marks : marksOf(item, page.blocks)
    })
    return { prompt: pages.at(-1)?.end ?? start, breakpoints }
  }
  return { read, blocksAt: (item) => pages[item]?.blocks ?? [] }
}

const noTools: readonly Tool[] = []

interface LastRead extends Required<CanonicalRequest> {
  readonly same: number
}

/** Counts the items that say the same as before, and lists the copies among them, whose breakpoints may differ. */
function shared(before: readonly PromptItem[], itemAt: (i: number) => PromptItem | undefined, from: number) {
  const copies: number[] = []
  for (let i = from; i < before.length; i++) {
    const was = before[i]
    const is = itemAt(i)
    if (was === is) continue
    if (was === undefined || is === undefined || !isSameItem(was, is)) return { length: i, copies }
    copies.push(i)
  }
  return { length: before.length, copies }
}

/** Most requests have none. */
function inOrder(some: readonly number[], others: readonly number[]): readonly number[] {
  return some.length + others.length === 0 ? [] : [...new Set([...some, ...others])].sort((a, b) => a - b)
}

function marksOf(item: PromptItem, blocks: readonly Prefix[]): readonly MarkedPrefix[] {
  if (!isMarked(item)) return []
  const holders = 'kind' in item || item.role === 'tool' ? [item] : item.parts.filter(isSaid)
  return holders.flatMap((holder, i) => {
    const at = blocks[i]
    const breakpoint = 'breakpoint' in holder ? holder.breakpoint : undefined
    return at && breakpoint ? [{ at, ttl: breakpoint.ttl ?? '5m' }] : []
  })
}

function isMarked(item: PromptItem): boolean {
  if ('breakpoint' in item) return true
  return 'parts' in item && item.parts.some(({ breakpoint }) => breakpoint !== undefined)
}
