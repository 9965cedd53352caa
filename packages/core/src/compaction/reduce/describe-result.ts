import { isList, isObject, type Json, parseJson } from '../../json.ts'
import { ending } from '../../ledger/commands/exit-code.ts'
import { tellingLine } from '../../ledger/errors/telling-line.ts'
import { singleSpaced } from '../../ledger/language/single-spaced.ts'
import { isDeclined } from '../../message/declined.ts'
import type { ToolMessage } from '../../message/message.ts'
import { clipText, sliceWhole } from '../../text/slice-whole.ts'
import type { CallInfo } from './deduplicate.ts'
import { longChars } from './deduplicate.ts'

/** Of what ran, this much is shown. */
const askedChars = 90
const errorChars = 70

/** Known facts about a result beside its text. */
export interface ResultInfo {
  readonly call: CallInfo | undefined
  readonly number: string
}

/** One line for a result: which tool, what it was asked, how it ended, how long it is, where it is kept; secrets included. */
export function describeResult(message: ToolMessage, { call, number }: ResultInfo): string {
  const text = message.parts.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`)).join('\n')
  if (call === undefined) return `[Old tool output cleared to save context space] (${number})`
  const { exitCode, output } = ending(text)
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
  const line = `[${call.name}] ${asked(call.arguments)} -> ${ended.filter((piece) => piece !== undefined).join(', ')} (${number})`
  return clipText(line, longChars)
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
const telling = ['command', 'cmd', 'script', 'file_path', 'path', 'filename', 'pattern', 'query', 'url', 'name', 'id']

function asked(json: string): string {
  const value = parseJson(json)
  if (!isObject(value)) return `\`${clipText(oneLine(json), askedChars)}\``
  const key =
    telling.find((name) => isTelling(value[name])) ?? Object.keys(value).find((name) => isTelling(value[name]))
  if (key === undefined) return 'ran'
  const verb = key === 'command' || key === 'cmd' || key === 'script' ? 'ran ' : ''
  return `${verb}\`${clipText(oneLine(plain(value[key])), askedChars)}\``
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
