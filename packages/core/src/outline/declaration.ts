/** A line of code that names something: a function, a class, a table, a section. */
export interface Declaration {
  /** What a reader looks for first has a lower rank. */
  readonly rank: number
  /** Whether it holds others, as a class does. */
  readonly isContainer: boolean
}

const modifierWords =
  'export default declare public private protected internal static final abstract sealed open override async unsafe ' +
  'pub extern inline virtual data readonly partial const constexpr suspend inner companion local native synchronized ' +
  'case transient friend mutating fileprivate'
const containerWords =
  'class interface enum namespace module struct trait impl mod record object union protocol extension package contract ' +
  'describe'
const callableWords =
  'function function* def defp defmodule func fn fun sub macro_rules! procedure typedef type test it'
const valueWords = 'const let var val static'
const controlWords =
  'if for while switch catch return await new throw else elif do try with when match case super yield assert delete ' +
  'typeof unless until foreach using lock sizeof and or not in is goto defer go select require import echo print'

const modifiers = new Set(modifierWords.split(' '))
const containers = new Set(containerWords.split(' '))
const callables = new Set(callableWords.split(' '))
const values = new Set(valueWords.split(' '))
const controls = new Set(controlWords.split(' '))

const wordAt = /[A-Za-z_$@#~][\w$]{0,80}[!*]?/y
const schema =
  /^(?:create|alter|drop)\s{1,4}(?:or\s{1,4}replace\s{1,4})?(?:(?:global|local|temp|temporary|unique|materialized|external|virtual)\s{1,4}){0,3}(?:table|view|index|function|procedure|trigger|type|schema|database|sequence|extension|role|policy)\b/i
const define = /^#\s{0,4}define\s{1,4}\w{1,80}\(/
const banner =
  /^(?:\/\/|#|--|;|\/\*)[!*\s]{0,3}(?:[-=*#~]{3,80}\s{1,4}\w|MARK: |region\b|TODO: |SECTION\b)|^#(?:pragma )?region\b/
const changed = /^(?:diff --git |@@ -\d)/

/** What a line of code declares, by its words alone; `undefined` where it declares nothing. `indent` is in levels. */
export function declarationOf(trimmed: string, indent: number): Declaration | undefined {
  if (changed.test(trimmed)) return { rank: trimmed.startsWith('diff') ? 0 : 3, isContainer: false }
  if (banner.test(trimmed)) return { rank: 1 + indent, isContainer: false }
  if (schema.test(trimmed)) return { rank: 0, isContainer: false }
  if (define.test(trimmed)) return { rank: 4, isContainer: false }
  if (isComment(trimmed) || trimmed.endsWith('.')) return undefined
  return (
    byKeyword(trimmed, indent) ?? (isCallable(trimmed, indent) ? { rank: 2 + indent, isContainer: false } : undefined)
  )
}

/** A comment: what stands in it declares nothing. */
export function isComment(trimmed: string): boolean {
  return /^(?:\/\/|\/\*|\*|#(?!\w)|--|"""|''')/.test(trimmed)
}

function byKeyword(trimmed: string, indent: number): Declaration | undefined {
  let isPublic = indent === 0 && /^(?:export|pub|public)\b/.test(trimmed)
  let previous = ''
  for (let at = 0, words = 0; words < 8; words++) {
    wordAt.lastIndex = at
    const word = wordAt.exec(trimmed)?.[0]
    if (word === undefined) return undefined
    const next = nextWord(trimmed, at + word.length)
    const isNamed = next !== undefined && /[\w$"'`*#~<([\\]/.test(trimmed[next] ?? '')
    const isKeyword = (containers.has(word) || callables.has(word)) && isNamed
    if (isKeyword && isDeclaring(trimmed, word, next ?? 0)) {
      isPublic ||= indent === 0 && previous === ''
      return { rank: (isPublic ? 0 : 1) + indent * 2, isContainer: containers.has(word) }
    }
    if (values.has(word) && isNamed && indent === 0 && !modifiers.has(wordFrom(trimmed, next))) {
      if (!callables.has(wordFrom(trimmed, next)) && !containers.has(wordFrom(trimmed, next)))
        return { rank: isPublic ? 0 : 3, isContainer: false }
    }
    if (!modifiers.has(word)) return undefined
    previous = word
    if (next === undefined) return isPublic ? { rank: 2, isContainer: false } : undefined
    at = next
  }
  return undefined
}

/** `type` and the like are words too: `describe(`, `test(` are calls, `func (r Reader)` is none, `type(x)` is one. */
function isDeclaring(trimmed: string, word: string, next: number): boolean {
  const first = trimmed[next] ?? ''
  const isTestCall = word === 'describe' || word === 'test' || word === 'it'
  if (isTestCall) return /^\(["'`]/.test(trimmed.slice(next, next + 2)) && trimmed[next - 1] === word.at(-1)
  if (word === 'impl' || word === 'func') return /[\w<(*]/.test(first)
  if (word === 'class' && trimmed.startsWith('class <<')) return true
  if (word === 'struct' || word === 'union' || word === 'enum')
    return /\w/.test(first) && !/;\s*$/.test(trimmed.slice(-4))
  if (word === 'package' || word === 'module' || word === 'namespace') return /[\w"'\\]/.test(first)
  return /[\w$]/.test(first) || (word.startsWith('function') && first === '(' && trimmed.startsWith('export'))
}

function nextWord(trimmed: string, from: number): number | undefined {
  let at = from
  if (trimmed[at] === '(' && trimmed.startsWith('pub')) at = trimmed.indexOf(')', at) + 1 || trimmed.length
  while (trimmed[at] === ' ' || trimmed[at] === '\t') at++
  return at < trimmed.length ? at : undefined
}

function wordFrom(trimmed: string, at: number | undefined): string {
  wordAt.lastIndex = at ?? trimmed.length
  return wordAt.exec(trimmed)?.[0] ?? ''
}

/** Names and types before the parenthesis of a method or a function without a keyword. */
const beforeParenthesis = /^[\w$@#~:*&<>[\],.?\s]{1,200}$/
const lastName = /[\w$~]{1,80}(?:<[\w\s,]{1,60}>)?$/

/** A method or a function that begins with its types or its name: `int main(void) {`, `async read(path) {`, `run() {`. */
function isCallable(trimmed: string, indent: number): boolean {
  const open = trimmed.indexOf('(')
  if (open < 1 || indent > 3 || trimmed.endsWith(';') || trimmed.endsWith(',')) return false
  const before = trimmed.slice(0, open)
  if (!beforeParenthesis.test(before) || !lastName.test(before.trimEnd()) || before.includes('. ')) return false
  const words = before.trim().split(/\s+/)
  if (words.some((word) => controls.has(word)) || /^[a-z_]\w*\./.test(before)) return false
  const tail = trimmed.slice(-40)
  if (/(?:=>|\bfunction\s{0,4}\([^)]{0,40}\))\s{0,4}\{?$/.test(tail) || /[([{]\s{0,4}\{$/.test(tail)) return false
  if (tail.endsWith('{')) return /\)[^()]{0,40}\{$/.test(tail)
  // In C the brace may stand in the next line; a call with such a beginning would end with a semicolon.
  return words.length > 1 && /^[A-Za-z_]/.test(before) && (tail.endsWith(')') || tail.endsWith('('))
}
