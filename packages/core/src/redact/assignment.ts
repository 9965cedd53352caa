import { findNear } from './find-near.ts'
import { isSecretValue, type Setting } from './is-secret-value.ts'
import { endsWord, promiseOf } from './key-name.ts'
import { looksRandom } from './looks-random.ts'
import { endOf, readValue, type Value } from './read-value.ts'
import type { Rule } from './rule.ts'
import type { Span } from './span.ts'

const keywords = [
  'password',
  'passwd',
  'passphrase',
  'passwort',
  'kennwort',
  'passcode',
  'pass',
  'pwd',
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
export const assignmentRule: Rule = { id: 'assignment', keywords, find: findAssignment }

const suffix = /[A-Za-z0-9_-]{0,40}/y

const separator =
  /(?:\*{0,2}\\{0,15}["'`]\)?\]?|\]|\*\*)?(?:[ \t]{0,8}(?::[ \t]{0,4}[A-Za-z&?'<>|[\] ]{1,24}=|:=|=>|!==?|={1,3}|:{1,2}|：|是|->|→)|\s{0,4},\s{0,4}\\{0,15}["']value\\{0,15}["']\s{0,4}:|(?:\s|\\{1,15}[nrt]){1,24}value:|[ \t]{1,4}value=|(?<call>\()|(?<tag>>)|(?<prose>[ \t]{1,4}(?:is|was|of|ist|es)\b:?)|(?<cell>[ \t]{1,20}\|(?=[ \t])))\*{0,2}[ \t]{0,20}(?<block>[>|][+-]?\d?[ \t]{0,4}(?:\r?\n|(?:\\{1,15}r)?\\{1,15}n)[ \t]{1,40})?/y

/** In a list of words the next one is the value. */
const flag = /[ \t]{1,4}|\\{0,15}["'],\s{0,24}(?=\\{0,15}["'])/y
const scheme = /^(?:Bearer|Basic|Token|Bot|Key|ApiKey)\s+/i

interface Key {
  readonly strong: boolean
  readonly isFlag: boolean
  readonly isUpper: boolean
  readonly end: number
}

function findAssignment(text: string, at: number, keyword: string): readonly Span[] {
  const key = readKey(text, at, keyword)
  if (key === undefined) return []
  const id = key.strong ? 'password' : 'secret'
  return spanOf(id, text, key) ?? findNear(text, key.end)
}

function readKey(text: string, at: number, keyword: string): Key | undefined {
  const wordEnd = at + keyword.length
  const isWhole = /[:：是]$/.test(keyword)
  if (!isWhole && !endsWord(text.charAt(wordEnd - 1), text.charAt(wordEnd))) return undefined
  suffix.lastIndex = wordEnd
  const after = isWhole ? '' : (suffix.exec(text)?.[0] ?? '')
  const before = nameBefore(text, at)
  const spaced = keyword === 'key' && before === '' ? text.slice(Math.max(0, at - 16), at) : before
  if (keyword === 'pass' && isVerdict(text, at)) return undefined
  const promise = promiseOf(keyword, spaced, after)
  if (promise === 'none') return undefined
  const name = before + text.slice(at, wordEnd) + after
  const isUpper = /^[A-Z0-9_]+$/.test(name) || /^n[A-Z0-9_]+$/.test(name)
  const end = isWhole ? wordEnd - 1 : wordEnd + after.length
  return { strong: promise === 'password', isFlag: before.startsWith('-'), isUpper, end }
}

/** "PASS: TestName" tells how a test ended. */
function isVerdict(text: string, at: number): boolean {
  return text.startsWith('PASS', at) && !/[A-Za-z0-9_"'`-]/.test(text.charAt(at - 1)) && text.charAt(at + 4) !== '='
}

/** The part of the identifier that stands before the keyword. */
function nameBefore(text: string, at: number): string {
  const stop = Math.max(0, at - 40)
  let start = at
  while (start > stop && isNameCode(text.charCodeAt(start - 1))) start--
  return text.slice(start, at)
}

function isNameCode(code: number): boolean {
  return (
    (code >= 97 && code <= 122) ||
    (code >= 65 && code <= 90) ||
    (code >= 45 && code <= 57 && code !== 47) ||
    code === 95
  )
}

function spanOf(id: string, text: string, key: Key): readonly Span[] | undefined {
  separator.lastIndex = key.end
  const match = separator.exec(text)
  if (match === null) return key.isFlag ? flagSpan(id, text, key) : undefined
  const from = key.end + match[0].length
  const isTight = /^["'`]?[=]$/.test(match[0])
  const value = readValue(text, from, isTight && key.isUpper)
  if (value === undefined) return undefined
  const { call, tag, prose, cell, block } = match.groups ?? {}
  // A block of several words is a text.
  if (block !== undefined && !/^[\n\r\\"']?$/.test(value.next)) return undefined
  if (cell !== undefined && !looksRandom(value.text)) return undefined
  if ((call !== undefined && !value.quoted) || (tag !== undefined && value.next !== '<')) return undefined
  const isLoose = call !== undefined || prose !== undefined || cell !== undefined
  const isMember = (value.quoted || block !== undefined) && !isLoose
  const literal =
    isMember || (key.isUpper && !isLoose && !/\s=/.test(match[0])) || tag !== undefined || (key.isFlag && isTight)
  return judged(id, text, value, { strong: key.strong, quoted: value.quoted, literal })
}

/** After a flag comes its value, unless it is the next flag or, in prose, the next word. */
function flagSpan(id: string, text: string, key: Key): readonly Span[] | undefined {
  flag.lastIndex = key.end
  const gap = flag.exec(text)?.[0].length
  if (gap === undefined || text.charAt(key.end + gap) === '-') return undefined
  const value = readValue(text, key.end + gap, false)
  if (value === undefined || value.text.startsWith('-')) return undefined
  const isLast = /^(?:[ \t]{0,3}(?:-|\\|["'`&|;\n]|$))/.test(text.slice(value.end, value.end + 5))
  return judged(id, text, value, { strong: key.strong, quoted: value.quoted, literal: value.quoted || isLast })
}

function judged(id: string, text: string, value: Value, setting: Setting): readonly Span[] | undefined {
  if (!setting.quoted && (value.next === '(' || (/[[{<]/.test(value.next) && !setting.literal))) return undefined
  const lead = scheme.exec(value.text)?.[0].length ?? 0
  if (!isSecretValue(value.text.slice(lead), setting)) return undefined
  return [{ id, start: value.start + lead, end: endOf(text, value) }]
}

const anyKeyword = new RegExp(keywords.join('|'))

/** Whether a JSON member of this name and value is a credential. */
export function isSecretMember(name: string, value: string): boolean {
  const folded = name.toLowerCase()
  if (!anyKeyword.test(folded)) return false
  const named = keywords.filter((keyword) => folded.includes(keyword))
  const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`
  return named.some((keyword) => findAssignment(member, folded.lastIndexOf(keyword) + 1, keyword).length > 0)
}
