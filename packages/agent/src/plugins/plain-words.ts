import { redact } from '@palimpsest/core/redact'

/** Enough to know a fault by. */
const mostChars = 300

/** Formats a thrown value as one line without secrets. */
export function plainWords(error: unknown): string {
  const words = redact(wordsOf(error)).text.replace(/\s+/g, ' ').trim()
  if (words === '') return 'it did not say why'
  return words.length > mostChars ? `${words.slice(0, mostChars)}…` : words
}

/** Foreign code throws anything, also what cannot be made a text of. */
function wordsOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error)
  } catch {
    return ''
  }
}
