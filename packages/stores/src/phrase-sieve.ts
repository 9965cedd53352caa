import type { ParsedQuery } from '@palimpsest/core/store'
import { isAscii, literal } from './phrase-matcher.ts'

/** Signs that JSON may write in more ways than one. */
const escapable = /["\\/]/
/** Whitespace as it may appear in JSON, or in JSON inside its strings, where each quote is a space in the text. */
const space = '(?:[\\s"]|\\\\+[nrtf"])'

/**
 * Creates a test that rules out from the JSON of a message, long before it is read, that its text holds all the
 * phrases: most messages with the words of a phrase do not have them side by side. What passes must still be checked.
 */
export function createPhraseSieve({ phrases }: ParsedQuery): (json: string) => boolean {
  const patterns = phrases.filter((phrase) => isAscii(phrase) && !escapable.test(phrase)).map(patternOf)
  if (patterns.length === 0) return () => true
  return (json) => json.includes('\\u') || !isAscii(json) || patterns.every((pattern) => pattern.test(json))
}

/** The words side by side, or one of them at the end of a string: the text of a message goes on with the next string. */
function patternOf(phrase: string): RegExp {
  const words = phrase.split(' ').map(literal)
  const together = words.join(`${space}+`)
  const parted = words.length > 1 ? `|(?:${words.slice(0, -1).join('|')})${space}*"` : ''
  return new RegExp(together + parted, 'i')
}
