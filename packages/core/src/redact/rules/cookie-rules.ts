import { pattern, type Rule } from '../scan/rule.ts'
import type { Span } from '../scan/span.ts'
import { entropyOf, looksRandom } from '../values/looks-random.ts'
import { isPlaceholder } from '../values/placeholder.ts'

const session = /(?:^|[;\s])[^=;\s]{0,40}(?:sess|sid|auth|token|jwt|csrf|login|remember)[^=;\s]{0,40}=[^;\s]{6,}/i
const header =
  /(?<![A-Za-z-])cookie["'\\\]`*]{0,6}[ \t]{0,4}[:=,][ \t]{0,4}["'\\`]{0,6}([A-Za-z0-9_.%-]{1,80})=(?=[^"'\\\r\n`]{6})/iy
const beginning = /[^"'\\\r\n`]{6,300}/y
const rest = /[^"'\\\r\n`]*/y

/** A cookie header counts when one of its cookies is a session or looks generated. */
const isCookie = (value: string): boolean => {
  if (isPlaceholder(value)) return false
  return session.test(value) || value.split(/[;=\s]+/).some((piece) => looksRandom(piece))
}

const isSession = (value: string): boolean =>
  value.length >= 16 &&
  !isPlaceholder(value) &&
  entropyOf(value) >= 3 &&
  looksRandom(value) &&
  !/[0-9a-f]{8}-[0-9a-f]{4}-/.test(value)

/** Cookies, whole headers and single ones. */
export const cookieRules: readonly Rule[] = [
  pattern(
    'set-cookie',
    ['set-cookie'],
    `set-cookie["'\\\\]{0,4}[ \\t]{0,4}[:=,][ \\t]{0,4}["'\\\\[]{0,6}[A-Za-z0-9_.-]{1,80}=(?<secret>[^\\s;,"'\\\\]{6,})`,
    {
      anyCase: true,
      accept: (value) => !isPlaceholder(value) && /\d/.test(value),
    },
  ),
  { id: 'cookie', keywords: ['cookie'], find: findCookies },
  pattern(
    'session-cookie',
    [
      'PHPSESSID',
      'JSESSIONID',
      'connect.sid',
      'ASP.NET_SessionId',
      '__Secure-',
      '__Host-',
      'sessionid=',
      'session=',
      '_session=',
    ],
    '[A-Za-z_.-]{5,60}=(?<secret>[A-Za-z0-9%._~+/-]{10,}={0,2})',
    { accept: (value) => isSession(value) },
  ),
]

/** Judged by its beginning, taken to its end: a header has many cookies, and which of them is the session only the site knows. */
function findCookies(text: string, at: number): readonly Span[] {
  header.lastIndex = at
  const match = header.exec(text)
  if (match === null) return []
  const start = at + match[0].length
  beginning.lastIndex = start
  if (!isCookie(`${match[1]}=${beginning.exec(text)?.[0] ?? ''}`)) return []
  rest.lastIndex = start
  return [{ id: 'cookie', start, end: start + (rest.exec(text)?.[0].length ?? 0) }]
}
