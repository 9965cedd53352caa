import { setImmediate as breathe } from 'node:timers/promises'
import { indexTerms, type Message, searchText } from '@palimpsest/core/store'
import { termKey } from './term-key.ts'

/** The characters taken apart in one go: some milliseconds, so that nothing else waits longer. */
const pieceChars = 16_000
/** Overlap of two pieces at a cut through words, so that each word is whole in one of the two. */
const overlapChars = 200

/** The keys under which a message is found, each once; between pieces of a long text others get their turn. */
export async function termKeys(message: Message): Promise<Set<number>> {
  const keys = new Set<number>()
  let isFirst = true
  for (const piece of textPieces(searchText(message))) {
    if (!isFirst) await breathe()
    isFirst = false
    addKeys(keys, indexTerms(piece))
  }
  return keys
}

/** Joined words are left out where their halves are there. */
function addKeys(keys: Set<number>, terms: readonly string[]): void {
  const joins: string[] = []
  for (const term of terms) {
    if (term.includes(joinMark)) joins.push(term)
    else keys.add(termKey(term))
  }
  const others = new Set(joins.map(termKey))
  for (const join of joins) {
    const halves = halvesOf(join)?.map(termKey)
    if (!halves?.every((half) => keys.has(half) || others.has(half))) keys.add(termKey(join))
  }
}

/** Separates words that are joined, before the code of the sign that joins them. */
const joinMark = 'zq'
/** Two words and the code of the sign that joins them. */
const joined = /^(.+)zq(?:2d|5f|2e|2f|5c|3a|40)(.+)$/u

/**
 * Returns the words that a term joins, as in `snake_case`. Half of all different terms are such, and most appear in one
 * message only: the halves find it nearly as well, and the text has the last word anyway.
 */
export function halvesOf(term: string): readonly [string, string] | undefined {
  if (!term.includes(joinMark)) return undefined
  const [, before, after] = joined.exec(term) ?? []
  return before === undefined || after === undefined ? undefined : [before, after]
}

/** Together they have all terms of the text. No term reaches over white space, so that is where it is cut, if there is any. */
export function* textPieces(text: string): Iterable<string> {
  let start = 0
  while (text.length - start > pieceChars) {
    const end = start + pieceChars
    const space = lastSpace(text, end)
    const isFound = space > start + pieceChars / 2
    yield text.slice(start, isFound ? space : end)
    start = isFound ? space : end - overlapChars
  }
  yield text.slice(start)
}

function lastSpace(text: string, end: number): number {
  return Math.max(text.lastIndexOf(' ', end), text.lastIndexOf('\n', end))
}
