import { isFileName, mentionedPath, normalisePath } from '../files/paths.ts'

const folder = /^[\w+][\w.@+/-]*$/
const letters = /[A-Za-z]/
/** What a sentence joins by slashes, and what a registry or a media type is called. */
const noFolder = /^(?:application|text|image|and|or|he|she|true|false|yes|no)\/|^[A-Z][a-z]+\/[A-Z][a-z]+\//

/** The path that a word with a slash names, as it is compared and kept; `undefined` if it names none. */
export function namedPath(word: string): string | undefined {
  const path = normalisePath(word)
  const mentioned = mentionedPath(path)
  if (mentioned !== undefined) return mentioned
  return path.length <= mostChars && folder.test(path) && !noFolder.test(path) && isDeep(path) ? path : undefined
}

/** At least three parts, each with a letter: fewer are as often two words that a sentence joins. */
function isDeep(path: string): boolean {
  const parts = path.split('/')
  return parts.length > 2 && parts.every((part) => letters.test(part))
}

const mostChars = 200
/** Ends of words that in code are members more often than files. */
const member = /\.(?:env|c|h|cs|go|rs|kt|rb|lock|conf|txt|vue)$/

/** True for a word without a slash that is the name of a file beyond doubt. */
export function isBareFile(word: string): boolean {
  return isFileName(word) && !member.test(word)
}
