import { isList, isObject, type Json, type JsonObject, parseJson } from '../../json.ts'
import type { ToolCallPart } from '../../message/message.ts'
import { sliceWhole } from '../../text/slice-whole.ts'
import type { FileTouch } from '../files/file-touch.ts'
import { patchTouches } from '../files/patch-touches.ts'
import { isPathArgument } from '../files/paths.ts'
import type { Touch } from '../ledger.ts'
import { isRunner } from './own-name.ts'
import { shellAnswer, shellTouches } from './shell-touches.ts'

/** The facts that a tool call reveals by its shape, regardless of the tool's name. */
export interface CallFacts {
  readonly touches: readonly FileTouch[]
  readonly command: string | undefined
  /** Short values that may hold identifiers; what goes into files is not among them. */
  readonly words: readonly string[]
  /** The kind of its result: the content of a file, a list of places, or a report of what happened. */
  readonly answer: 'content' | 'listing' | 'report'
}

/** Last words of keys that name files. */
const pathWords = wordSet(
  'path paths file files filename filenames filepath filepaths uri notebook target destination dest dir directory cwd workdir folder',
)
const commandKeys = wordSet('command cmd script commands shell_command bash')
const wholeContentKeys = wordSet('content contents file_text file_content text_content body_text')
const partContentKeys = new Set([
  ...['old', 'new', 'insert'].flatMap((verb) =>
    ['string', 'str', 'text', 'source', 'content', 'line', 'lines'].map((noun) => `${verb}_${noun}`),
  ),
  ...wordSet('old new replacement code_edit edits replace'),
])
const patchKeys = wordSet('patch diff input patch_text changes')
const searchKeys = wordSet('pattern query regex glob search include')
const mostWords = 60
const mostWordChars = 4_000
const deepest = 4

interface Reading {
  readonly paths: string[]
  readonly words: string[]
  readonly patches: FileTouch[]
  command: string | undefined
  content: 'whole' | 'part' | undefined
  /** It looks for something. */
  searches: boolean
}

/** Reads a call by the keys and values of its arguments. */
export function callFacts(call: ToolCallPart): CallFacts {
  const input = call.freeform === true ? undefined : parseJson(call.arguments)
  const reading: Reading = {
    paths: [],
    words: [],
    patches: [],
    command: undefined,
    content: undefined,
    searches: false,
  }
  if (isObject(input)) readObject(input, reading, 0)
  else readFree(typeof input === 'string' ? input : call.arguments, reading)
  // An editor's `command: "view"` beside a path is a verb of the tool, not a shell line.
  const verb = reading.paths.length > 0 && oneWord.test(reading.command ?? '') ? (reading.command ?? '') : undefined
  const command = verb === undefined ? reading.command : undefined
  const touch = touchOf(`${call.name} ${verb ?? ''}`.toLowerCase(), reading.content)
  const touches = [
    ...reading.paths.map((path): FileTouch => ({ path, touch: command === undefined ? touch : 'read' })),
    ...reading.patches,
    ...(command === undefined ? [] : shellTouches(command)),
  ]
  const answer = command === undefined ? answerOf(call.name, reading, touch) : shellAnswer(command)
  return { touches, words: reading.words, answer, command }
}

/** A log is read for what it reports. */
const log = /\.(?:log|txt|out|err)$/i

function answerOf(name: string, reading: Reading, touch: Touch): CallFacts['answer'] {
  if (reading.searches) return 'listing'
  const isContent = touch !== 'deleted' && reading.paths.length > 0 && !reading.paths.some((path) => log.test(path))
  return isContent && !isRunner(name) ? 'content' : 'report'
}

const oneWord = /^\w+$/
const deletes = /delete|remove|unlink/
const changes = /\b(?:edit|str_replace|insert|undo_edit|append)\b/
const creates = /\bcreate\b/

function touchOf(name: string, content: Reading['content']): Touch {
  if (deletes.test(name)) return 'deleted'
  if (content === 'whole') return 'created'
  if (content === 'part' || changes.test(name)) return 'changed'
  return creates.test(name) ? 'created' : 'read'
}

function readFree(text: string, reading: Reading): void {
  const patches = patchTouches(text)
  for (const patch of patches) reading.patches.push(patch)
  if (patches.length === 0 && text.length <= mostWordChars) reading.words.push(text)
}

function readObject(input: JsonObject, reading: Reading, depth: number): void {
  for (const [name, value] of Object.entries(input)) {
    if (value !== undefined) readValue(plainKey(name), value, reading, depth)
  }
}

const plain = /^[a-z0-9_]*$/

/** `filePath`, `file-path` and `file_path` are one key. */
function plainKey(name: string): string {
  if (plain.test(name)) return name
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/-/g, '_')
    .toLowerCase()
}

function readValue(key: string, value: Json, reading: Reading, depth: number): void {
  if (typeof value === 'string') readText(key, value, reading)
  else if (typeof value === 'number' && /port$/.test(key)) addWord(`port ${value}`, reading)
  else if (isList(value)) readList(key, value, reading, depth)
  else if (isObject(value) && depth < deepest) readObject(value, reading, depth + 1)
}

function addWord(text: string, reading: Reading): void {
  if (reading.words.length < mostWords && text !== '') reading.words.push(sliceWhole(text, 0, mostWordChars))
}

function readList(key: string, list: readonly Json[], reading: Reading, depth: number): void {
  if (commandKeys.has(key) && list.every((item) => typeof item === 'string')) {
    // `["bash", "-lc", "…"]` runs its last word; any other list is one program with its words.
    const isShell = /(?:^|\/)(?:ba|z|da)?sh$/.test(String(list[0])) && list.length > 2
    reading.command ??= isShell ? String(list.at(-1)) : list.join(key === 'commands' ? '\n' : ' ')
    return
  }
  if (key === 'edits') reading.content ??= 'part'
  if (depth >= deepest) return
  for (const item of list.slice(0, mostWords)) readValue(key, item, reading, depth + 1)
}

function readText(key: string, text: string, reading: Reading): void {
  if (searchKeys.has(key)) reading.searches = true
  if (commandKeys.has(key)) reading.command ??= text
  else if (wholeContentKeys.has(key)) reading.content ??= 'whole'
  else if (partContentKeys.has(key)) reading.content = 'part'
  else if (pathWords.has(lastWord(key)) && isPathArgument(text.startsWith('file://') ? text.slice(7) : text))
    reading.paths.push(text)
  else if (patchKeys.has(key) && text.length > 20) readFree(text, reading)
  else addWord(text, reading)
}

function lastWord(key: string): string {
  return key.slice(key.lastIndexOf('_') + 1)
}

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}
