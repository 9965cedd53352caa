import { isObject } from '../../json.ts'
import type { Message } from '../../message/message.ts'
import { indexTerms } from '../search-terms.ts'
import { isFunctionWord } from './function-words.ts'

/** The longest name that counts as one; longer beginnings before a colon are sentences. */
const mostNameChars = 40
/** A line in brackets may come before the name, as a date does. */
const mostBracketChars = 200

/** The signs of a message that its words are not. */
export interface TextSigns {
  readonly isQuestion: boolean
  /** The words of who said it. */
  readonly speaker: readonly string[]
}

/** A message of more different words is looked at for no signs: it is no question, and reading it takes long. */
export const mostSignWords = 200

export function readSigns(message: Message, text: string): TextSigns {
  return { isQuestion: isQuestion(text), speaker: speakerWords(message, text) }
}

/** Returns true when a text ends in a question mark, in quotes or brackets or not. */
function isQuestion(text: string): boolean {
  let end = text.length
  while (end > 0 && closing.includes(text.charAt(end - 1))) end--
  return end > 0 && '?？؟'.includes(text.charAt(end - 1))
}

const closing = ' \t\r\n"\'”’»)*_'

/** The words of who said a message: of its participant's name where it has one, or of the name that its text begins with. */
function speakerWords(message: Message, text: string): readonly string[] {
  const extra = message.residue?.fields.extra
  const named = isObject(extra) && typeof extra.name === 'string' ? extra.name : leadingName(text)
  return indexTerms(named).filter((term) => term.length > 1 && !isFunctionWord(term))
}

/** As in `Ada: hello`, or `Ada [3f2a]: hello` where two have one name. A name begins with a capital, or with a letter of a script that has none. */
function leadingName(text: string): string {
  const start = text.slice(0, mostBracketChars + mostNameChars).trimStart()
  const bracket = start.startsWith('[') ? start.indexOf(']') + 1 : 0
  const line = start.slice(bracket).trimStart().slice(0, mostNameChars)
  const colon = line.search(/[:：]/)
  const name = colon > 0 ? line.slice(0, colon) : ''
  return /^(?!\p{Ll})[\p{L}\p{M}][\p{L}\p{M}\p{N} .'’-]*(?:\[[0-9a-f]+\])?$/u.test(name) &&
    line.charAt(colon + 1) !== '/'
    ? name
    : ''
}
