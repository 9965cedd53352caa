import type { Conversation, ConversationId, SearchHit, SearchResult, SessionStore } from '@palimpsest/core/store'
import { searchEverything } from '../../store/search-everything.ts'
import { withStore } from '../../store/with-store.ts'
import { cleanConversation } from '../../store/without-secrets.ts'
import { coloursFor } from '../../terminal/colours.ts'
import { countNoun } from '../../terminal/count-noun.ts'
import type { Io } from '../../terminal/io.ts'
import { printJson } from '../../terminal/print-json.ts'
import { oneLine } from '../../terminal/width.ts'
import { hitLines } from './hits.ts'
import { checkQuery, everywhere, type RecallOptions, searchPlace } from './recall-action.ts'

type SearchOptions = Omit<RecallOptions, 'conversation'>

/** A conversation in which something was found. */
interface Match {
  readonly conversation: Conversation
  /** Best first. */
  readonly hits: readonly SearchHit[]
}

/** `palimpsest sessions search QUERY`: the conversations in which something was said, best first. */
export async function searchSessions(query: string, options: SearchOptions, io: Io): Promise<void> {
  checkQuery(query)
  await withStore(options, io, async (store) => {
    const result = await searchEverything(searchPlace(store, options, io), {
      text: query,
      ...(options.limit !== undefined && { limit: options.limit }),
    })
    const matches = await matchesOf(store, result.hits)
    const { searched, capped } = result
    if (options.json) printJson({ query, scope: everywhere, searched, capped, conversations: matches.map(asJson) }, io)
    else show({ query, options, matches }, result, io)
  })
}

async function matchesOf(store: SessionStore, hits: readonly SearchHit[]): Promise<readonly Match[]> {
  const byConversation = new Map<ConversationId, SearchHit[]>()
  for (const hit of hits) {
    const same = byConversation.get(hit.conversation)
    if (same === undefined) byConversation.set(hit.conversation, [hit])
    else same.push(hit)
  }
  const matches: Match[] = []
  for (const [id, found] of byConversation) {
    const conversation = await store.conversation(id)
    if (conversation !== undefined) matches.push({ conversation: cleanConversation(conversation), hits: found })
  }
  return matches
}

function asJson({ conversation, hits }: Match) {
  return { ...conversation, hits }
}

interface Asked {
  readonly query: string
  readonly options: SearchOptions
  readonly matches: readonly Match[]
}

function show({ query, options, matches }: Asked, { searched, capped }: SearchResult, io: Io): void {
  const colours = coloursFor(io)
  for (const { conversation, hits } of matches) {
    io.out(`${colours.bold(oneLine(conversation.title ?? 'Untitled'))}  ${conversation.id}\n`)
    for (const line of hits.flatMap((hit) => hitLines(hit, { ...options, colours }))) io.out(`  ${line}\n`)
  }
  if (matches.length === 0)
    io.out(`Nothing found for ${oneLine(query)} in ${everywhere} (${countNoun(searched, 'message')}).\n`)
  if (matches.length === 0) io.err('Try other words, or another database with --db.\n')
  if (capped) io.err('There are more: raise --limit, or add a word.\n')
}
