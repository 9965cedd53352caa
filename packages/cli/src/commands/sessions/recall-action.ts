import type { Conversation, ConversationId, SearchHit, SearchResult, SessionStore } from '@palimpsest/core/store'
import { UserError } from '../../errors/user-error.ts'
import { type DatabaseOptions, resultsFolders } from '../../home/location.ts'
import { findConversation } from '../../store/find-conversation.ts'
import { type SearchPlace, searchEverything } from '../../store/search-everything.ts'
import { titleOf } from '../../store/title-of.ts'
import { withStore } from '../../store/with-store.ts'
import { coloursFor } from '../../terminal/colours.ts'
import { countNoun } from '../../terminal/count-noun.ts'
import type { Io } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'
import { oneLine } from '../../terminal/width.ts'
import { hitLines, hitPlace } from './hits.ts'

export interface RecallOptions extends DatabaseOptions {
  readonly conversation?: string
  readonly limit?: number
  readonly json?: boolean
}

/** The value of `scope` when nothing was left out. */
export const everywhere = 'all conversations'

/** `palimpsest recall QUERY`: finds what was said, in its original words, however often it was compacted since. */
export async function recallAction(query: string, options: RecallOptions, io: Io): Promise<void> {
  checkQuery(query)
  await withStore(options, io, async (store) => {
    const conversation = await scopeOf(store, options)
    const result = await searchEverything(searchPlace(store, options, io), {
      text: query,
      ...(conversation && { conversation: conversation.id }),
      ...(options.limit !== undefined && { limit: options.limit }),
    })
    const titles = await titlesOf(store, result.hits)
    if (options.json) printJson({ query, scope: conversation?.id ?? everywhere, ...asJson(result, titles) }, io)
    else show({ query, options, conversation, titles }, result, io)
  })
}

/** All that a command on this database can search. */
export function searchPlace(store: SessionStore, options: DatabaseOptions, io: Io): SearchPlace {
  const tell = (text: string) => io.err(`${text}\n`)
  return { store, results: resultsFolders(options, io), signal: io.interrupted, tell }
}

/** A query that no message could match is a mistake, not a search without hits. */
export function checkQuery(query: string): void {
  if (query.trim() === '') throw new UserError('the query is empty', { remedy: 'Give a word, a "phrase" or a name.' })
}

async function scopeOf(store: SessionStore, options: RecallOptions): Promise<Conversation | undefined> {
  if (options.conversation === undefined) return undefined
  return (await findConversation(store, options.conversation)).conversation
}

/** The titles of the conversations that hits belong to. */
type Titles = ReadonlyMap<ConversationId, string>

async function titlesOf(store: SessionStore, hits: readonly SearchHit[]): Promise<Titles> {
  const titles = new Map<ConversationId, string>()
  for (const id of new Set(hits.map(({ conversation }) => conversation))) {
    const conversation = await store.conversation(id)
    if (conversation !== undefined) titles.set(id, await titleOf(store, conversation))
  }
  return titles
}

function asJson({ searched, capped, hits }: SearchResult, titles: Titles) {
  return {
    searched,
    capped,
    hits: hits.map(({ id, conversation, session, role, index, at, score, snippet }) => {
      return { id, conversation, title: titles.get(conversation), session, role, index, at, score, snippet }
    }),
  }
}

interface Asked {
  readonly query: string
  readonly options: RecallOptions
  readonly conversation: Conversation | undefined
  readonly titles: Titles
}

function show({ query, options, conversation, titles }: Asked, result: SearchResult, io: Io): void {
  const { hits, searched, capped } = result
  const colours = coloursFor(io)
  for (const hit of hits) {
    const [first, ...rest] = hitLines(hit, { ...options, colours })
    io.out(`${hitPlace(titles.get(hit.conversation) ?? 'Untitled', hit.conversation, colours)}  ${first}\n`)
    for (const line of rest) io.out(`${line}\n`)
  }
  const scope = conversation === undefined ? everywhere : `conversation ${conversation.id}`
  if (hits.length === 0)
    io.out(`Nothing found for ${oneLine(query)} in ${scope} (${countNoun(searched, 'message')}).\n`)
  else io.err(`${countNoun(hits.length, 'hit')} in ${scope} (${countNoun(searched, 'message')}).\n`)
  if (hits.length === 0) io.err(widening(conversation))
  if (capped) io.err('There are more: raise --limit, or add a word.\n')
}

function widening(conversation: Conversation | undefined): string {
  return conversation === undefined
    ? 'Try other words, or another database with --db.\n'
    : 'Try other words, or leave out --conversation to search everything.\n'
}
