import {
  type ConversationId,
  dumpSessionLine,
  type EntryId,
  headerLine,
  type Json,
  listLine,
  messageLine,
  type StoredMessage,
  stateLines,
  versionLine,
} from '@palimpsest/core/store'
import { readScopeInMemory } from './state.ts'
import {
  copy,
  findConversationInMemory,
  findMessageInMemory,
  needConversationInMemory,
  sessionOfMemoryRow,
  sessionsOf,
  type Tables,
} from './tables.ts'

/** All lines of a conversation, as of now. */
export function dumpLinesInMemory(tables: Tables, id: ConversationId): readonly Json[] {
  needConversationInMemory(tables, id)
  const conversation = findConversationInMemory(tables, id)
  if (conversation === undefined) return []
  const rows = sessionsOf(tables, id)
  const [receipts, ledgers] = [tables.receipts.get(id) ?? [], tables.ledgers.get(id) ?? []]
  const states = stateLines(readScopeInMemory(tables, id))
  return copy([
    headerLine(conversation, { receipts: receipts.length, ledgers: ledgers.length, states: states.length }),
    ...rows.map((row) => dumpSessionLine(sessionOfMemoryRow(row))),
    ...messagesOf(tables, id).map(messageLine),
    ...rows.map(({ session, entries }) => listLine(session.id, entries)),
    ...receipts.map((version) => versionLine('receipt', version)),
    ...ledgers.map((version) => versionLine('ledger', version)),
    ...states,
  ])
}

/** Those of other conversations that this one shows come first, then its own in the order they were written. */
function messagesOf(tables: Tables, id: ConversationId): readonly StoredMessage[] {
  const shown = new Set<EntryId>(sessionsOf(tables, id).flatMap(({ entries }) => entries))
  const all = [...tables.messages.keys()].flatMap((entry) => findMessageInMemory(tables, entry) ?? [])
  const foreign = all.filter((message) => message.conversation !== id && shown.has(message.id))
  return [...foreign, ...all.filter((message) => message.conversation === id)]
}
