import { setImmediate as breathe } from 'node:timers/promises'
import { indexTerms, type Message, searchText } from '@palimpsest/core/store'
import { termKey } from './term-key.ts'

/** What is taken apart in one go: some milliseconds, so that nothing else waits for longer. */
const pieceChars = 16_000
/** How far before a cut through words the next piece begins, so that each of them is whole in one of the two. */
const overlapChars = 200

/** The keys under which a message is found, each once; between pieces of a long text others get their turn. */
export async function termKeys(message: Message): Promise<ReadonlySet<number>> {
  const text = searchText(message)
  const keys = new Set<number>()
  for (const piece of piecesOf(text)) {
    if (keys.size > 0) await breathe()
    const terms = new Set(indexTerms(piece))
    for (const term of terms) if (!halvesOf(term)?.every((half) => terms.has(half))) keys.add(termKey(term))
  }
  return keys
}

/** Two words and the code of the sign that joins them. */
const joined = /^(.+)zq(?:2d|5f|2e|2f|5c|3a|40)(.+)$/u

/**
 * What a term joins, as in `snake_case`. Half of all different terms are such, and most stand in one message only: the
 * halves find it nearly as well, and the text has the last word anyway.
 */
export function halvesOf(term: string): readonly [string, string] | undefined {
  const [, before, after] = joined.exec(term) ?? []
  return before === undefined || after === undefined ? undefined : [before, after]
}

/** Together they have all terms of the text. No term reaches over white space, so that is where it is cut, if there is any. */
export function* piecesOf(text: string): Iterable<string> {
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
