import { matchesText, type ParsedQuery } from '@palimpsest/core/store'

// biome-ignore lint/suspicious/noControlCharactersInRegex: all of ASCII is meant.
const ascii = /^[\x00-\x7f]*$/

/** Does what `matchesText` does, sooner: in plain ASCII only case and the width of white space are to be overlooked. */
export function createPhraseMatcher(parsed: ParsedQuery): (text: string) => boolean {
  const patterns = parsed.phrases.map((phrase) => new RegExp(literal(phrase).replaceAll(' ', '\\s+'), 'i'))
  return (text) => (ascii.test(text) ? patterns.every((pattern) => pattern.test(text)) : matchesText(text, parsed))
}

function literal(phrase: string): string {
  return phrase.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
