import {
  type Conversation,
  conversationId,
  equalJson,
  isList,
  isObject,
  type Json,
  type Session,
  type StoredMessage,
  type Version,
} from '@palimpsest/core'
import type { Connection } from './connection.ts'
import { dumpFormat, dumpLines, dumpVersion } from './dump.ts'
import { findConversation, findConversationKey, findSession, invalid } from './find.ts'
import { messageKey, writeMessage } from './write-message.ts'
import { setTip, writeConversation, writeEntry, writeSession } from './write-session.ts'

interface Loading {
  readonly db: Connection
  readonly conversation: Conversation
  readonly conversationKey: number
  readonly sessions: Map<string, number>
}

/** Writes a dumped conversation, or finds that it is here already and equal. */
export function load(db: Connection, lines: readonly Json[]): Conversation {
  const [header, ...rest] = lines
  const conversation = readHeader(header)
  return db.write(() => {
    const existing = findConversation(db, conversation.id)
    if (existing !== undefined) return sameConversation(db, existing, lines)
    const conversationKey = writeConversation(db, conversation)
    const loading = { db, conversation, conversationKey, sessions: new Map<string, number>() }
    for (const [i, line] of rest.entries()) loadLine(loading, line, i + 2)
    return finish(loading)
  })
}

function readHeader(header: Json | undefined): Conversation {
  if (!isObject(header) || header.format !== dumpFormat || !isObject(header.conversation)) {
    throw invalid('The first line is not the header of a dumped conversation.')
  }
  if (header.version !== dumpVersion) throw invalid(`This dump has version ${header.version}; known is ${dumpVersion}.`)
  if (typeof header.conversation.id !== 'string') throw invalid('The header names no conversation.')
  return header.conversation as unknown as Conversation
}

function sameConversation(db: Connection, existing: Conversation, lines: readonly Json[]): Conversation {
  const here = dumpLines(db, existing)
  if (here.length === lines.length && here.every((line, i) => equalJson(line, lines[i]))) return existing
  throw invalid(`Conversation ${existing.id} exists already and is not the same.`)
}

function loadLine(loading: Loading, line: Json, number: number): void {
  if (!isObject(line)) throw invalid(`Line ${number} is not an object.`)
  if (line.kind === 'session') loadSession(loading, line.session as unknown as Session)
  else if (line.kind === 'message') loadMessage(loading, line.message as unknown as StoredMessage)
  else if (line.kind === 'list') loadList(loading, String(line.session), isList(line.entries) ? line.entries : [])
  else if (line.kind === 'receipt' || line.kind === 'ledger') {
    loadVersion(loading, line.kind, line as unknown as Version)
  } else throw invalid(`Line ${number} is of an unknown kind.`)
}

function loadSession({ db, conversation, conversationKey, sessions }: Loading, session: Session): void {
  if (session.conversation !== conversation.id) throw invalid(`Session ${session.id} is of another conversation.`)
  if (findSession(db, session.id) !== undefined) throw invalid(`Session ${session.id} exists already.`)
  const parent = session.parent && findSession(db, session.parent)
  sessions.set(session.id, writeSession(db, session, { conversationKey, ...(parent && { parentKey: parent.key }) }))
}

/** A message of another conversation is referred to when it is here, and else kept with a note of where it came from. */
function loadMessage({ db, conversation, conversationKey, sessions }: Loading, stored: StoredMessage): void {
  const foreign = stored.conversation !== conversation.id
  if (messageKey(db, stored.id) !== undefined) {
    if (foreign) return
    throw invalid(`Message ${stored.id} exists already.`)
  }
  const sessionKey = foreign ? sessions.values().next().value : sessions.get(stored.session)
  if (sessionKey === undefined) throw invalid(`Message ${stored.id} is of a session that the dump does not hold.`)
  if (!foreign) {
    writeMessage(db, stored, { conversationKey, sessionKey })
    return
  }
  const { conversation: from, session, index, ...own } = stored
  const origin = { conversation: conversationId(from), session, ...(index !== undefined && { index }) }
  writeMessage(db, own, { conversationKey, sessionKey, origin })
}

function loadList({ db, sessions }: Loading, session: string, ids: readonly Json[]): void {
  const key = sessions.get(session)
  if (key === undefined) throw invalid(`The dump lists entries of ${session}, a session it does not hold.`)
  for (const [seq, id] of ids.entries()) {
    const message = messageKey(db, String(id))
    if (message === undefined) throw invalid(`Session ${session} lists ${id}, a message that the dump does not hold.`)
    writeEntry(db, key, seq, message)
  }
}

function loadVersion(loading: Loading, kind: string, { session, at, value }: Version): void {
  const { db, conversationKey, sessions } = loading
  const key = sessions.get(session)
  if (key === undefined) throw invalid(`The dump holds a ${kind} of ${session}, a session it does not hold.`)
  db.run(
    'INSERT INTO version (kind, conversation, session, at, value) VALUES (?, ?, ?, ?, ?)',
    kind,
    conversationKey,
    key,
    at,
    JSON.stringify(value),
  )
}

/** A cut-off file must not pass for a whole conversation. */
function finish({ db, conversation, conversationKey, sessions }: Loading): Conversation {
  const tip = sessions.get(conversation.tip)
  if (tip === undefined) throw invalid(`The dump does not hold its tip, session ${conversation.tip}.`)
  setTip(db, conversationKey, tip)
  const count = 'SELECT count(*) FROM message WHERE conversation = ?1 AND place IS NOT NULL'
  db.run(`UPDATE conversation SET originals = (${count}) WHERE key = ?1`, conversationKey)
  const short = db.get(
    `SELECT s.key FROM session s WHERE s.conversation = ?
       AND s.next_seq <> (SELECT count(*) FROM entry e WHERE e.session = s.key)`,
    conversationKey,
  )
  const loaded = findConversation(db, conversation.id)
  const whole = loaded?.messages === conversation.messages && findConversationKey(db, conversation.id) !== undefined
  if (short !== undefined || !whole) throw invalid(`The dump of conversation ${conversation.id} is incomplete.`)
  return loaded
}
