import { redact } from '@palimpsest/core/redact'

const mostChars = 500

/** What went wrong, in one line without secrets. */
export function problemText(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  return redact(text.slice(0, mostChars)).text
}
