import { isParameter, readParameter } from '../assignments/place.ts'
import { nameBefore } from '../assignments/read-key.ts'
import { pattern, type Rule } from '../scan/rule.ts'
import type { Span } from '../scan/span.ts'
import { isWordy } from '../values/is-secret-value.ts'
import { looksRandom } from '../values/looks-random.ts'
import { isInstruction, isPlaceholder } from '../values/placeholder.ts'

/** Credentials in the parameters of addresses whose names mean something else elsewhere, and before their hosts. */
export const addressRules: readonly Rule[] = [
  // By their last letters: words that begin like these are on every line.
  { id: 'address-parameter', keywords: ['de=', 'ig=', 're=', 'ac=', 'ey='], find: findParameter },
  pattern(
    'url-password',
    Array.from('abcdefghijklmnopqrstuvwxyz0123456789', (first) => `//${first}`),
    '(?<![:/A-Za-z0-9])//[A-Za-z0-9_%.+-]{1,80}:(?<secret>[^\\s/@:"\'`<>\\\\]{3,200})@(?=[A-Za-z0-9.-]{1,100}(?:[/:?#"\'\\s]|$))',
    { accept: (secret) => !isPlaceholder(secret) && !/^(?:password|pass|pwd|secret|token)$/i.test(secret) },
  ),
]

const known = /^(?:code|sig|key|hmac|(?:x-(?:amz|goog|oss|cos|ms)-|q-)?signature)=$/
const callback = /(?:oauth|auth|callback|cb|login|signin|sso|redirect|grant|token)[^\s"'<>]{0,80}$/i

function findParameter(text: string, at: number, keyword: string): readonly Span[] {
  const before = nameBefore(text, at)
  const name = `${before}${keyword}`.toLowerCase()
  const from = at + keyword.length
  const start = at - before.length
  if (!known.test(name) || text.charAt(start - 1) === ';' || !isParameter(text, start, from)) return []
  const found = readParameter(text, from)
  if (found === undefined) return []
  const value = text.slice(found.start, found.end)
  return isGiven(name, value, () => isCallback(text, start, found.end)) ? [{ id: 'parameter', ...found }] : []
}

function isGiven(name: string, value: string, isReturn: () => boolean): boolean {
  if (isInstruction(value) || /^[{<$:]/.test(value)) return false
  switch (name) {
    case 'key=':
      return looksRandom(value)
    case 'code=':
      return isCode(value, isReturn)
    default:
      return value.length >= 6 && (/[\d_-]/.test(value) || value.length >= 16)
  }
}

/** True for a code that a login returns, not one that names an error or a country. */
function isCode(value: string, isReturn: () => boolean): boolean {
  if (value.length < 8 || /^(?:e|err|error|http|status|ts|p)[-_]?\d{1,5}$/i.test(value)) return false
  if (!/\d/.test(value)) return value.length >= 20 && !isWordy(value) && /[a-z]/.test(value)
  if (!/[a-z]/.test(value) && /_|^[A-Z]{1,6}\d{1,6}$/.test(value)) return false
  return !/^\d+$/.test(value) && (looksRandom(value) || !isWordy(value) || isReturn())
}

function isCallback(text: string, start: number, end: number): boolean {
  return (
    callback.test(text.slice(Math.max(0, start - 120), start)) ||
    /^&[^\s"']{0,80}(?:state|scope|grant_type|redirect_uri|client_id|hook_token)=/.test(text.slice(end, end + 120)) ||
    /(?:state|scope|grant_type|redirect_uri|client_id)=[^\s"']{0,100}$/.test(
      text.slice(Math.max(0, start - 120), start),
    )
  )
}
