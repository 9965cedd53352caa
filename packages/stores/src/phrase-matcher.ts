import { matchesText, type ParsedQuery } from '@palimpsest/core/store'

/** Without any of these, normal text differs from folded text only in case and the width of whitespace. */
const foldedAway = /\u0130|\ufe0f|[‘’“”]/u

/** Does what `matchesText` does, sooner where the phrases are plain ASCII, as most are. */
export function createPhraseMatcher(parsed: ParsedQuery): (text: string) => boolean {
  const { phrases } = parsed
  if (phrases.length === 0) return () => true
  if (!phrases.every(isAscii)) return (text) => matchesText(text, parsed)
  const patterns = phrases.map((phrase) => new RegExp(literal(phrase).replaceAll(' ', '\\s+'), 'i'))
  return (text) => {
    const normal = isAscii(text) ? text : text.normalize('NFKC')
    return foldedAway.test(normal) ? matchesText(text, parsed) : patterns.every((pattern) => pattern.test(normal))
  }
}

/** Returns true when a text has only plain letters and signs, which are folded by case alone. */
export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

/** The source of a pattern that matches these very characters. */
export function literal(phrase: string): string {
  return phrase.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
}
