import { type Failure, isFailure } from '../../errors.ts'
import { isObject, type Json, type JsonObject } from '../../json.ts'
import type { Format, Transcript } from '../../message/message.ts'
import { codecs } from '../codecs.ts'
import { detectFormat } from './detect-format.ts'
import { locateJsonPath } from './locate-json-path.ts'
import { type Document, parseDocument } from './parse-document.ts'
import { findLoneSurrogate, mendSurrogates } from './surrogates.ts'
import { type TextPlace, unreadable } from './unreadable.ts'

export interface ReadTranscriptOptions {
  /** @default recognised by content */
  readonly format?: Format
  /** Replace halves of surrogate pairs by U+FFFD instead of refusing them. @default false */
  readonly mend?: boolean
}

export interface ReadTranscript {
  readonly format: Format
  readonly transcript: Transcript
}

/** Reads the text of a transcript file. Throws `transcript/unreadable` with the line and a remedy. */
export function readTranscript(text: string, options: ReadTranscriptOptions = {}): ReadTranscript {
  const document = parseDocument(text.startsWith('\uFEFF') ? text.slice(1) : text)
  const value = document.kind === 'json' ? document.value : document.lines.map((line) => line.value)
  const sound = checkText(value, document, options.mend ?? false)
  const format = options.format ?? detectFormat(sound)
  const body = document.kind === 'json' ? { value: sound, headers: 0 } : wrapLines(format, sound as readonly Json[])
  try {
    const transcript = codecs[format].decode(body.value)
    return { format, transcript: body.note ? noteLines(transcript, format, body.note) : transcript }
  } catch (error) {
    throw isFailure(error, 'wire/malformed') ? explain(error, format, document, body.headers) : error
  }
}

interface Wrapped {
  readonly value: Json
  /** Number of lines before the first message. */
  readonly headers: number
  readonly note?: JsonObject
}

/** Formats whose files are lines by nature take every line; the others take messages, after a header if there is one. */
function wrapLines(format: Format, lines: readonly Json[]): Wrapped {
  if (format === 'claude-code' || format === 'codex') return { value: lines, headers: 0 }
  const key = format === 'openai-responses' ? 'input' : 'messages'
  const isMessage = (value: Json) => isObject(value) && ('role' in value || (key === 'input' && 'type' in value))
  const headers = Math.max(0, lines.findIndex(isMessage))
  const [header, ...more] = lines.slice(0, headers)
  const list = lines.slice(headers)
  const note = { lines: true, ...(more.length > 0 && { headers: more }) }
  return { value: isObject(header) ? { ...header, [key]: list } : list, headers, note }
}

function noteLines(transcript: Transcript, format: Format, note: JsonObject): Transcript {
  return { ...transcript, residue: { format, fields: { ...transcript.residue?.fields, ...note } } }
}

function checkText(value: Json, document: Document, mend: boolean): Json {
  const path = findLoneSurrogate(value)
  if (path === undefined) return value
  if (mend) return mendSurrogates(value)
  const remedy = 'Use --mend to replace it by U+FFFD, or correct the file.'
  throw unreadable(
    `${path} holds half of a surrogate pair, which no provider accepts`,
    placeOf(document, path, 0),
    remedy,
  )
}

function explain(error: Failure<'wire/malformed'>, format: Format, document: Document, headers: number): Failure {
  const { path, expected } = error.detail
  const remedy = `If this is not ${format}, name the format with --format; otherwise correct the file.`
  return unreadable(`${path}: expected ${expected} (read as ${format})`, placeOf(document, path, headers), remedy)
}

function placeOf(document: Document, path: string, headers: number): TextPlace {
  if (document.kind === 'json') return locateJsonPath(document.text, path)
  const [, list, index] = /^(messages|input)?\[(\d+)\]/.exec(path) ?? []
  const line = document.lines[Number(index) + (list === undefined ? 0 : headers)]
  return line === undefined ? {} : { line: line.number }
}
