import type { ConversationId, Instant } from '@palimpsest/core'
import { invalid, needConversation, sessionsOf, type Tables } from './tables.ts'

/** Removes a conversation and all that hangs on it. Children that started from it no longer know their parent. */
export function remove(tables: Tables, id: ConversationId): void {
  needConversation(tables, id)
  refuseShown(tables, id)
  const own = new Set(sessionsOf(tables, id).map(({ session }) => session.id))
  for (const [entry, row] of tables.messages) if (row.keeper === id) tables.messages.delete(entry)
  for (const row of tables.sessions.values()) {
    const { parent, ...orphan } = row.session
    if (own.has(orphan.id)) tables.sessions.delete(orphan.id)
    else if (parent !== undefined && own.has(parent)) tables.sessions.set(orphan.id, { ...row, session: orphan })
  }
  for (const table of [tables.conversations, tables.originals, tables.receipts, tables.ledgers]) table.delete(id)
}

/** Hides conversations that were idle since then; returns how many. */
export function archive(tables: Tables, idleSince: Instant, at: Instant): number {
  const idle = [...tables.conversations.values()].filter(
    ({ archivedAt, updatedAt }) => archivedAt === undefined && updatedAt < idleSince,
  )
  for (const row of idle) tables.conversations.set(row.id, { ...row, archivedAt: at })
  return idle.length
}

function refuseShown(tables: Tables, id: ConversationId): void {
  for (const { session, entries } of tables.sessions.values()) {
    if (session.conversation === id) continue
    if (!entries.some((entry) => tables.messages.get(entry)?.keeper === id)) continue
    throw invalid(`Conversation ${session.conversation} shows messages of ${id}. Remove that one first.`)
  }
}
