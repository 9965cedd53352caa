import { Failure } from '../errors.ts'
import { parseJson } from '../json.ts'
import type { Message, Part } from '../message/message.ts'
import { redact } from '../redact/redact.ts'
import { sliceWhole } from '../text/slice-whole.ts'
import { neededTerms, queryChunks } from './query-chunks.ts'
import { indexedTerms, isExact, scan, type Token } from './search-tokens.ts'

/** A query as every store understands it: all terms are indexed for the message, all phrases occur in its text. */
export interface ParsedQuery {
  /** Required, each once; `indexTerms` of a matching text has them all. */
  readonly terms: readonly string[]
  /** Required, folded; terms alone cannot prove them, so `matchesText` has to. */
  readonly phrases: readonly string[]
}

/** The searchable text of a message: all that was said, thought, called and answered; no bytes, nothing opaque. */
export function searchText(message: Message): string {
  return message.parts
    .map(partText)
    .filter((text) => text !== '')
    .join('\n')
}

/** The words under which a text is found, in order and with repeats. Each is letters and digits only. */
export function indexTerms(text: string): readonly string[] {
  const terms: string[] = []
  for (const token of scan(text)) {
    for (const term of indexedTerms(token, text)) terms.push(term)
    if (token.joined !== undefined) terms.push(token.joined)
  }
  return terms
}

/** More than anybody types, or copies from an error; each of its words is looked up in every store that is searched. */
const mostQueryChars = 2_000

/**
 * Reads words and "quoted phrases"; all must occur. Without any letter, digit or emoji the whole query is one phrase.
 * Throws a `store/invalid` failure where there is too much to look for.
 */
export function parseQuery(text: string): ParsedQuery {
  if (text.length > mostQueryChars) throw tooLong(text)
  const terms = new Set<string>()
  const phrases = new Set<string>()
  for (const { content, quoted } of queryChunks(text)) {
    const tokens = [...scan(content)]
    for (const term of neededTerms(tokens)) terms.add(term)
    const literal = fold(content)
    if (literal !== '' && (quoted || (tokens.length > 0 && !isProven(content, tokens)))) phrases.add(literal)
  }
  if (terms.size === 0 && phrases.size === 0 && text.trim() !== '') phrases.add(fold(text))
  return { terms: [...terms], phrases: [...phrases] }
}

function tooLong({ length }: string): Failure {
  const sizes = [length, mostQueryChars].map((chars) => chars.toLocaleString('en-US'))
  const reason = `the query is too long: ${sizes[0]} characters, at most ${sizes[1]} are searched for; give a few words of it`
  return new Failure('store/invalid', reason, { reason })
}

/** True when all phrases occur in the text, whatever their case and white space. Terms are the index's job. */
export function matchesText(text: string, { phrases }: ParsedQuery): boolean {
  if (phrases.length === 0) return true
  const folded = fold(text)
  return phrases.every((phrase) => folded.includes(phrase))
}

/** One line of the text around the first match, at most `maxChars` long, ellipses included; secrets are left out. */
export function snippetOf(text: string, parsed: ParsedQuery, maxChars: number): string {
  const line = redact(text).text.replace(/\s+/gu, ' ').trim()
  if (line.length <= maxChars) return line
  const room = Math.max(maxChars - 2, 0)
  // A third of the room goes to what led up to the match.
  const start = Math.max(0, Math.min(firstMatch(line, parsed) - Math.floor(room / 3), line.length - room))
  const body = sliceWhole(line, start, start + room)
  return `${start > 0 ? '…' : ''}${body}${start + room < line.length ? '…' : ''}`.slice(0, maxChars)
}

function partText(part: Part): string {
  switch (part.type) {
    case 'text':
    case 'thinking':
      return part.text
    case 'tool-call':
      return `${part.name} ${part.freeform === true ? part.arguments : withoutEscapes(part.arguments)}`
    case 'image':
    case 'file':
    case 'opaque':
      return ''
  }
}

/** JSON with its strings as they read: an escaped line break would else stick to the word after it. */
function withoutEscapes(json: string): string {
  if (parseJson(json) === undefined) return json
  return json.replace(/"(?:[^"\\]|\\.)*"?/gsu, (literal) => {
    const value = parseJson(literal)
    return typeof value === 'string' ? ` ${value} ` : literal
  })
}

/** The terms alone say all that the chunk says. */
function isProven(content: string, tokens: readonly Token[]): boolean {
  const [token] = tokens
  return tokens.length === 1 && token !== undefined && isExact(token) && token.end - token.start === content.length
}

/** Two texts that read the same are equal when folded: case, width, white space, quotes and emoji style do not count. */
function fold(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\ufe0f/gu, '')
    .replace(/[‘’]/gu, "'")
    .replace(/[“”]/gu, '"')
    .replace(/\s+/gu, ' ')
    .trim()
}

function firstMatch(line: string, { terms, phrases }: ParsedQuery): number {
  const lower = line.toLowerCase()
  const places = phrases.map((phrase) => lower.indexOf(phrase)).filter((place) => place >= 0)
  if (places.length > 0) return Math.min(...places)
  const wanted = new Set(terms)
  for (const token of scan(line)) {
    if (token.joined !== undefined && wanted.has(token.joined)) return token.start
    if (indexedTerms(token, line).some((term) => wanted.has(term))) return token.start
  }
  return 0
}
