import { leadingSummary } from './read-summary.ts'
import { readRecord } from './record-text.ts'
import { readSealed, seal } from './seal.ts'

/** The opening of a note with texts that hooks want to keep. */
const noteOpening = '[Hook: kept word for word]'

/** A note of the program that holds texts word for word; sealed, so that nobody's words pass for one. */
export function keptNote(texts: readonly string[]): string {
  return seal([noteOpening, ...texts].join('\n\n'))
}

/** The opening of a note that is nothing but an index. */
const indexOpening = '[INDEX OF EARLIER MESSAGES, REFERENCE ONLY]'

/** A note of the program that lists names and facts of what is no longer shown; sealed like all that it writes. */
export function indexNote(index: string): string {
  return seal(`${indexOpening}\n${index}`)
}

/** True for a text that is such a note and nothing else. */
export function isIndexNote(text: string): boolean {
  return text.startsWith(indexOpening) && readSealed(text)?.rest === ''
}

/** The indexes at the beginning of a text: of a summary, and of notes. */
export function ownIndexes(text: string): readonly string[] {
  const indexes: string[] = []
  for (let rest = text.trimStart(); ; ) {
    const found = leadingSummary(rest)
    const note = rest.startsWith(indexOpening) ? readSealed(rest) : undefined
    if (found !== undefined) indexes.push(found.summary.index)
    if (note !== undefined) indexes.push(note.text.slice(indexOpening.length + 1))
    const said = found?.said ?? note?.rest ?? afterOwn(rest)
    if (said === undefined) return indexes
    rest = said.trimStart()
  }
}

/** The rest of a text after the summary, the records and the notes of ours that it begins with. */
export function withoutOwnText(text: string): string {
  let rest = text
  for (;;) {
    const said = leadingSummary(rest)?.said ?? afterOwn(rest)
    if (said === undefined) return rest
    rest = said.trim()
  }
}

function afterOwn(text: string): string | undefined {
  const start = text.trimStart()
  const isNote = start.startsWith(noteOpening) || start.startsWith(indexOpening)
  return isNote ? readSealed(start)?.rest : readRecord(text)?.rest
}
