import type {
  Conversation,
  ConversationId,
  EntryId,
  EntryPage,
  Session,
  SessionId,
  StoredMessage,
  Version,
} from '@palimpsest/core/store'
import {
  findConversationInMemory,
  findMessageInMemory,
  needConversationInMemory,
  needSessionInMemory,
  sessionOfMemoryRow,
  type Tables,
} from './tables.ts'

/** Newest activity first; archived ones only when asked for. */
export function readConversationsInMemory(
  tables: Tables,
  page: EntryPage & { readonly archived?: boolean },
): readonly Conversation[] {
  const rows = [...tables.conversations.values()].filter(
    (row) => page.archived === true || row.archivedAt === undefined,
  )
  const sorted = rows.toSorted((a, b) => b.updatedAt - a.updatedAt || (a.id < b.id ? 1 : -1))
  return paged(sorted, page).flatMap(({ id }) => findConversationInMemory(tables, id) ?? [])
}

export function readViewInMemory(tables: Tables, id: SessionId, page: EntryPage): readonly StoredMessage[] {
  return messages(tables, paged(needSessionInMemory(tables, id).entries, page))
}

export function readOriginalsInMemory(tables: Tables, id: ConversationId, page: EntryPage): readonly StoredMessage[] {
  needConversationInMemory(tables, id)
  return messages(tables, paged(tables.originals.get(id) ?? [], page))
}

/** Receipts or ledgers, newest last; all of them, or so many of the newest. */
export function readVersionsInMemory(
  tables: Tables,
  kind: 'receipts' | 'ledgers',
  id: ConversationId,
  newest = Number.POSITIVE_INFINITY,
): readonly Version[] {
  needConversationInMemory(tables, id)
  const all = tables[kind].get(id) ?? []
  return all.slice(Math.max(0, all.length - newest))
}

export function findSessionInMemory(tables: Tables, id: SessionId): Session | undefined {
  const row = tables.sessions.get(id)
  return row === undefined ? undefined : sessionOfMemoryRow(row)
}

/** The newest continuation, whichever session of the chain is asked about. */
export function readCompressionTipInMemory(tables: Tables, id: SessionId): Session {
  let tip = needSessionInMemory(tables, id)
  for (let next = nextOf(tables, tip.session.id); next !== undefined; next = nextOf(tables, tip.session.id)) tip = next
  return sessionOfMemoryRow(tip)
}

/** From the root of the chain to its tip, through this session. */
export function readLineageInMemory(tables: Tables, id: SessionId): readonly Session[] {
  const chain: Session[] = []
  for (let row = needSessionInMemory(tables, id); ; row = needSessionInMemory(tables, row.session.parent)) {
    chain.unshift(sessionOfMemoryRow(row))
    if (row.session.kind !== 'continuation' || row.session.parent === undefined) break
  }
  for (let next = nextOf(tables, id); next !== undefined; next = nextOf(tables, next.session.id)) {
    chain.push(sessionOfMemoryRow(next))
  }
  return chain
}

export function readChildrenInMemory(tables: Tables, id: SessionId): readonly Session[] {
  needSessionInMemory(tables, id)
  const rows = [...tables.sessions.values()]
  return rows.filter(({ session }) => session.parent === id && session.kind !== 'continuation').map(sessionOfMemoryRow)
}

/** The continuation of a session that was compacted, unless that was undone. */
function nextOf(tables: Tables, id: SessionId) {
  const { endReason, endedAt = 0 } = needSessionInMemory(tables, id).session
  if (endReason !== 'compression') return undefined
  return [...tables.sessions.values()].find(({ session }) => {
    const follows = session.parent === id && session.kind === 'continuation' && session.startedAt >= endedAt
    return follows && session.endReason !== 'undone'
  })
}

function messages(tables: Tables, ids: readonly EntryId[]): readonly StoredMessage[] {
  return ids.flatMap((id) => findMessageInMemory(tables, id) ?? [])
}

function paged<T>(rows: readonly T[], { from = 0, limit = rows.length }: EntryPage): readonly T[] {
  return rows.slice(from, from + limit)
}
