import type {
  Conversation,
  ConversationId,
  EntryId,
  Page,
  Session,
  SessionId,
  StoredMessage,
  Version,
} from '@palimpsest/core/store'
import { needConversation, needSession, readConversation, readMessage, readSession, type Tables } from './tables.ts'

/** Newest activity first; archived ones only when asked for. */
export function conversations(tables: Tables, page: Page & { readonly archived?: boolean }): readonly Conversation[] {
  const rows = [...tables.conversations.values()].filter(
    (row) => page.archived === true || row.archivedAt === undefined,
  )
  const sorted = rows.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
  return paged(sorted, page).flatMap(({ id }) => readConversation(tables, id) ?? [])
}

export function view(tables: Tables, id: SessionId, page: Page): readonly StoredMessage[] {
  return messages(tables, paged(needSession(tables, id).entries, page))
}

export function originals(tables: Tables, id: ConversationId, page: Page): readonly StoredMessage[] {
  needConversation(tables, id)
  return messages(tables, paged(tables.originals.get(id) ?? [], page))
}

/** Receipts or ledgers, newest last. */
export function versions(tables: Tables, kind: 'receipts' | 'ledgers', id: ConversationId): readonly Version[] {
  needConversation(tables, id)
  return [...(tables[kind].get(id) ?? [])]
}

export function findSession(tables: Tables, id: SessionId): Session | undefined {
  const row = tables.sessions.get(id)
  return row === undefined ? undefined : readSession(row)
}

/** The newest continuation, whichever session of the chain is asked about. */
export function compressionTip(tables: Tables, id: SessionId): Session {
  let tip = needSession(tables, id)
  for (let next = nextOf(tables, tip.session.id); next !== undefined; next = nextOf(tables, tip.session.id)) tip = next
  return readSession(tip)
}

/** From the root of the chain to its tip, through this session. */
export function lineage(tables: Tables, id: SessionId): readonly Session[] {
  const chain: Session[] = []
  for (let row = needSession(tables, id); ; row = needSession(tables, row.session.parent)) {
    chain.unshift(readSession(row))
    if (row.session.kind !== 'continuation' || row.session.parent === undefined) break
  }
  for (let next = nextOf(tables, id); next !== undefined; next = nextOf(tables, next.session.id)) {
    chain.push(readSession(next))
  }
  return chain
}

export function children(tables: Tables, id: SessionId): readonly Session[] {
  needSession(tables, id)
  const rows = [...tables.sessions.values()]
  return rows.filter(({ session }) => session.parent === id && session.kind !== 'continuation').map(readSession)
}

/** The continuation of a session that was compacted, unless that was undone. */
function nextOf(tables: Tables, id: SessionId) {
  const { endReason, endedAt = 0 } = needSession(tables, id).session
  if (endReason !== 'compression') return undefined
  return [...tables.sessions.values()].find(({ session }) => {
    const follows = session.parent === id && session.kind === 'continuation' && session.startedAt >= endedAt
    return follows && session.endReason !== 'undone'
  })
}

function messages(tables: Tables, ids: readonly EntryId[]): readonly StoredMessage[] {
  return ids.flatMap((id) => readMessage(tables, id) ?? [])
}

function paged<T>(rows: readonly T[], { from = 0, limit = rows.length }: Page): readonly T[] {
  return rows.slice(from, from + limit)
}
