import { isObject, type Json, parseJson } from '@palimpsest/core/json'
import { redact } from '@palimpsest/core/redact'
import type { Colours } from '../../terminal/colours.ts'
import { clip, oneLine, width } from '../../terminal/width.ts'

/** A tool call that is over. */
export interface EndedCall {
  readonly name: string
  /** As the model wrote it: JSON, if it is well. */
  readonly input: string
  readonly ms: number
  readonly chars: number
  readonly isError: boolean
  readonly isDeclined?: true
}

/** One line about a call: what ran on what, how long, and what came of it. */
export function toolLine(call: EndedCall, columns: number, colours: Colours): string {
  const [sign, size] = endOf(call, colours)
  const end = ` · ${seconds(call.ms)} · ${size}`
  const room = Math.max(8, Math.min(columns, 120) - 4 - width(call.name) - width(end) - 1)
  const input = clip(shortInput(call.input), room)
  return `${sign} ${colours.bold(oneLine(call.name))}${input === '' ? '' : ` ${input}`}${colours.dim(end)}`
}

function endOf({ isDeclined, isError, chars }: EndedCall, colours: Colours): readonly [sign: string, size: string] {
  if (isDeclined) return [colours.yellow('–'), 'declined']
  return isError ? [colours.red('✗'), 'failed'] : [colours.green('✓'), sizeText(chars)]
}

const startedChars = 100

/** The same where it goes to a pipe, once the call starts. */
export function startedLine({ name, input }: Pick<EndedCall, 'name' | 'input'>): string {
  return `· ${oneLine(name)} ${shortInput(input).slice(0, startedChars)}`
}

/** Fields that say best what a call is about, in the order of their worth. */
const telling = ['command', 'path', 'file', 'query', 'pattern', 'url', 'task', 'name', 'text', 'id']

/** The gist of a call's input in one line, without secrets. */
export function shortInput(input: string): string {
  const value = parseJson(input)
  return oneLine(redact(isObject(value) ? gist(value) : input).text).trim()
}

function gist(value: Readonly<Record<string, Json | undefined>>): string {
  const field = telling.find((name) => isText(value[name])) ?? Object.keys(value).find((name) => isText(value[name]))
  if (field !== undefined) return String(value[field])
  const rest = JSON.stringify(value)
  return rest === '{}' ? '' : rest
}

function isText(value: Json | undefined): boolean {
  return typeof value === 'string' && value.trim() !== ''
}

export function seconds(ms: number): string {
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 9_950 ? 1 : 0)} s`
  return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}

function sizeText(chars: number): string {
  return chars < 1_000 ? `${chars} chars` : `${(chars / 1_000).toFixed(chars < 10_000 ? 1 : 0)}K chars`
}
