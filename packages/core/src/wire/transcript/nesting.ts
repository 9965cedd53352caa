import { endOfString } from '../../json.ts'
import { lineAndColumn, unreadable } from './unreadable.ts'

/** No real transcript nests deeper; one that does would exhaust the stack of its next reader. */
const mostLevels = 500
/** A value takes some fifty bytes of memory however short its text is; transcripts are mostly long strings. */
const mostValues = 10_000_000

const quote = 34
const comma = 44
const noTranscript = 'This is not a transcript; check where the file came from.'
const opens = new Set([91, 123])
const closes = new Set([93, 125])

/** Refuses JSON text that is nested or crowded beyond reason, before anything tries to parse it. */
export function checkNesting(text: string): void {
  let depth = 0
  let values = 0
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i)
    if (unit === quote) i = endOfString(text, i)
    else if (unit === comma && ++values > mostValues) {
      throw unreadable(`more than ${mostValues} values`, lineAndColumn(text, i), noTranscript)
    } else if (opens.has(unit)) {
      if (++depth > mostLevels) {
        throw unreadable(`nested more than ${mostLevels} levels deep`, lineAndColumn(text, i), noTranscript)
      }
    } else if (closes.has(unit)) depth--
  }
}
