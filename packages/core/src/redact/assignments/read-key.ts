import { endsWord, type Promised, promiseOf } from './key-name.ts'

/** The name that announces a value. */
export interface AssignmentKey {
  readonly promise: Exclude<Promised, 'none'>
  readonly name: string
  /** True for "--token": the value may follow a space. */
  readonly isFlag: boolean
  readonly isUpper: boolean
  /** "tokens", "credentials": several values follow. */
  readonly isPlural: boolean
  readonly start: number
  readonly end: number
}

const suffix = /[A-Za-z0-9_-]{0,40}/y

/** The key around a keyword, unless it promises nothing. */
export function readKey(text: string, at: number, keyword: string): AssignmentKey | undefined {
  const wordEnd = at + keyword.length
  const isWhole = keyword.charCodeAt(0) > 127 && /[:：是]$/.test(keyword)
  if (!isWhole && !endsWord(text, wordEnd)) return undefined
  suffix.lastIndex = wordEnd
  const after = isWhole ? '' : (suffix.exec(text)?.[0] ?? '')
  const before = nameBefore(text, at)
  if (keyword === 'pass' && isVerdict(text, at)) return undefined
  const promise = promiseOf(keyword, leadOf(text, at, before, keyword), after)
  if (promise === 'none') return undefined
  const name = before + text.slice(at, wordEnd) + after
  const isUpper = /^(?:-e|n|)[A-Z0-9_]+$/.test(name)
  const end = isWhole ? wordEnd - 1 : wordEnd + after.length
  const isPlural = /^s(?![a-z])/i.test(after) || keyword === 'credentials'
  return {
    promise,
    name,
    isFlag: before.startsWith('-') && !isUpper,
    isUpper,
    isPlural,
    start: at - before.length,
    end,
  }
}

/** The text before the keyword, with the boundary that a capital marks; "api key" is one name with a blank in it. */
function leadOf(text: string, at: number, before: string, keyword: string): string {
  if (before === '') return keyword === 'key' ? text.slice(Math.max(0, at - 16), at) : ''
  const isParted = /[A-Z]/.test(text.charAt(at)) && (keyword === 'pw' ? /[a-z]{2}$/ : /[a-z0-9]$/).test(before)
  return isParted ? `${before}_` : before
}

/** "PASS: TestName" reports how a test ended. */
function isVerdict(text: string, at: number): boolean {
  return text.startsWith('PASS', at) && !/[A-Za-z0-9_"'`-]/.test(text.charAt(at - 1)) && text.charAt(at + 4) !== '='
}

/** The part of the identifier before the keyword. */
export function nameBefore(text: string, at: number): string {
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
