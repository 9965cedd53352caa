import { type EngineTool, messageNumber, originalText, readRecord, sliceWhole } from '@palimpsest/core/engine'
import { rangeName } from '../node-shapes.ts'
import { readReference } from './entry-reference.ts'
import { type FoundEntry, findNamedEntry } from './find-named-entry.ts'
import type { NodeChild } from './node-finder.ts'
import { answerParts, explainParts } from './tool-answer.ts'
import { readToolArguments } from './tool-arguments.ts'
import { conversationScope, shownTime, type ToolDesk } from './tool-desk.ts'

const usualTokens = 4_000
const leastTokens = 200
const mostTokens = 20_000

/** Unfolds one layer of a node: the records right below it, or the messages themselves. */
export function lcmExpand(desk: ToolDesk): EngineTool {
  return {
    name: 'lcm_expand',
    description: 'Opens a record by one layer: the records below it in full, or the messages themselves.',
    schema: {
      type: 'object',
      properties: {
        node: { type: 'string', description: '#12-80' },
        max_tokens: { type: 'integer', description: `Default ${usualTokens}, at most ${mostTokens}.` },
        cursor: { type: 'string' },
      },
      required: ['node'],
    },
    run: async (input, view, signal) => {
      const given = readToolArguments(input, 'node')
      const all = conversationScope(await desk.log.size())
      const reference = readReference(given.value('node', 'range', 'id', 'record', 'message', 'ref', 'target', 'query'))
      if (reference === undefined)
        return explainParts(all, 'Say which record: {"node": "#12-80"}. lcm_describe without arguments lists them.')
      const found = await findNamedEntry(desk, await desk.finder.frontier(view), reference)
      if (found.kind === 'fault') return explainParts(all, found.message)
      const start = readPlace(given.text('cursor', 'next', 'offset'))
      if (start === undefined)
        return explainParts(all, 'A cursor is the word after "next:" of the answer before, such as 3:0.')
      const tokens = given.number('max_tokens', 'tokens', 'limit', 'budget') ?? usualTokens
      const maxTokens = Math.min(mostTokens, Math.max(leastTokens, tokens))
      return expand({ desk, found, all, maxTokens, signal }, start)
    },
  }
}

/** Where a page begins: with which child, and at which of its characters. */
interface ExpandPlace {
  readonly child: number
  readonly char: number
}

function readPlace(cursor: string | undefined): ExpandPlace | undefined {
  if (cursor === undefined || cursor.trim() === 'none') return { child: 0, char: 0 }
  const place = /^"?(\d{1,9})(?::(\d{1,12}))?"?$/.exec(cursor.trim())
  return place === null ? undefined : { child: Number(place[1]), char: Number(place[2] ?? 0) }
}

interface ExpandWork {
  readonly desk: ToolDesk
  readonly found: Exclude<FoundEntry, { readonly kind: 'fault' }>
  readonly all: string
  readonly maxTokens: number
  readonly signal: AbortSignal
}

/** Children that are read at a time: most pages hold fewer. */
const sliceSize = 32

async function expand(work: ExpandWork, start: ExpandPlace) {
  const { found, all } = work
  const total = found.kind === 'node' ? found.shape.children.length : 1
  const name =
    found.kind === 'node' ? `${rangeName(found.shape)}, depth ${found.shape.depth}` : messageNumber(found.entry)
  const scope = `${name}, ${found.kind === 'node' ? `${total} below it` : 'a message'}; ${all}`
  if (start.child >= total)
    return explainParts(scope, `That cursor is past the end: there are ${total} below it. Begin without a cursor.`)
  const { texts, next } = await fillPage(work, start, total)
  const isPart = next !== undefined || start.child > 0 || start.char > 0
  const last = next === undefined ? total : next.child + (next.char > 0 ? 1 : 0)
  return answerParts({
    scope,
    ...(isPart && { truncated: `${start.child + 1} to ${last} of ${total}` }),
    ...(next !== undefined && { next: `${next.child}:${next.char}` }),
    notes: found.notes,
    body: texts.join('\n\n'),
  })
}

interface ExpandPage {
  readonly texts: readonly string[]
  readonly next?: ExpandPlace
}

async function fillPage(work: ExpandWork, start: ExpandPlace, total: number): Promise<ExpandPage> {
  const texts: string[] = []
  let left = work.maxTokens
  for (let at = start.child; at < total; at += sliceSize) {
    work.signal.throwIfAborted()
    for (const [i, child] of (await childrenAt(work, at)).entries()) {
      const from = at + i === start.child ? start.char : 0
      const isFirst = texts.length === 0
      const piece = takePiece(work.desk, await childText(work.desk, child), { from, left, isFirst })
      if (piece === undefined) return { texts, next: { child: at + i, char: 0 } }
      texts.push(`${headOf(child, from)}\n${piece.text}`)
      if (piece.end !== undefined) return { texts, next: { child: at + i, char: piece.end } }
      left -= piece.tokens
    }
  }
  return { texts }
}

async function childrenAt({ desk, found }: ExpandWork, at: number): Promise<readonly (NodeChild | undefined)[]> {
  if (found.kind === 'node') return desk.finder.children(found.shape, at, sliceSize)
  return [{ kind: 'message', entry: await desk.finder.original(found.entry) }]
}

interface PieceRoom {
  readonly from: number
  readonly left: number
  readonly isFirst: boolean
}

/** A part of a text, in tokens; `end` is where it ends, if before the end. */
interface TextPiece {
  readonly text: string
  readonly tokens: number
  readonly end?: number
}

/** What fits of a text: all of it, a part where it comes first, or nothing. */
function takePiece({ counter }: ToolDesk, text: string, { from, left, isFirst }: PieceRoom): TextPiece | undefined {
  // No more is counted than could fit: a text may have millions of characters.
  const head = sliceWhole(text, from, Math.min(text.length, from + Math.max(0, left) * mostTokenChars))
  const tokens = counter.part({ type: 'text', text: head }) + headTokens
  if (tokens <= left && from + head.length >= text.length) return { text: head.toWellFormed(), tokens }
  if (!isFirst) return undefined
  const chars = Math.max(leastChars, Math.floor((head.length * Math.min(left, tokens)) / tokens))
  const part = sliceWhole(text, from, from + chars)
  const end = from + part.length
  return { text: part.toWellFormed(), tokens: left, ...(end < text.length && { end }) }
}

/** Runs of blanks and the like take so many characters for a token; hardly anything takes more. */
const mostTokenChars = 16
/** The line above each text. */
const headTokens = 16
const leastChars = 100

function headOf(child: NodeChild | undefined, from: number): string {
  if (child === undefined) return '[an entry that this conversation does not hold]'
  const goesOn = from > 0 ? `, from character ${from}` : ''
  if (child.kind === 'node') return `[${rangeName(child.shape)}, record of depth ${child.shape.depth}${goesOn}]`
  const { entry } = child
  return `[${messageNumber(entry)} ${entry.message.role}, ${shownTime(entry.at)}${goesOn}]`
}

async function childText({ log }: ToolDesk, child: NodeChild | undefined): Promise<string> {
  if (child === undefined) return ''
  if (child.kind === 'message') return originalText((await log.whole(child.entry)).message)
  const text = originalText(child.entry.message)
  const record = readRecord(text)
  return record === undefined ? text : `${record.about}\n${record.body}`
}
