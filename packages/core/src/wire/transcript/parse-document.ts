import { isObject, type Json, parseJson } from '../../json.ts'
import { checkNesting } from './nesting.ts'
import { lineAndColumn, unreadable } from './unreadable.ts'

/** The JSON in a text: one value, or one a line. */
export type Document =
  | { readonly kind: 'json'; readonly value: Json; readonly text: string }
  | { readonly kind: 'lines'; readonly lines: readonly DocumentLine[] }

export interface DocumentLine {
  readonly value: Json
  /** Counted from 1. */
  readonly number: number
}

const whatToGive = 'Give a transcript: a JSON file, or JSONL with one message a line.'

export function parseDocument(text: string): Document {
  if (text.trim() === '') throw unreadable('the file is empty', {}, whatToGive)
  checkNesting(text)
  if (isLineByLine(text)) return { kind: 'lines', lines: parseLines(text) }
  const value = parseAt(text, text, 1)
  return isLoneLine(value) ? { kind: 'lines', lines: [{ value, number: 1 }] } : { kind: 'json', value, text }
}

/** The opening of an object or a list of any transcript; other text is not JSON that someone could fix. */
const opening = /^\s*(?:\{\s*(?:["}]|$)|\[\s*(?:[{[\]"]|$))/

/** The first line is a value of its own, and it is not the last. */
function isLineByLine(text: string): boolean {
  const start = text.search(/\S/)
  const end = text.indexOf('\n', start)
  if (end === -1 || text.slice(end).trim() === '') return false
  return isObject(parseJson(text.slice(start, end)))
}

/** A file of one line that is a message rather than a list of them. */
function isLoneLine(value: Json): boolean {
  return isObject(value) && !('messages' in value) && !('input' in value)
}

function parseLines(text: string): readonly DocumentLine[] {
  return text
    .split('\n')
    .flatMap((line, i) => (line.trim() === '' ? [] : [{ value: parseAt(line, text, i + 1), number: i + 1 }]))
}

function parseAt(json: string, text: string, firstLine: number): Json {
  try {
    return JSON.parse(json) as Json
  } catch (error) {
    if (!opening.test(text)) throw unreadable('this is plain text, not a transcript', { line: 1 }, whatToGive)
    const { line, column } = lineAndColumn(json, errorOffset(error, json))
    const isEnd = column >= (json.split('\n').at(-1)?.length ?? 0) && line === json.split('\n').length
    const isLast = json === text || text.trimEnd().endsWith(json.trim())
    const remedy =
      isEnd && isLast
        ? 'The file seems to be cut off; copy it again, or remove the unfinished end.'
        : 'Correct the JSON at this place.'
    throw unreadable(
      isEnd && isLast ? 'the JSON ends too early' : 'this is not valid JSON',
      { line: firstLine + line - 1, column },
      remedy,
    )
  }
}

/** The engine names the offset in its message, except where the text simply ended. */
function errorOffset(error: unknown, json: string): number {
  const offset = error instanceof Error ? /position (\d+)/.exec(error.message)?.[1] : undefined
  return offset === undefined ? json.trimEnd().length : Number(offset)
}
