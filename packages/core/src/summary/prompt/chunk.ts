import { groups } from '../../message/group.ts'
import type { CountText } from '../../tokens/count.ts'
import type { Block, SourceText } from './source-text.ts'

/** A stretch of the source that fits the summary model. All chunks joined are the source. */
export interface Chunk {
  readonly text: string
  readonly tokens: number
  /** The messages it shows, if only in part: places in the source, the last included. */
  readonly first: number
  readonly last: number
  /** Set when a message was too long for one chunk. */
  readonly part?: { readonly index: number; readonly of: number }
}

/** Splits a source over whole groups; what is too long by itself is split over messages, then at line ends. */
export function chunk(source: SourceText, maxTokens: number, countText: CountText): readonly Chunk[] {
  const packed: Chunk[] = []
  for (const blocks of byGroup(source)) {
    if (tokensOf(blocks) <= maxTokens) add(packed, join(source, blocks), maxTokens)
    else
      for (const block of blocks)
        for (const piece of pieces(source, block, maxTokens, countText)) add(packed, piece, maxTokens)
  }
  return packed
}

/** The same stretches for another model: those that are kept stay as they are, and the others fit it. */
export function chunkAnew(
  chunks: readonly Chunk[],
  maxTokens: number,
  isKept: (chunk: Chunk) => boolean,
  countText: CountText,
): readonly Chunk[] {
  const packed: Chunk[] = []
  let grows = false
  for (const each of chunks) {
    if (isKept(each)) packed.push(each)
    else
      for (const piece of splitChunk(each, maxTokens, countText)) {
        if (grows) add(packed, piece, maxTokens)
        else packed.push(piece)
        grows = true
      }
    grows = !isKept(each)
  }
  return packed
}

/** Splits a chunk that turned out too long for its model. */
export function splitChunk(whole: Chunk, maxTokens: number, countText: CountText): readonly Chunk[] {
  const texts = splitText(whole.text, maxTokens, countText)
  return texts.map((text, i) => ({
    ...whole,
    text,
    tokens: countText(text),
    ...(texts.length > 1 && { part: { index: i + 1, of: texts.length } }),
  }))
}

/** Splits a text so that no piece takes more, at line ends where there are any. Joined, the pieces are the text. */
export function splitText(text: string, maxTokens: number, countText: CountText): readonly string[] {
  const total = countText(text)
  if (total <= maxTokens || text.length < 2) return [text]
  const guess = Math.max(1, Math.floor((text.length * maxTokens * 0.95) / total))
  const found: string[] = []
  for (let from = 0; from < text.length; ) {
    const piece = fit(text, from, guess, (candidate) => countText(candidate) <= maxTokens)
    found.push(piece)
    from += piece.length
  }
  return found
}

function fit(text: string, from: number, guess: number, fits: (candidate: string) => boolean): string {
  let chars = guess
  for (;;) {
    const piece = text.slice(from, cutAt(text, from, from + chars))
    if (chars <= 1 || fits(piece)) return piece
    chars = Math.max(1, Math.floor(chars * 0.7))
  }
}

/** The end of the last whole line, else of the last word, else of the last character. */
function cutAt(text: string, from: number, limit: number): number {
  if (limit >= text.length) return text.length
  const least = from + (limit - from) / 2
  const line = text.lastIndexOf('\n', limit - 1) + 1
  if (line > least) return line
  const word = text.lastIndexOf(' ', limit - 1) + 1
  if (word > least) return word
  const unit = text.charCodeAt(limit - 1)
  const parts = unit >= 0xd800 && unit <= 0xdbff
  return parts ? (limit - 1 > from ? limit - 1 : limit + 1) : limit
}

function byGroup(source: SourceText): readonly (readonly Block[])[] {
  const groupOf: number[] = []
  for (const [i, { messages, start }] of groups(source.messages.map(({ message }) => message)).entries())
    for (let at = start; at < start + messages.length; at++) groupOf[at] = i
  const found: Block[][] = []
  let current = -1
  for (const block of source.blocks) {
    const group = groupOf[block.message] ?? 0
    if (group !== current || found.length === 0) found.push([])
    found.at(-1)?.push(block)
    current = group
  }
  return found
}

function pieces(source: SourceText, block: Block, maxTokens: number, countText: CountText): readonly Chunk[] {
  return splitChunk(join(source, [block]), maxTokens, countText)
}

function join(source: SourceText, blocks: readonly Block[]): Chunk {
  const [first, last] = [blocks[0], blocks.at(-1)]
  return {
    text: source.text.slice(first?.from ?? 0, last?.to ?? 0),
    tokens: tokensOf(blocks),
    first: first?.message ?? 0,
    last: last?.message ?? 0,
  }
}

/** Grows the last chunk while it has room; parts of a message keep to themselves so that what they say of it is true. */
function add(packed: Chunk[], next: Chunk, maxTokens: number): void {
  const last = packed.at(-1)
  const grows = last !== undefined && last.part === undefined && next.part === undefined
  if (!grows || last.tokens + next.tokens > maxTokens) packed.push(next)
  else
    packed[packed.length - 1] = {
      text: last.text + next.text,
      tokens: last.tokens + next.tokens,
      first: last.first,
      last: next.last,
    }
}

function tokensOf(blocks: readonly Block[]): number {
  return blocks.reduce((total, block) => total + block.tokens, 0)
}
