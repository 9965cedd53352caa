import type { Rule } from '../scan/rule.ts'
import type { Span } from '../scan/span.ts'
import { isCertainValue, isWordy } from '../values/is-secret-value.ts'
import { entropyOf, looksRandom } from '../values/looks-random.ts'
import { readValue, type Value } from '../values/read-value.ts'
import { findInside, findSection, isGroup } from './find-inside.ts'
import { findNear } from './find-near.ts'
import { findPair } from './find-pair.ts'
import { judgeLine, judgeValue, type KeyedSetting } from './judge-value.ts'
import { isParameter, isPassed, isSet, opensLine, readParameter } from './place.ts'
import { type AssignmentKey, readKey } from './read-key.ts'

/** Words that a name must have for its value to be looked at. */
export const assignmentKeywords = [
  'password',
  'passwd',
  'passphrase',
  'passwort',
  'kennwort',
  'passcode',
  'pass',
  'pwd',
  '_pw',
  '-pw',
  '.pw',
  'pw=',
  'pw:',
  'pw"',
  'psk',
  'otp_seed',
  'otpseed',
  'secret',
  'token',
  'key',
  'credential',
  'credentials',
  'authorization',
  'auth',
  'jwt',
  '密码:',
  '密码：',
  '密码是',
  '口令：',
  'パスワード',
  '비밀번호',
  'пароль',
]

/** `password = …`, `"api_key": "…"`, `--token …`: a key that announces a credential, then its value. */
export const assignmentRule: Rule = {
  id: 'assignment',
  keywords: assignmentKeywords,
  find: findAssignment,
}

const separator =
  /(?:\*{0,2}\\{0,15}["'`]\)?\]?|\]|\*\*)?(?:[ \t]{0,8}(?::[ \t]{0,4}[A-Za-z&?'<>|[\] ]{1,24}=|:{1,3}=|\?=|=>|!==?|={1,3}|:{1,2}|：|是|->|→)|\s{0,4},\s{0,4}\\{0,15}["']value\\{0,15}["']\s{0,4}:|(?:\s|\\{1,15}[nrt]){1,24}value:|[ \t]{1,4}value=|(?<call>\()|(?<tag>>(?:<(?:value|string)>)?)|(?<prose>[ \t]{1,4}(?:is|was|of|ist|es)\b:?)|(?<cell>[ \t]{1,20}\|(?=[ \t])))\*{0,2}[ \t]{0,20}(?<block>[>|][+-]?\d?[ \t]{0,4}(?:\r?\n|(?:\\{1,15}r)?\\{1,15}n)[ \t]{1,40})?/y

/** Two arguments or two items, of which the first names the second. */
const comma = /["'],[ \t]{0,4}(?=["'])/y

/** In a list of words the next one is the value. */
const flag = /[ \t]{1,4}|(?<=--[\w-]{1,60})\\{0,15}["'],\s{0,24}(?=\\{0,15}["'])/y

/** Two letters are too few to look for, so a mark beside them is looked for as well. */
const marked = new Map(['_pw', '-pw', '.pw', 'pw=', 'pw:', 'pw"'].map((keyword) => [keyword, keyword.indexOf('pw')]))

export function findAssignment(text: string, at: number, keyword: string): readonly Span[] {
  const shift = marked.get(keyword)
  const key = shift === undefined ? readKey(text, at, keyword) : readKey(text, at + shift, 'pw')
  if (key === undefined) return []
  const found = spansOf(text, key)
  if (found !== undefined) return found
  const paired = findPair(text, key)
  return paired.length > 0 || key.promise === 'guess' ? paired : findNear(text, key.end)
}

function judge(
  text: string,
  key: AssignmentKey,
  value: Value,
  place: Pick<KeyedSetting, 'literal' | 'certain'>,
): readonly Span[] | undefined {
  const strong = key.promise === 'password'
  const { literal, certain } = place
  const span = judgeValue(text, value, { id: idOf(key), strong, quoted: value.quoted, literal, certain })
  return span && [span]
}

function idOf(key: AssignmentKey): string {
  return key.promise === 'password' ? 'password' : 'secret'
}

function spansOf(text: string, key: AssignmentKey): readonly Span[] | undefined {
  separator.lastIndex = key.end
  const match = separator.exec(text)
  if (match === null) return key.isFlag ? flagSpan(text, key) : unmarkedSpans(text, key)
  const from = key.end + match[0].length
  const isTight = /^["'`]?=$/.test(match[0])
  if (isTight && key.promise !== 'guess' && isParameter(text, key.start, from)) {
    const span = parameterSpan(text, from, key)
    if (span !== undefined) return [span]
  }
  if (/[=:]$/.test(match[0].trimEnd())) {
    const inside = findInside(text, from, key)
    if (inside !== undefined) return inside
  }
  return assignedSpans(text, from, key, match)
}

/** Spans of a name and its value without a mark between them. */
function unmarkedSpans(text: string, key: AssignmentKey): readonly Span[] | undefined {
  switch (text.charAt(key.end)) {
    case ' ':
    case '\t':
      // A name of one small word is a word of a sentence.
      return /[A-Z_.]/.test(key.name) && isSet(text, key.start) ? setSpan(text, key) : undefined
    case ']':
      return opensSection(text, key) ? findSection(text, key.end + 1, key) : undefined
    case '"':
    case "'":
      return argumentSpan(text, key)
    default:
      return undefined
  }
}

function opensSection(text: string, key: AssignmentKey): boolean {
  return text.charAt(key.start - 1) === '[' && isGroup(key) && opensLine(text, key.start - 1)
}

function assignedSpans(
  text: string,
  from: number,
  key: AssignmentKey,
  match: RegExpExecArray,
): readonly Span[] | undefined {
  const { call, tag, prose, cell, block } = match.groups ?? {}
  const isTight = /^["'`]?=$/.test(match[0])
  const isLine = /^["'`]?:[ \t]+$/.test(match[0]) && opensLine(text, key.start)
  if (isLine && key.promise === 'password') {
    const said = judgeLine(text, from, idOf(key))
    if (said !== undefined) return said.length > 0 ? said : undefined
  }
  const value = readValue(text, from, isTight && key.isUpper)
  if (value === undefined) return undefined
  // A block of several words is a text.
  if (block !== undefined && !/^[\n\r\\"']?$/.test(value.next)) return undefined
  if (cell !== undefined && !looksRandom(value.text)) return undefined
  if (key.isPlural && !looksRandom(value.text) && !isLongRun(value.text)) return undefined
  if (key.promise === 'guess' && !isGuessed(value)) return undefined
  if ((call !== undefined && !value.quoted) || (tag !== undefined && value.next !== '<')) return undefined
  const isLoose = call !== undefined || prose !== undefined || cell !== undefined
  const isMember = (value.quoted || block !== undefined) && !isLoose
  const isEnv = key.isUpper && !isLoose && !/\s=/.test(match[0])
  const isSetting = isTight && !value.quoted && isSettingLine(text, key, value)
  const isProperty =
    isSetting || (isTight && ((key.name.includes('.') && opensLine(text, key.start)) || isPassed(text, key.start)))
  const literal =
    isMember || isEnv || isProperty || tag !== undefined || (key.isFlag && isTight) || isEntry(key, value, isLine)
  const isHeader = isCertainHeader(key, value, match[0])
  const isNamed = (isEnv && (isTight || value.quoted || isLine)) || isProperty || (key.isFlag && isTight)
  const certain = key.promise === 'guess' || isHeader || (isNamed && isCertain(key, value, isTight))
  const whole = isSetting || (isEnv && isTight && value.next === ':') ? widened(text, value, isSetting) : value
  return judge(text, key, whole, { literal, certain })
}

const word = /[^\s"'`\\]{1,512}/y

/** In a file of variables a colon belongs to the value, and in one of settings every mark does. */
function widened(text: string, value: Value, isSetting: boolean): Value {
  word.lastIndex = value.start
  const whole = word.exec(text)?.[0] ?? value.text
  if (isSetting && /[,;:]/.test(value.next)) return { ...value, text: whole, end: value.start + whole.length }
  return looksRandom(whole) ? { ...value, text: whole } : value
}

const setCall =
  /(?:set\w{0,20}|get_?env\w{0,12}|environ\.get|define|put\w{0,12}|add\w{0,12}|append|env|header|property)\(\s{0,4}["']$/i

/** `set("password", "…")`, `["DB_PASSWORD", "…"]`: two that belong together, not two of a list of names. */
function argumentSpan(text: string, key: AssignmentKey): readonly Span[] | undefined {
  comma.lastIndex = key.end
  const gap = comma.exec(text)?.[0].length
  const value = gap === undefined ? undefined : readValue(text, key.end + gap, false)
  if (value === undefined || key.promise === 'guess') return undefined
  const lead = text.slice(Math.max(0, key.start - 24), key.start)
  const isCall = setCall.test(lead) && /[),\s]/.test(value.next)
  if (!isCall && !(key.isUpper && /\[\s{0,4}["']$/.test(lead) && value.next === ']')) return undefined
  return judge(text, key, value, { literal: true, certain: false })
}

/** A header that carries nothing but a key. */
function isCertainHeader(key: AssignmentKey, value: Value, gap: string): boolean {
  if (!/^[:=]/.test(gap) || value.text.length < 8) return false
  return (
    /^x-[\w-]{0,40}(?:key|token|secret)$/i.test(key.name) || (/^api-token$/i.test(key.name) && /\d/.test(value.text))
  )
}

/** `name=value` from the first column of a line to its end, or a value with a dash, that no program takes for a name. */
function isSettingLine(text: string, key: AssignmentKey, value: Value): boolean {
  const before = text.charAt(key.start - 1)
  if ((before === '' || before === '\n') && /^[\n\r,;]?$/.test(value.next) && key.promise !== 'secret') return true
  const isParted = /^[A-Za-z]{3,}-[\w-]{3,}$/.test(value.text) && /[\s)\]},;]|^$/.test(value.next)
  return isParted && /(?:password|[_-]secret|token)$/i.test(key.name) && /[([{]/.test(before)
}

/** True if the name leaves no doubt; a bare "token" does so only for a value that is no short word. */
function isCertain(key: AssignmentKey, value: Value, isTight: boolean): boolean {
  if (key.promise === 'password') return true
  if (key.promise === 'credential') return isTight || /\d/.test(value.text)
  return key.promise === 'secret' && isTight && /^[a-z0-9-]{8,}$/.test(value.text) && !/auth/i.test(key.name)
}

/** A key of a vendor or a variable that is only called a key must look like one. */
function isGuessed(value: Value): boolean {
  const { text } = value
  if (looksRandom(text)) return true
  return text.length >= 12 && /\d{2}/.test(text) && /[A-Za-z]{2}/.test(text) && !isWordy(text) && entropyOf(text) >= 3
}

/** Letters and digits without a pause, longer than a word of any list. */
function isLongRun(text: string): boolean {
  return /^[A-Za-z0-9]{20,}$/.test(text) && /\d[^\d]*\d/.test(text) && !isWordy(text)
}

/** A line of YAML whose name has several parts, and which ends with its value. */
function isEntry(key: AssignmentKey, value: Value, isLine: boolean): boolean {
  return isLine && /[a-z0-9][_.-][a-z]/.test(key.name) && /^[\n\r\\]?$/.test(value.next)
}

/** In an address or a form the name alone says that it is a credential. */
function parameterSpan(text: string, from: number, key: AssignmentKey): Span | undefined {
  const found = readParameter(text, from)
  if (found === undefined) return undefined
  const value = text.slice(found.start, found.end)
  // Programs end their statements with the mark that also parts the fields of a connection.
  if (text.charAt(key.start - 1) === ';' && (key.name.includes('.') || /^!|[(){}[\]]/.test(value))) return undefined
  if (key.promise === 'secret' && !/\d/.test(value) && value.length < 6) return undefined
  return isCertainValue(value, { isParameter: true }) ? { id: idOf(key), ...found } : undefined
}

/** "ENV DB_PASSWORD …", "setx API_TOKEN …". */
function setSpan(text: string, key: AssignmentKey): readonly Span[] | undefined {
  flag.lastIndex = key.end
  const gap = flag.exec(text)?.[0].length
  const value = gap === undefined ? undefined : readValue(text, key.end + gap, false)
  if (value === undefined) return undefined
  const certain = key.promise === 'password' || key.promise === 'credential'
  return judge(text, key, value, { literal: true, certain })
}

const flagEnd = /^(?:[ \t]{0,3}(?:-|\\|["'`&|;\n]|$|[a-z]{2,10}:\/\/|[\w.-]{1,40}[@/]))/

/** After a flag comes its value, unless it is the next flag or, in prose, the next word. */
function flagSpan(text: string, key: AssignmentKey): readonly Span[] | undefined {
  flag.lastIndex = key.end
  const gap = flag.exec(text)?.[0].length
  if (gap === undefined || text.charAt(key.end + gap) === '-') return undefined
  const value = readValue(text, key.end + gap, false)
  if (value === undefined || value.text.startsWith('-')) return undefined
  const isLast = flagEnd.test(text.slice(value.end, value.end + 48))
  const literal = value.quoted || isLast
  const certain =
    /(?:secret|key|token)$/i.test(key.name) &&
    key.promise === 'credential' &&
    value.text.length >= 8 &&
    (isLast || /\d/.test(value.text))
  return judge(text, key, value, { literal, certain })
}
