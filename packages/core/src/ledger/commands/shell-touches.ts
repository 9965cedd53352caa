import type { FileTouch } from '../files/file-touch.ts'
import { patchTouches } from '../files/patch-touches.ts'
import { isFileName, isPathArgument, isPathWord } from '../files/paths.ts'
import type { Touch } from '../ledger.ts'
import { type SimpleCommand, shellWords } from './shell-words.ts'

/** Programs that run another one. */
const wrappers = new Set([
  'sudo',
  'time',
  'env',
  'nohup',
  'exec',
  'command',
  'xargs',
  'timeout',
  'nice',
  'then',
  'do',
  'else',
  '!',
  '{',
])
/** Programs whose plain words are files, so that a word with a slash needs no further proof. */
const onFiles = new Set(
  'cat ls cd head tail sed grep egrep rg ag find fd wc rm mv cp mkdir rmdir touch tree diff stat chmod chown less more file du tee vim nano code open awk nl sort source . bat xxd cmp ln realpath dirname test [ unlink tac'.split(
    ' ',
  ),
)
/** Their first plain word is a pattern or a script. */
const patternFirst = new Set(['grep', 'egrep', 'rg', 'ag', 'sed', 'awk', 'perl', 'jq', 'yq', 'echo', 'printf'])
const noFiles = new Set(['echo', 'printf', 'export', 'curl', 'wget', 'ssh', 'true', 'sleep', 'which', 'alias'])

/** Returns the files that a shell line reads and writes, as far as its words show. */
export function shellTouches(script: string): readonly FileTouch[] {
  return [...shellWords(script).flatMap(touchesOf), ...patchTouches(script)]
}

const readers = new Set('cat sed head tail nl bat less more cd echo tac printf true'.split(' '))
const listers = new Set('grep egrep rg ag find fd ls tree wc sort uniq du stat file pwd awk cut xargs'.split(' '))
const gitListers = new Set('show diff log grep blame status branch ls-files remote rev-parse'.split(' '))
const log = /\.(?:log|txt|out|err)$/i

/** The output of a shell line: the content of files, a list of places, or a report of what happened. */
export function shellAnswer(script: string): 'content' | 'listing' | 'report' {
  let answer: 'content' | 'listing' = 'content'
  for (const { words } of shellWords(script)) {
    const plain = withoutWrappers(words)
    const program = programOf(plain[0] ?? '')
    const isLister = listers.has(program) || (program === 'git' && gitListers.has(plain[1] ?? ''))
    if (isLister) answer = 'listing'
    else if (!readers.has(program)) return 'report'
    if (plain.some((word) => log.test(word))) return 'report'
  }
  return answer
}

function touchesOf(command: SimpleCommand): readonly FileTouch[] {
  const written = command.writes.filter(isTarget).map((path): FileTouch => ({ path, touch: 'created' }))
  const given = command.reads.filter(isTarget).map((path): FileTouch => ({ path, touch: 'read' }))
  const words = withoutWrappers(command.words)
  const program = programOf(words[0] ?? '')
  const own: FileTouch[] = isPathWord(words[0] ?? '') ? [{ path: words[0] ?? '', touch: 'read' }] : []
  if (program === '' || noFiles.has(program)) return [...written, ...given]
  const paths = fileWords(program, words.slice(1))
  return [
    ...own,
    ...paths.map((path, i) => ({ path, touch: touchBy(program, words, i === paths.length - 1) })),
    ...written,
    ...given,
  ]
}

function isTarget(path: string): boolean {
  return isPathArgument(path) && !path.startsWith('/dev/')
}

const setting = /^[A-Za-z_]\w*=/
const wrapperOption = /^(?:-\w*|\d+[smh]?)$/

function withoutWrappers(words: readonly string[]): readonly string[] {
  let start = 0
  for (; start < words.length; start++) {
    const word = words[start] ?? ''
    if (!wrappers.has(word) && !setting.test(word) && !(start > 0 && wrapperOption.test(word))) break
  }
  return words.slice(start)
}

function programOf(word: string): string {
  return word.slice(word.lastIndexOf('/') + 1)
}

const substitution = /^s[/|#]/

/** The words that name files: no flags, no patterns; where plain words mean other things, only clear paths. */
function fileWords(program: string, words: readonly string[]): readonly string[] {
  const isClear = onFiles.has(program) ? isPathArgument : isClearPath
  const plain = words.map((word) => flagValue(word)).filter((word) => word !== '' && !word.startsWith('-'))
  const hasScript = words.some((word) => word === '-e' || word === '-f')
  const files = patternFirst.has(program) && !hasScript ? plain.slice(1) : plain
  return files.filter((word) => isClear(word) && !word.startsWith('/dev/') && !substitution.test(word))
}

/** `--config=path/to/file` names a file as well. */
function flagValue(word: string): string {
  if (!word.startsWith('--')) return word
  const sign = word.indexOf('=')
  return sign < 0 ? '' : word.slice(sign + 1)
}

function isClearPath(word: string): boolean {
  return (
    isPathWord(word) || ((word.startsWith('./') || word.startsWith('../')) && isPathArgument(word)) || isFileName(word)
  )
}

function touchBy(program: string, words: readonly string[], isLast: boolean): Touch {
  const sub = program === 'git' ? (words.slice(1).find((word) => !word.startsWith('-')) ?? '') : ''
  if (program === 'rm' || program === 'unlink' || program === 'rmdir' || sub === 'rm') return 'deleted'
  if (program === 'mv' || sub === 'mv') return isLast ? 'created' : 'deleted'
  if (program === 'cp' || program === 'ln') return isLast ? 'created' : 'read'
  if (program === 'touch' || program === 'mkdir' || program === 'tee') return 'created'
  if ((program === 'sed' || program === 'perl') && words.some((word) => /^-[a-z]*i/.test(word))) return 'changed'
  if (sub === 'checkout' || sub === 'restore') return 'changed'
  return 'read'
}
