import { isList, type Json, type LogHit, type Message } from '@palimpsest/core/engine'
import { readReference } from './entry-reference.ts'
import { readToolArguments, type ToolArguments } from './tool-arguments.ts'

export type GrepMode = 'words' | 'literal' | 'regex'

/** Where a search goes on: with which of the ranked hits of the index, or at which message of a scan. */
export interface GrepCursor {
  readonly phase: 'index' | 'scan'
  readonly at: number
  /** What was said since the search began is left out, so that pages neither repeat nor skip anything. */
  readonly size: number
}

/** What to search, in which messages. */
export interface GrepRequest {
  readonly query: string
  readonly mode: GrepMode
  readonly limit: number
  readonly cursor: GrepCursor
  /** The messages in scope, by place, both ends included. */
  readonly first: number
  readonly last: number
  /** True for a message that the filters let through. */
  accepts(message: Pick<LogHit, 'role' | 'at'>): boolean
  /** The filters in words. */
  readonly filters: readonly string[]
  readonly notes: readonly string[]
}

const usualHits = 10
const mostHits = 50

/** Reads what a model asks for; a text where that cannot be known says what to write. */
export function readGrep(input: Json, size: number): GrepRequest | string {
  const given = readToolArguments(input, 'query')
  const asked = readMode(given)
  if (typeof asked === 'string') return asked
  const filter = readFilter(given)
  if (typeof filter === 'string') return filter
  const cursor = readCursor(given.text('cursor', 'next', 'page'), asked.mode, size)
  if (typeof cursor === 'string') return cursor
  const range = readRange(given.value('range', 'node', 'within', 'in', 'scope'), cursor.size)
  if (typeof range === 'string') return range
  const limit = Math.min(
    mostHits,
    Math.max(1, given.number('limit', 'maxResults', 'count', 'max', 'topK') ?? usualHits),
  )
  return { ...asked, ...range, ...filter, limit, cursor, filters: [...filter.filters, ...range.filters] }
}

const empty =
  'The query is empty. Give words ({"query": "timeout retry"}), or with "mode": "literal" or "regex" the text to find; a search that goes on needs its query again beside the cursor.'

function readMode(given: ToolArguments): Pick<GrepRequest, 'query' | 'mode'> | string {
  const query = given.text('query', 'pattern', 'q', 'text', 'search', 'regex', 'regexp', 'literal', 'words', 'keywords')
  const isFlag = query === 'true' || query === 'false'
  if (
    query === undefined ||
    query.trim() === '' ||
    (isFlag && given.text('query', 'pattern', 'q', 'text') === undefined)
  )
    return empty
  const named = given.text('mode', 'type', 'kind', 'syntax')?.trim().toLowerCase()
  if (named === undefined) return { query, mode: impliedMode(given) }
  const mode = modes[named]
  return mode === undefined ? `The mode "${clean(named)}" is unknown: it is words, literal or regex.` : { query, mode }
}

const modes: Readonly<Record<string, GrepMode | undefined>> = {
  words: 'words',
  word: 'words',
  fulltext: 'words',
  full_text: 'words',
  text: 'words',
  semantic: 'words',
  literal: 'literal',
  exact: 'literal',
  phrase: 'literal',
  string: 'literal',
  substring: 'literal',
  regex: 'regex',
  regexp: 'regex',
  pattern: 'regex',
}

function impliedMode(given: ToolArguments): GrepMode {
  const isMeant = (value: Json | undefined) => value !== undefined && value !== false && value !== 'false'
  if (isMeant(given.value('regex', 'regexp', 'isRegex'))) return 'regex'
  return isMeant(given.value('literal', 'exact')) ? 'literal' : 'words'
}

type GrepFilter = Pick<GrepRequest, 'accepts' | 'filters'>

function readFilter(given: ToolArguments): GrepFilter | string {
  const roles = readRoles(given.value('role', 'roles', 'from', 'author'))
  if (typeof roles === 'string') return roles
  const since = readTime(given.text('since', 'after', 'start'), 'since')
  if (typeof since === 'string') return since
  const until = readTime(given.text('until', 'before', 'end'), 'until')
  if (typeof until === 'string') return until
  const [least = Number.NEGATIVE_INFINITY] = since
  const [, most = Number.POSITIVE_INFINITY] = until
  const isTimed = since.length > 0 || until.length > 0
  return {
    accepts: ({ role, at }) =>
      (roles.length === 0 || roles.includes(role)) && (!isTimed || (at !== undefined && at >= least && at <= most)),
    filters: [
      ...(roles.length > 0 ? [`by ${roles.join(' or ')}`] : []),
      ...(since.length > 0 ? [`since ${new Date(least).toISOString()}`] : []),
      ...(until.length > 0 ? [`until ${new Date(most).toISOString()}`] : []),
    ],
  }
}

const roleNames: Readonly<Record<string, Message['role'] | undefined>> = {
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  model: 'assistant',
  tool: 'tool',
  tool_result: 'tool',
  function: 'tool',
  system: 'system',
  developer: 'system',
}

function readRoles(value: Json | undefined): readonly Message['role'][] | string {
  const names = (isList(value) ? value : [value]).filter(
    (name) => name !== undefined && name !== 'any' && name !== 'all',
  )
  const roles: Message['role'][] = []
  for (const name of names) {
    const role = typeof name === 'string' ? roleNames[name.trim().toLowerCase()] : undefined
    if (role === undefined)
      return `The role ${clean(JSON.stringify(name))} is unknown: it is user, assistant, tool or system.`
    roles.push(role)
  }
  return roles
}

const isoTime = /^\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?: ?UTC|Z|[+-]\d\d:?\d\d)?)?)?$/i
const dayMs = 86_400_000

/** The first and the last moment that a time means: a day has many. None where nothing was said. */
function readTime(text: string | undefined, name: string): readonly number[] | string {
  if (text === undefined) return []
  const plain = text.trim()
  if (/^\d{9,13}$/.test(plain)) {
    const at = plain.length <= 10 ? Number(plain) * 1_000 : Number(plain)
    return [at, at]
  }
  const zoned = plain.replace(/ ?utc$/i, 'Z').replace(' ', 'T')
  const isDay = zoned.length <= 10
  const at = isoTime.test(plain)
    ? Date.parse(isDay || /(?:z|[+-]\d\d:?\d\d)$/i.test(zoned) ? zoned : `${zoned}Z`)
    : Number.NaN
  if (Number.isNaN(at)) return `"${clean(plain)}" is no time for ${name}: write it as 2026-01-31 or 2026-01-31T14:00Z.`
  return [at, isDay ? at + dayMs - 1 : at]
}

type GrepRange = Pick<GrepRequest, 'first' | 'last' | 'filters' | 'notes'>

function readRange(value: Json | undefined, size: number): GrepRange | string {
  const all = { first: 0, last: size - 1, filters: [], notes: [] }
  if (value === undefined) return all
  const reference = readReference(value)
  if (reference === undefined || reference.kind === 'id')
    return typeof value === 'string' && /^(?:all|conversation|everything)$/i.test(value.trim())
      ? all
      : 'A range is written as #12-80, or #57 for one message.'
  const { first, last } = reference.kind === 'message' ? { first: reference.at, last: reference.at } : reference
  if (first >= size)
    return `There is no #${first}: the last message is #${size - 1}. Give a range below #0-${Math.max(0, size - 1)}.`
  const notes = [
    ...(reference.kind === 'range' && reference.isSwapped ? [`read as #${first}-${last}`] : []),
    ...(last >= size ? [`the last message is #${size - 1}`] : []),
  ]
  const to = Math.min(last, size - 1)
  return { first, last: to, filters: [`in #${first}-${to}`], notes }
}

function readCursor(text: string | undefined, mode: GrepMode, size: number): GrepCursor | string {
  if (text === undefined || text.trim() === 'none') return { phase: 'index', at: 0, size }
  const found = /^"?([is])(\d{1,9})@(\d{1,9})"?$/.exec(text.trim())
  if (found === null || Number(found[3]) > size || (found[1] === 's' && mode === 'words'))
    return `"${clean(text)}" is no cursor of this search. Pass the word after "next:" with the same arguments, or none to begin anew.`
  return { phase: found[1] === 's' ? 'scan' : 'index', at: Number(found[2]), size: Number(found[3]) }
}

export function cursorText({ phase, at, size }: GrepCursor): string {
  return `${phase === 'scan' ? 's' : 'i'}${at}@${size}`
}

const mostCleanChars = 80

function clean(text: string): string {
  return text.slice(0, mostCleanChars).replace(/\s+/g, ' ').toWellFormed()
}
