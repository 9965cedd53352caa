import type { ConversationId, Instant } from '@palimpsest/core/store'
import { invalidRequest } from '../refuse.ts'
import { findConversationInMemory, needConversationInMemory, sessionsOf, type Tables } from './tables.ts'

/** Removes a conversation and all that hangs on it. Children that started from it go on naming their parent. */
export function removeInMemory(tables: Tables, id: ConversationId): void {
  needConversationInMemory(tables, id)
  refuseShown(tables, id)
  for (const [entry, row] of tables.messages) if (row.keeper === id) tables.messages.delete(entry)
  for (const { session } of sessionsOf(tables, id)) tables.sessions.delete(session.id)
  tables.state.delete(id)
  for (const table of [tables.conversations, tables.originals, tables.receipts, tables.ledgers]) table.delete(id)
}

/** Removes a conversation in which nothing was said; returns whether it was one. */
export function removeSilentInMemory(tables: Tables, id: ConversationId): boolean {
  if (findConversationInMemory(tables, id)?.messages !== 0) return false
  removeInMemory(tables, id)
  return true
}

/** Hides conversations that were idle since then; returns how many. */
export function archiveInMemory(tables: Tables, idleSince: Instant, at: Instant): number {
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
    throw invalidRequest(`Conversation ${session.conversation} shows messages of ${id}. Remove that one first.`)
  }
}
