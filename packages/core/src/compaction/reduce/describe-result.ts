import { isList, isObject, type Json, parseJson } from '../../json.ts'
import { callFacts } from '../../ledger/commands/call-facts.ts'
import { ending } from '../../ledger/commands/exit-code.ts'
import { tellingLine } from '../../ledger/errors/telling-line.ts'
import { singleSpaced } from '../../ledger/language/single-spaced.ts'
import { isDeclined } from '../../message/declined.ts'
import type { ToolMessage } from '../../message/message.ts'
import { clipText, sliceWhole } from '../../text/slice-whole.ts'
import type { CallInfo } from './calls-before.ts'
import { longChars } from './deduplicate.ts'

/** Of what ran, this much is shown: the call itself stands above its result. */
const askedChars = 60
const errorChars = 70

/** Known facts about a result beside its text. */
export interface ResultInfo {
  readonly asked: CallInfo | undefined
  readonly number: string
}

/** One line for a result: which tool, what it was asked, how it ended, how long it is, where it is kept; secrets included. */
export function describeResult(message: ToolMessage, { asked: info, number }: ResultInfo): string {
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
  if (info === undefined) return `[Old tool output cleared to save context space] (${number})`
  const { exitCode, output } = isFile(info) ? { output: ending(text).output } : ending(text)
  const hasFailed = message.isError === true || (exitCode !== undefined && exitCode !== 0)
  const errorLine = hasFailed && !isDeclined(message) ? tellingLine(output, true) : undefined
  const ended = [
    exitCode === undefined
      ? message.isError
        ? isDeclined(message)
          ? 'declined'
          : 'failed'
        : undefined
      : `exit ${exitCode}`,
    lengthOf(output),
    errorLine === undefined ? undefined : `"${clipText(errorLine, errorChars)}"`,
  ]
  const line = `[${info.call.name}] ${asked(info.call.arguments)} -> ${ended.filter((piece) => piece !== undefined).join(', ')} (${number})`
  return clipText(line, longChars)
}

/** What a file says of exit codes is no end of the call that read it. */
function isFile({ call }: CallInfo): boolean {
  const { answer, command } = callFacts(call)
  return answer === 'content' && command === undefined
}

/** With what is notable, as much of it as still fits into the one line. */
export function withNotables(line: string, notables: readonly string[], maxChars = longChars): string {
  let longer = line
  for (const text of notables) {
    const next = `${longer}${longer === line ? ': ' : ', '}${text}`
    if (next.length <= maxChars && !longer.includes(text)) longer = next
  }
  return longer
}

function lengthOf(text: string): string {
  // Some tools answer with one JSON string: its lines count, not those of its spelling.
  const value = text.startsWith('"') ? parseJson(text) : undefined
  const lines = countLines(typeof value === 'string' ? value : text)
  return lines === 1 ? `${text.length} characters` : `${lines} lines`
}

function countLines(text: string): number {
  let lines = 1
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) lines++
  return lines
}

/** Arguments that describe a call best: the command it ran, the place it looked at, else its first words. */
const telling = ['command', 'cmd', 'script', 'pattern', 'query', 'file_path', 'path', 'filename', 'url', 'name', 'id']

function asked(json: string): string {
  const value = parseJson(json)
  if (!isObject(value)) return `\`${clipText(oneLine(json), askedChars)}\``
  const key =
    telling.find((name) => isTelling(value[name])) ?? Object.keys(value).find((name) => isTelling(value[name]))
  if (key === undefined) return 'ran'
  const verb = key === 'command' || key === 'cmd' || key === 'script' ? 'ran ' : ''
  const text = oneLine(plain(value[key]))
  return `${verb}\`${verb === '' ? clipPath(text) : clipText(text.replace(changeOfPlace, ''), askedChars)}\``
}

/** A script may begin with going where it runs, which says nothing of what it does. */
const changeOfPlace = /^cd [^\s&;]{1,300} && /

/** Of a long path the end says which it is. */
function clipPath(text: string): string {
  if (text.length <= askedChars || text.includes(' ') || !text.startsWith('/')) return clipText(text, askedChars)
  const start = text.indexOf('/', text.length - askedChars)
  return start === -1 ? clipText(text, askedChars) : `…${text.slice(start)}`
}

function isTelling(value: Json | undefined): boolean {
  return (
    (typeof value === 'string' && value.trim() !== '') ||
    typeof value === 'number' ||
    (isList(value) && value.length > 0)
  )
}

function plain(value: Json | undefined): string {
  return isList(value)
    ? value.map((item) => (typeof item === 'string' ? item : JSON.stringify(item))).join(' ')
    : String(value)
}

function oneLine(text: string): string {
  return singleSpaced(sliceWhole(text, 0, 400)).trim()
}
