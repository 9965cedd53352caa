import { redact } from '@palimpsest/core/redact'

const mostChars = 500
/** Enough to know a secret by that begins in what is shown. */
const redactedChars = 4_000

/** What went wrong, without secrets, whatever was thrown. */
export function thrownText(error: unknown): string {
  return redact(wordsOf(error).slice(0, redactedChars)).text.slice(0, mostChars)
}

/** Anything can be thrown: nothing, what has no words, and what cannot even be looked at. */
function wordsOf(error: unknown): string {
  try {
    const { message } = (error ?? {}) as { readonly message?: unknown }
    return typeof message === 'string' && message !== '' ? message : String(error)
  } catch {
    return 'What was thrown cannot be read.'
  }
}
