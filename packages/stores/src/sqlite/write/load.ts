import {
  type Conversation,
  type Dump,
  equalJson,
  isObject,
  type Json,
  messageLine,
  readDump,
  type Session,
  type StoredMessage,
  type Version,
} from '@palimpsest/core/store'
import { invalidRequest } from '../../refuse.ts'
import type { Connection } from '../connection/connection.ts'
import { dumpLinesInSqlite } from '../read/dump.ts'
import { findConversationInSqlite, findSessionInSqlite } from '../read/find.ts'
import { messageRow } from '../read/read.ts'
import { originalKey, refuseCrowd } from '../schema/message-key.ts'
import { readExtra } from '../schema/read-extra.ts'
import { messageOfSqliteRow } from '../schema/rows.ts'
import { addToList } from '../schema/runs.ts'
import { removeScope, setState } from '../state/state.ts'
import { moveListed } from './move-listed.ts'
import { writeOriginals, writeOther } from './write-message.ts'
import { setTip, writeConversationInSqlite, writeSessionInSqlite, writeVersion } from './write-session.ts'

interface Loading {
  readonly db: Connection
  readonly conversation: Conversation
  readonly conversationKey: number
  readonly sessions: Map<string, number>
  readonly messages: Map<string, number>
  /** Old keys of messages that other conversations had brought along, and their new ones. */
  readonly moves: Map<number, number>
}

/** Writes a dumped conversation, or finds that it is here already and equal. */
export function loadInSqlite(db: Connection, lines: readonly Json[]): Conversation {
  const dump = readDump(lines)
  const { conversation } = dump
  return db.write(() => {
    const existing = findConversationInSqlite(db, conversation.id)
    if (existing !== undefined) return sameConversation(db, existing, lines)
    const conversationKey = writeConversationInSqlite(db, conversation)
    writeDump({ db, conversation, conversationKey, sessions: new Map(), messages: new Map(), moves: new Map() }, dump)
    return findConversationInSqlite(db, conversation.id) ?? conversation
  })
}

/** The place of another conversation's message among its own depends on what else a store holds. */
function sameConversation(db: Connection, existing: Conversation, lines: readonly Json[]): Conversation {
  const [here, there] = [sorted(dumpLinesInSqlite(db, existing)), sorted(lines)]
  if (here.length === there.length && here.every((line, i) => equalJson(line, there[i]))) return existing
  throw invalidRequest(`Conversation ${existing.id} exists already and is not the same.`)
}

function sorted(lines: readonly Json[]): readonly Json[] {
  const idOf = (line: Json) => (isObject(line) && isObject(line.message) ? String(line.message.id) : '')
  return lines.toSorted((a, b) => (idOf(a) < idOf(b) ? -1 : Number(idOf(a) > idOf(b))))
}

function writeDump(loading: Loading, dump: Dump): void {
  const { db, conversation, conversationKey, sessions } = loading
  for (const session of dump.sessions) loadSession(loading, session)
  adoptChildren(db)
  loadMessages(loading, dump.messages)
  moveListed(db, loading.moves)
  for (const [session, ids] of dump.lists) {
    const keys = ids.map((id) => known(loading.messages, id))
    addToList(db, known(sessions, session), 0, keys)
  }
  for (const version of dump.receipts) loadVersion(loading, 'receipt', version)
  for (const version of dump.ledgers) loadVersion(loading, 'ledger', version)
  removeScope(db, conversation.id)
  for (const { key, value } of dump.states) setState(db, conversation.id, key, value)
  db.run('UPDATE conversation SET waiting = 1 WHERE key = ?', conversationKey)
  setTip(db, conversationKey, known(sessions, conversation.tip))
}

function loadSession({ db, conversation, conversationKey, sessions }: Loading, session: Session): void {
  if (findSessionInSqlite(db, session.id) !== undefined) throw invalidRequest(`Session ${session.id} exists already.`)
  const parent = session.parent && findSessionInSqlite(db, session.parent)
  const tipFacts = { originals: conversation.messages }
  const place = { conversationKey, tipFacts, ...(parent && { parentKey: parent.key }) }
  sessions.set(session.id, writeSessionInSqlite(db, session, place))
}

/** Children that came before their parent know it by its id. */
function adoptChildren(db: Connection): void {
  db.run(`UPDATE session SET parent = (SELECT p.key FROM session p WHERE p.id = session.parent_id)
    WHERE parent IS NULL AND parent_id IS NOT NULL`)
}

function loadMessages(loading: Loading, stored: readonly StoredMessage[]): void {
  const { conversation, messages } = loading
  refuseCrowd(conversation.messages)
  let after = 0
  for (const each of stored) {
    const foreign = each.conversation !== conversation.id
    messages.set(each.id, foreign ? loadForeign(loading, each) : loadOwn(loading, each, after))
    if (!foreign && each.index !== undefined) after += 1
  }
}

function loadOwn(loading: Loading, stored: StoredMessage, after: number): number {
  const { db, moves } = loading
  const brought = broughtAlong(db, stored)
  if (brought === undefined) return writeOwn(loading, stored, after)
  db.run('DELETE FROM message WHERE key = ?', brought)
  const key = writeOwn(loading, stored, after)
  moves.set(brought, key)
  return key
}

/** The key of the message if it is here already, for a branch of its conversation came first. */
function broughtAlong(db: Connection, stored: StoredMessage): number | undefined {
  const row = messageRow(db, stored.id)
  if (row === undefined || readExtra(row).origin?.conversation !== stored.conversation) return undefined
  return isSame(messageOfSqliteRow(row), stored) ? Number(row.key) : undefined
}

function writeOwn({ db, conversationKey, sessions }: Loading, stored: StoredMessage, after: number): number {
  const { message, index, ...facts } = stored
  const written = { ...facts, json: JSON.stringify(message) }
  const place = { conversationKey, sessionKey: known(sessions, stored.session) }
  if (index === undefined) return writeOther(db, { ...written, after }, place)
  writeOriginals(db, [written], place, index)
  return originalKey(conversationKey, index)
}

/** A message of another conversation is referred to when it is here, and else kept with a note of where it came from. */
function loadForeign({ db, conversation, conversationKey, sessions }: Loading, stored: StoredMessage): number {
  const here = messageRow(db, stored.id)
  if (here !== undefined) {
    if (isSame(messageOfSqliteRow(here), stored)) return Number(here.key)
    throw invalidRequest(`Message ${stored.id} exists already, and says something else.`)
  }
  const { conversation: from, session, index, message: said, ...facts } = stored
  const origin = { conversation: from, session, ...(index !== undefined && { index }) }
  const place = { conversationKey, sessionKey: known(sessions, conversation.tip) }
  return writeOther(db, { ...facts, origin, json: JSON.stringify(said) }, place)
}

function isSame(here: StoredMessage, stored: StoredMessage): boolean {
  return equalJson(messageLine(here), messageLine(stored))
}

function loadVersion({ db, sessions }: Loading, kind: 'receipt' | 'ledger', version: Version): void {
  writeVersion(db, kind, known(sessions, version.session), version)
}

/** The reader of dumps has proved that what lines refer to is there. */
function known(keys: ReadonlyMap<string, number>, id: string): number {
  const key = keys.get(id)
  if (key === undefined) throw invalidRequest(`The dump refers to ${id}, which it does not hold.`)
  return key
}
