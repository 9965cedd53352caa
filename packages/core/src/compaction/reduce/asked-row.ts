import { isList, isObject, type Json, parseJson } from '../../json.ts'
import { callFacts } from '../../ledger/commands/call-facts.ts'
import { ending } from '../../ledger/commands/exit-code.ts'
import { plainLine } from '../../ledger/errors/plain-line.ts'
import { singleSpaced } from '../../ledger/language/single-spaced.ts'
import type { Message, ToolMessage } from '../../message/message.ts'
import { redactMessage } from '../../redact/redact-message.ts'
import { clipText } from '../../text/slice-whole.ts'
import { type CallInfo, saidBefore } from './calls-before.ts'

/** Of a longer result the beginning is searched. */
const mostChars = 20_000
/** A row that is longer is shown in part. */
const rowChars = 80
/** A field of a JSON text that is shorter says little by itself: those below it follow. */
const tellingChars = 40
/** A longer line is no row: it is taken in pieces, as the fields of a JSON text. */
const longLineChars = 300
const mostWords = 40
/** A call that says more describes a task or writes something. */
const mostAsked = 400
/** A word that is in more rows than this tells none of them apart. */
const mostRows = 3
/** Words of the sentence before a call count for less than its own: a row needs two of them. */
const saidWeight = 0.3
const leastScore = 0.5

/** Messages never change, and each is described again with every measure and every compaction. */
const known = new WeakMap<ToolMessage, { readonly asked: CallInfo; readonly row: string | undefined }>()

/** Returns the row of a result that its call asked for, secrets taken out; `undefined` where none stands out. */
export function askedRow(message: ToolMessage, asked: CallInfo): string | undefined {
  const last = known.get(message)
  if (last !== undefined && last.asked.call === asked.call && last.asked.before === asked.before) return last.row
  const row = rowFor(message, asked)
  known.set(message, { asked, row })
  return row
}

function rowFor(message: ToolMessage, asked: CallInfo): string | undefined {
  if (asked.call.arguments.length > mostAsked) return undefined
  const facts = callFacts(asked.call)
  if (facts.answer === 'content') return undefined
  const { output, exitCode = 0 } = ending(textOf(redactMessage(message)))
  const rows = rowsOf(output)
  if (rows.length < 2 || exitCode !== 0 || message.isError === true) return undefined
  const best = bestRow(rows, weightsOf(asked))
  const at = best ?? (facts.answer === 'report' ? (totalRow(rows) ?? fewRow(rows)) : undefined)
  return at === undefined ? undefined : quoted(rows, at)
}

function textOf({ parts }: Message): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
}

function rowsOf(output: string): readonly string[] {
  // Some tools answer with one JSON string.
  const value = output.startsWith('"') ? parseJson(output) : undefined
  const text = typeof value === 'string' ? value : output
  return text
    .slice(0, mostChars)
    .split('\n')
    .flatMap((line) => (line.length > longLineChars ? piecesOf(line) : [line]))
    .map((line) => plainLine(line).trim())
    .filter((line) => line !== '' && !echo.test(line))
}

/** A program that is run may be told before what it says. */
const echo = /^[$>] /

/** Parts a long line after objects, and after fields once a piece is long enough to be shown. */
function piecesOf(line: string): readonly string[] {
  const pieces: string[] = []
  let start = 0
  for (let at = line.indexOf(','); at !== -1; at = line.indexOf(',', at + 1)) {
    if (line.charAt(at - 1) !== '}' && at - start < tellingChars) continue
    pieces.push(line.slice(start, at + 1))
    start = at + 1
  }
  return [...pieces, line.slice(start)]
}

const word = /[\p{L}\p{N}]{1,40}/gu

/** The words of a call, and of the sentence before it, with what a row is worth for having each: a number tells more. */
function weightsOf(asked: CallInfo): ReadonlyMap<string, number> {
  const weights = new Map<string, number>()
  const add = (text: string, weight: number, isTelling: (word: string) => boolean) => {
    for (const [found] of text.toLowerCase().matchAll(word)) {
      if (weights.size >= mostWords) return
      if (isTelling(found) && !weights.has(found)) weights.set(found, /\d/.test(found) ? weight * 2 : weight)
    }
  }
  add(askedText(asked.call.arguments), 1, (found) => found.length > 1 || /\d/.test(found))
  add(saidBefore(asked), saidWeight, (found) => found.length > 3)
  return weights
}

/** What a call asked for; the places where it looked are in all rows, or in none. */
function askedText(given: string): string {
  const value = parseJson(given)
  const texts = value === undefined ? [given] : valuesOf(value, 0)
  return texts
    .flatMap((text) => text.slice(0, 1_000).split(/\s/))
    .map(withoutPlace)
    .join(' ')
}

function valuesOf(value: Json | undefined, depth: number): readonly string[] {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)]
  if (depth > 2 || value === null || typeof value !== 'object') return []
  const items = isList(value) ? value : isObject(value) ? Object.values(value) : []
  return items.slice(0, mostWords).flatMap((item) => valuesOf(item, depth + 1))
}

/** Of an address the end says what is meant; of an option its value does. */
function withoutPlace(text: string): string {
  if (text.includes('://')) return text.split('/').slice(3).slice(-2).join(' ')
  if (text.startsWith('-')) return text.includes('=') ? text.slice(text.indexOf('=')) : ''
  return text.includes('/') ? '' : text
}

/** A row says a value: prose that has the words is no answer. */
const telling = /[\d:=|]|\s{2}|\t/

/** The row with the rarest of the words, each of which counts for less the more rows have it. */
function bestRow(rows: readonly string[], weights: ReadonlyMap<string, number>): number | undefined {
  if (weights.size === 0) return undefined
  const counts = new Map<string, number>()
  const found = rows.map((row) => {
    const all = new Set([...row.toLowerCase().matchAll(word)].map(([each]) => each))
    const words = [...all].filter((each) => weights.has(each))
    for (const each of words) counts.set(each, (counts.get(each) ?? 0) + 1)
    // What only repeats the question is no answer.
    return words.length < all.size && telling.test(row) ? words : []
  })
  let best: number | undefined
  let most = 0
  for (const [at, words] of found.entries()) {
    let score = 0
    for (const each of words) {
      const count = counts.get(each) ?? 1
      if (count <= mostRows) score += (weights.get(each) ?? 0) / count
    }
    if (score <= most || score < leastScore) continue
    best = at
    most = score
  }
  return best
}

/** Of a short result each row may be the total, of a longer one the last few. */
const shortRows = 12
const lastRows = 5
const total =
  /\b(?:totals?|count|sum|found|rows?|version|passed|failed|created|changed|inserted|deleted|updated|installed|published|deployed)\b/i

function totalRow(rows: readonly string[]): number | undefined {
  const first = rows.length <= shortRows ? 0 : rows.length - lastRows
  const at = rows.findLastIndex(
    (row, index) => index >= first && row.length <= longLineChars && total.test(row) && /\d/.test(row),
  )
  return at === -1 ? undefined : at
}

const fewRows = 3
const heading = /^[^\p{Ll}]+$/u

/** Of a few rows the first, after a heading of a table. */
function fewRow(rows: readonly string[]): number | undefined {
  if (rows.length > fewRows) return undefined
  return heading.test(rows[0] ?? '') ? 1 : 0
}

function quoted(rows: readonly string[], at: number): string {
  let text = rows[at] ?? ''
  for (let next = at + 1; text.length < tellingChars && text.endsWith(',') && next < rows.length; next++)
    text += ` ${rows[next]}`
  return clipText(singleSpaced(text), rowChars)
}
