import type { Span } from '../scan/span.ts'
import { isWordy } from '../values/is-secret-value.ts'
import { entropyOf, unrest } from '../values/looks-random.ts'
import { isPlaceholder } from '../values/placeholder.ts'

/** A sentence that names a credential shows it soon: "the api key for staging is …". */
const reachChars = 60
const minChars = 20

const token = /[A-Za-z0-9_+.~-]{1,513}={0,2}/y
const known = /^(?:sha\d{1,3}|md5|toolu|call|msg|req|resp|rs|fc|run|srvtoolu|asst|thread|chatcmpl|file|item|gen)[-_:]/i

const digest = /(?:sha\d{1,3}|md5|h1)[:=-]$/i

/** A generated token in the same line, close after a word that announces one. */
export function findNear(text: string, from: number): readonly Span[] {
  const stop = Math.min(text.length, from + reachChars)
  for (let i = from; i < stop; i++) {
    const code = text.charCodeAt(i)
    if (code === 10 || code === 92 || code === 47) return []
    // The digits of an encoded character are none of the token.
    if (code === 37) i += 2
    if (!isWord(code)) continue
    token.lastIndex = i
    const end = i + (token.exec(text)?.[0].length ?? 1)
    const next = end < text.length ? text.charCodeAt(end) : 0
    if (
      end - i >= minChars &&
      next !== 47 &&
      next !== 40 &&
      !digest.test(text.slice(Math.max(0, i - 8), i)) &&
      isToken(text.slice(i, end))
    )
      return [{ id: 'token', start: i, end }]
    if (next === 47 || next === 92) return []
    i = end - 1
  }
  return []
}

function isWord(code: number): boolean {
  return (code >= 48 && code <= 57) || (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

/** Stricter than beside a key: all three kinds of characters, so that hashes, ids and names pass. */
function isToken(value: string): boolean {
  if (value.length > 512 || !/[a-z]/.test(value) || !/[A-Z]/.test(value) || !/\d/.test(value)) return false
  return (
    !known.test(value) &&
    !isPlaceholder(value) &&
    entropyOf(value) >= 3.5 &&
    unrest(value.replace(/[^A-Za-z0-9]/g, '')) >= 0.3 &&
    !isWordy(value)
  )
}
