import { isFileName } from '../files/paths.ts'
import type { IdentifierKind } from '../ledger.ts'
import { bit } from './scan-words.ts'

/** A word that is an identifier of some kind, or a path. */
export interface Identified {
  readonly kind: IdentifierKind | 'path'
  readonly text: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const version = /^(?:v\d+(?:\.\d+){1,3}|\d+(?:\.\d+){2,3})(?:[-+][\w.+-]{1,30})?$/
const namedVersion = /^@?[\w./-]{2,60}@v?\d+(?:\.\d+){1,3}(?:[-+][\w.+-]{1,30})?$/
const date = /^(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])(?:T\d\d:\d\d[\w:.+-]*)?$/
const port = /^(?:localhost|\d{1,3}(?:\.\d{1,3}){3}|[a-z][\w-]*\.[\w.-]{1,60}|):\d{2,5}$/
/** A host of one word; with fewer digits behind it, it is an image and its tag, or a list's own number. */
const bareHostPort = /^[a-z][\w-]{1,60}:(?:80|443|\d{4,5})$/
const issue = /^(?:[\w.-]{1,40}\/[\w.-]{1,60})?#\d{1,7}$/
const ticket = /^[A-Z][A-Z0-9]{1,9}-\d{1,7}$/
const amount = /^(?:[$€£¥₹]\d[\d,]*(?:\.\d+)?[kKmMbB]?|\d[\d,]*(?:\.\d+)?[$€£¥₹])$/
const email = /^[\w.+-]{1,64}@[\w-]{1,60}(?:\.[\w-]{2,20}){1,4}$/
/** A code that someone must spell out: a booking reference, an error number, a key with digits. */
const code = /^(?=[A-Za-z0-9_-]*\d)(?=[A-Za-z0-9_-]*[A-Za-z])[A-Za-z0-9]+(?:[_-][A-Za-z0-9]+)*$/
/** Sizes, times and places in a list; and words with a short number. */
const measure = /^(?:\d+(?:st|nd|rd|th|px|ms|kb|mb|gb|[a-z]{1,3})|(?:\d+[dhms]){2,4}|\d+-\d+[kmg]b?)$/i
/** `12-character`, `64-bit`, `0-indexed`, and the classes of a pattern. */
const compound = /^\d{1,4}(?:-[a-z]{2,})+$|^(?:a-z|A-Z|0-9)+$/
/** Places in memory, which no other run has; error numbers and addresses of accounts have other lengths. */
const memoryPlace = /^0x(?:[0-9a-f]{1,3}|[0-9a-f]{9,16})$/i
const numberedWord = /^[a-z]{1,6}\d{1,2}$/
const notTickets = /^(?:UTF|ISO|SHA|RFC|UTC|GMT|HTTP|ES|X|A|ANSI|AES|RSA|MD|BASE|IPV|H|GPT|CVE)-\d+$/i

/** Names the kind of a word that is no plain word; `seen` are the bits of its characters. */
export function identify(text: string, seen: number): Identified | undefined {
  if ((seen & bit.slash) !== 0 && (seen & bit.hash) === 0)
    return seen & bit.at && namedVersion.test(text) ? is('version', text) : is('path', text)
  if ((seen & bit.hash) !== 0) return issue.test(text) ? is('issue', text) : undefined
  if ((seen & bit.money) !== 0) return amount.test(text) ? is('amount', text) : undefined
  if ((seen & bit.at) !== 0) {
    if ((seen & bit.dot) === 0) return undefined
    return email.test(text) ? is('name', text) : namedVersion.test(text) ? is('version', text) : undefined
  }
  if ((seen & bit.digit) !== 0) return identifyNumbered(text, seen)
  return isName(text, seen) ? is('name', text) : undefined
}

function identifyNumbered(text: string, seen: number): Identified | undefined {
  if ((seen & bit.colon) !== 0) return isDate(text) ? is('date', text) : isPort(text) ? is('port', text) : undefined
  if ((seen & bit.beyondHex) === 0)
    return isSha(text, seen) ? is('sha', text) : isCode(text) ? is('name', text) : undefined
  if ((seen & bit.dot) !== 0) return version.test(text) ? is('version', text) : undefined
  if ((seen & bit.dash) !== 0) {
    if (isDate(text)) return is('date', text)
    if (text.length === 36 && uuid.test(text)) return is('uuid', text)
    if ((seen & bit.lower) === 0 && ticket.test(text)) return notTickets.test(text) ? undefined : is('issue', text)
  }
  return isCode(text) ? is('name', text) : undefined
}

function isDate(text: string): boolean {
  return text.length >= 10 && date.test(text)
}

/** A host and its port; `main.rs:607` is a line of a file. */
function isPort(text: string): boolean {
  return bareHostPort.test(text) || (port.test(text) && !isFileName(text.slice(0, text.lastIndexOf(':'))))
}

function isSha(text: string, seen: number): boolean {
  return text.length >= 7 && text.length <= 40 && (seen & 3) !== 0 && (seen & 3) !== 3
}

/** `HK7D2Q`, `mia_li_3668`, `TS2322`: digits and letters mixed, and not the like of `2px`, `x1` or `utf8`. */
function isCode(text: string): boolean {
  if (text.length < 5 || text.length > 64 || !code.test(text)) return false
  if (measure.test(text) || numberedWord.test(text) || compound.test(text)) return false
  return !memoryPlace.test(text)
}

/** Everyone knows these; they name nothing of this conversation. */
const wellKnown =
  /^(?:GitHub|GitLab|TypeScript|JavaScript|PostgreSQL|MySQL|SQLite|GraphQL|OpenAI|ChatGPT|LinkedIn|YouTube|MacOS|macOS|WebSocket|DeepSeek|NodeJS|snake_case|camelCase|PascalCase|JetBrains|BitBucket|DevOps|iPhone|McDonald|README|STDOUT|STDERR)$/

/** Words of six letters that are written large for emphasis, or because a language writes its own so. */
const shouted =
  /^(?:ACCEPT|ACCESS|ACTION|ACTIVE|ALWAYS|APPEND|BEFORE|BINARY|BRANCH|BUFFER|CANCEL|CANNOT|CHANGE|CLIENT|COLUMN|COMMIT|CONFIG|CREATE|CURSOR|DELETE|DOUBLE|ENABLE|ENGINE|ERRORS|EXCEPT|EXISTS|EXPORT|FAILED|FILTER|FINISH|FORMAT|GLOBAL|HAVING|HEADER|IGNORE|IMPORT|INDENT|INLINE|INSERT|INSIDE|INVOKE|LATEST|LENGTH|LINTER|MANUAL|MASTER|METHOD|MODIFY|MODULE|NDJSON|NORMAL|NOTICE|NUMBER|OBJECT|OFFSET|OPTION|OUTPUT|PASSED|PLEASE|POLICY|PREFIX|PUBLIC|RANDOM|REASON|REJECT|REMOVE|RENAME|REPORT|RESULT|RETURN|REVIEW|SCHEMA|SCRIPT|SEARCH|SELECT|SERVER|SHOULD|SIMPLE|SINGLE|SOURCE|STABLE|STATIC|STATUS|STRICT|STRING|SUBMIT|SYNTAX|SYSTEM|TARGET|UNIQUE|UPDATE|UPSERT|VALUES|VERIFY|WITHIN)$/

/** `snake_case`, `camelCase`, `SCREAMING_CASE`, and codes of capitals: names that a paraphrase would lose. */
function isName(text: string, seen: number): boolean {
  if (text.length < 5 || text.length > 64 || (seen & (bit.dot | bit.colon | bit.other | bit.dash)) !== 0) return false
  if ((seen & bit.under) !== 0)
    return /^_*[A-Za-z][A-Za-z0-9]*(?:_[A-Za-z0-9]+)+_*$/.test(text) && !wellKnown.test(text)
  if ((seen & bit.hump) !== 0) return /^(?=[A-Za-z]*[a-z][A-Z])[A-Za-z]+$/.test(text) && !wellKnown.test(text)
  return text.length === 6 && /^[A-Z]{6}$/.test(text) && !wellKnown.test(text) && !shouted.test(text)
}

function is(kind: Identified['kind'], text: string): Identified {
  return { kind, text }
}
