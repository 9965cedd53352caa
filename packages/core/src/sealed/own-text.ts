import { leadingSummary } from './read-summary.ts'
import { readRecord } from './record-text.ts'
import { readSealed, seal } from './seal.ts'

/** The opening of a note with texts that hooks want to keep. */
const noteOpening = '[Hook: kept word for word]'

/** A note of the program that holds texts word for word; sealed, so that nobody's words pass for one. */
export function keptNote(texts: readonly string[]): string {
  return seal([noteOpening, ...texts].join('\n\n'))
}

/** The rest of a text after the summary, the records and the notes of ours that it begins with. */
export function withoutOwnText(text: string): string {
  let rest = text
  for (;;) {
    const said = leadingSummary(rest)?.said ?? afterNote(rest) ?? readRecord(rest)?.rest
    if (said === undefined) return rest
    rest = said.trim()
  }
}

function afterNote(text: string): string | undefined {
  const start = text.trimStart()
  return start.startsWith(noteOpening) ? readSealed(start)?.rest : undefined
}
