import {
  type Conversation,
  type Dump,
  type EntryId,
  equalJson,
  isSameDump,
  type Json,
  readDump,
  type StoredMessage,
} from '@palimpsest/core/store'
import { invalidRequest } from '../refuse.ts'
import { dumpLinesInMemory } from './dump.ts'
import { writeScopeInMemory } from './state.ts'
import {
  addVersion,
  asJson,
  findConversationInMemory,
  findMessageInMemory,
  type MemoryMessageRow,
  type Tables,
  toRow,
} from './tables.ts'

/** Writes a dumped conversation, or finds that it is here already and equal. */
export function loadInMemory(tables: Tables, lines: readonly Json[]): Conversation {
  const dump = readDump(lines)
  const { id } = dump.conversation
  const here = findConversationInMemory(tables, id)
  if (here !== undefined) {
    if (isSameDump(dumpLinesInMemory(tables, id), lines)) return here
    throw invalidRequest(`Conversation ${id} exists already and is not the same.`)
  }
  const taken = dump.sessions.find((session) => tables.sessions.has(session.id))
  if (taken !== undefined) throw invalidRequest(`Session ${taken.id} exists already.`)
  write(
    tables,
    dump,
    dump.messages.map((message) => rowOf(tables, dump, message)),
  )
  return findConversationInMemory(tables, id) ?? dump.conversation
}

function write(tables: Tables, dump: Dump, rows: readonly (readonly [EntryId, MemoryMessageRow])[]): void {
  const { sessions: _sessions, messages: _messages, ...row } = dump.conversation
  const originals = dump.messages.filter(({ conversation, index }) => conversation === row.id && index !== undefined)
  const inOrder = originals.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
  tables.conversations.set(row.id, row)
  tables.originals.set(
    row.id,
    inOrder.map(({ id }) => id),
  )
  for (const [id, message] of rows) tables.messages.set(id, message)
  for (const { nextSeq: _, ...session } of dump.sessions) {
    tables.sessions.set(session.id, { session, entries: [...(dump.lists.get(session.id) ?? [])] })
  }
  for (const version of dump.receipts) addVersion(tables.receipts, row.id, version)
  for (const version of dump.ledgers) addVersion(tables.ledgers, row.id, version)
  writeScopeInMemory(tables, row.id, dump.states)
}

/** A message of another conversation may be here already; one of this conversation only because another showed it. */
function rowOf(tables: Tables, { conversation }: Dump, message: StoredMessage): [EntryId, MemoryMessageRow] {
  const row = toRow(message, conversation.id)
  const here = tables.messages.get(message.id)
  const stored = findMessageInMemory(tables, message.id)
  if (here === undefined || stored === undefined) return [message.id, row]
  const foreign = message.conversation !== conversation.id
  const same = equalJson(asJson(stored), asJson(message)) && (foreign || here.keeper !== message.conversation)
  if (!same) throw invalidRequest(`Message ${message.id} exists already.`)
  return [message.id, foreign ? here : row]
}
