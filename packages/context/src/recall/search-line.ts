import { redact } from '@palimpsest/core/redact'
import type { ConversationId, SearchHit, SessionStore } from '@palimpsest/core/store'
import type { Line } from '../lines/line.ts'

/** A place in a conversation that a search found. */
export interface Found {
  /** Names the message for `read`. */
  readonly number: string
  readonly role: SearchHit['role']
  readonly snippet: string
}

/** Searches a line, best first. What it has in common with other lines was stored with them. */
export async function searchLine(
  store: SessionStore,
  { name, log, stages }: Line,
  text: string,
  limit: number,
): Promise<readonly Found[]> {
  const places = new Map(log.map(({ id }, at) => [id, at] as const))
  const sessions = await Promise.all([...new Set(stages.map(({ session }) => session))].map((id) => store.session(id)))
  const scopes = new Set<ConversationId>([name, ...sessions.flatMap((session) => session?.conversation ?? [])])
  const results = await Promise.all([...scopes].map((conversation) => store.search({ text, conversation, limit })))
  const hits = results.flatMap(({ hits: found }) => found).toSorted((a, b) => b.score - a.score)
  return hits
    .flatMap(({ id, role, snippet }): Found[] => {
      const at = places.get(id)
      return at === undefined ? [] : [{ number: `#${at}`, role, snippet: redact(snippet).text }]
    })
    .slice(0, limit)
}
