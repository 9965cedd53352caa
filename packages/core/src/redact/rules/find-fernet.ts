import type { Span } from '../scan/span.ts'
import { isWordy } from '../values/is-secret-value.ts'
import { looksRandom } from '../values/looks-random.ts'

const bodyChars = 43
const safe = /[A-Za-z0-9_+/=-]/
/** The last character carries four bits of the key, so that it is one of sixteen. */
const shape = /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/

/**
 * Fernet keys that nothing announces: 32 bytes in the URL-safe alphabet, with the padding sign. A digest has the same
 * length but is written in the other alphabet, so only a dash or an underscore distinguishes them.
 */
export function findFernet(text: string): readonly Span[] {
  const spans: Span[] = []
  for (let at = text.indexOf('=', bodyChars); at !== -1; at = text.indexOf('=', at + 1)) {
    const start = at - bodyChars
    if (safe.test(text.charAt(at + 1)) || safe.test(text.charAt(start - 1))) continue
    if (isKey(text.slice(start, at))) spans.push({ id: 'fernet-key', start, end: at + 1 })
  }
  return spans
}

function isKey(body: string): boolean {
  if (!shape.test(body) || !/[-_]/.test(body) || isWordy(body)) return false
  return /[a-z]/.test(body) && /[A-Z]/.test(body) && /\d/.test(body) && looksRandom(body)
}
