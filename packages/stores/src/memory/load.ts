import {
  type Conversation,
  type EntryId,
  equalJson,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Session,
  type SessionId,
  type StoredMessage,
  type Version,
} from '@palimpsest/core'
import { dumpFormat, dumpLines, dumpVersion } from './dump.ts'
import { addVersion, invalid, type MessageRow, readConversation, type Tables, toRow } from './tables.ts'

/** A dump whose lines were read, each kind by itself, in order. */
interface Dump {
  readonly conversation: Conversation
  readonly sessions: readonly Session[]
  readonly messages: readonly StoredMessage[]
  readonly lists: ReadonlyMap<string, readonly EntryId[]>
  readonly receipts: readonly Version[]
  readonly ledgers: readonly Version[]
}

/** Writes a dumped conversation, or finds that it is here already and equal. */
export function load(tables: Tables, lines: readonly Json[]): Conversation {
  const dump = readDump(lines)
  const { id } = dump.conversation
  const here = readConversation(tables, id)
  if (here !== undefined) {
    if (equalJson(dumpLines(tables, id), lines)) return here
    throw invalid(`Conversation ${id} exists already and is not the same.`)
  }
  const rows = dump.messages.flatMap((message) => rowOf(tables, dump, message))
  checkSessions(tables, dump, new Set(rows.map(([entry]) => entry)))
  const originals = dump.messages.filter(({ conversation, index }) => conversation === id && index !== undefined)
  if (originals.length !== dump.conversation.messages) throw invalid(`The dump of conversation ${id} is incomplete.`)
  write(tables, dump, rows)
  const inOrder = originals.toSorted((a, b) => (a.index ?? 0) - (b.index ?? 0))
  tables.originals.set(
    id,
    inOrder.map((message) => message.id),
  )
  return readConversation(tables, id) ?? dump.conversation
}

function write(tables: Tables, dump: Dump, rows: readonly (readonly [EntryId, MessageRow])[]): void {
  const { sessions: _sessions, messages: _messages, ...row } = dump.conversation
  tables.conversations.set(row.id, row)
  for (const [id, message] of rows) tables.messages.set(id, message)
  for (const { nextSeq: _, ...session } of dump.sessions) {
    tables.sessions.set(session.id, { session, entries: dump.lists.get(session.id) ?? [] })
  }
  for (const version of dump.receipts) addVersion(tables.receipts, row.id, version)
  for (const version of dump.ledgers) addVersion(tables.ledgers, row.id, version)
}

/** A message of another conversation may be here already; one of this conversation only because another showed it. */
function rowOf(tables: Tables, { conversation }: Dump, message: StoredMessage): [EntryId, MessageRow][] {
  const row = toRow(message, conversation.id)
  const here = tables.messages.get(message.id)
  if (here === undefined) return [[message.id, row]]
  const foreign = message.conversation !== conversation.id
  const same = here.hash === row.hash && (foreign || here.keeper !== message.conversation)
  if (!same) throw invalid(`Message ${message.id} exists already.`)
  return [[message.id, foreign ? here : row]]
}

function checkSessions(tables: Tables, dump: Dump, known: ReadonlySet<EntryId>): void {
  const ids = new Set<SessionId>(dump.sessions.map(({ id }) => id))
  const { tip } = dump.conversation
  if (!ids.has(tip)) throw invalid(`The dump does not hold its tip, session ${tip}.`)
  for (const { id, conversation, kind, parent, nextSeq } of dump.sessions) {
    const entries = dump.lists.get(id) ?? []
    const lost = kind === 'continuation' && (parent === undefined || !ids.has(parent))
    if (lost || entries.length !== nextSeq) throw invalid(`Session ${id} is incomplete in the dump.`)
    if (conversation !== dump.conversation.id) throw invalid(`Session ${id} is of another conversation.`)
    if (tables.sessions.has(id)) throw invalid(`Session ${id} exists already.`)
    const missing = entries.find((entry) => !known.has(entry))
    if (missing !== undefined) throw invalid(`Session ${id} lists ${missing}, a message that the dump does not hold.`)
  }
}

function readDump(lines: readonly Json[]): Dump {
  const [header, ...rest] = lines
  const body = rest.map((line, i) => {
    if (isObject(line) && kinds.includes(String(line.kind))) return line
    throw invalid(`Line ${i + 2} is not a line of a dumped conversation.`)
  })
  const of = (kind: string) => body.filter((line) => line.kind === kind)
  return {
    conversation: readHeader(header),
    sessions: of('session').map(({ session }) => readRecord<Session>(session)),
    messages: of('message').map(({ message }) => readRecord<StoredMessage>(message)),
    lists: new Map(of('list').map(({ session, entries }) => [String(session), readIds(entries)])),
    receipts: of('receipt').map(readVersion),
    ledgers: of('ledger').map(readVersion),
  }
}

const kinds: readonly string[] = ['session', 'message', 'list', 'receipt', 'ledger']

function readHeader(header: Json | undefined): Conversation {
  if (!isObject(header) || header.format !== dumpFormat) {
    throw invalid('The first line is not the header of a dumped conversation.')
  }
  if (header.version !== dumpVersion) {
    throw invalid(`This dump has version ${String(header.version)}; known is ${dumpVersion}.`)
  }
  return readRecord<Conversation>(header.conversation)
}

/** A record that a store wrote: only that it has an id is looked at here. */
function readRecord<T extends { readonly id: string }>(value: Json | undefined): T {
  if (isObject(value) && typeof value.id === 'string') return value as unknown as T
  throw invalid('A line of the dump holds no record with an id.')
}

function readIds(value: Json | undefined): readonly EntryId[] {
  if (isList(value) && value.every((id) => typeof id === 'string')) return value as readonly EntryId[]
  throw invalid('A list of the dump holds something else than ids.')
}

function readVersion({ session, at, value }: JsonObject): Version {
  if (typeof session !== 'string' || typeof at !== 'number' || value === undefined) {
    throw invalid('A receipt or ledger of the dump is incomplete.')
  }
  return { session: session as SessionId, at, value }
}
