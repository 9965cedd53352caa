import type { ConversationId, EntryId, Json, StoredMessage, Version } from '@palimpsest/core'
import {
  asJson,
  needConversation,
  readConversation,
  readMessage,
  readSession,
  sessionsOf,
  type Tables,
} from './tables.ts'

export const dumpFormat = 'palimpsest-conversation'
export const dumpVersion = 1

/** All lines of a conversation, as of now. */
export function dumpLines(tables: Tables, id: ConversationId): readonly Json[] {
  const conversation = readConversation(tables, id) ?? needConversation(tables, id)
  const rows = sessionsOf(tables, id)
  return [
    { format: dumpFormat, version: dumpVersion, conversation: asJson(conversation) },
    ...rows.map((row) => ({ kind: 'session', session: asJson(readSession(row)) })),
    ...messagesOf(tables, id).map((message) => ({ kind: 'message', message: asJson(message) })),
    ...rows.map(({ session, entries }) => ({ kind: 'list', session: session.id, entries: [...entries] })),
    ...(tables.receipts.get(id) ?? []).map((version) => versionLine('receipt', version)),
    ...(tables.ledgers.get(id) ?? []).map((version) => versionLine('ledger', version)),
  ]
}

/** Those of other conversations that this one shows come first, then its own in the order they were written. */
function messagesOf(tables: Tables, id: ConversationId): readonly StoredMessage[] {
  const shown = new Set<EntryId>(sessionsOf(tables, id).flatMap(({ entries }) => entries))
  const all = [...tables.messages.keys()].flatMap((entry) => readMessage(tables, entry) ?? [])
  const foreign = all.filter((message) => message.conversation !== id && shown.has(message.id))
  return [...foreign, ...all.filter((message) => message.conversation === id)]
}

function versionLine(kind: 'receipt' | 'ledger', { session, at, value }: Version): Json {
  return { kind, session, at, value }
}
