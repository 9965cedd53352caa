import {
  type Conversation,
  conversationId,
  type EndReason,
  entryId,
  type Json,
  type Session,
  type SessionKind,
  type StoredMessage,
  sessionId,
  type Usage,
  type Version,
} from '@palimpsest/core/store'
import { reading, readNumber } from '../reading.ts'
import type { SqlRow, SqlValue } from './driver.ts'
import { conversationOf, isOriginal, placeOf, readPlace } from './message-key.ts'
import { unpackId } from './pack-id.ts'
import { unpackMessage } from './pack-message.ts'
import { unpackName } from './pack-name.ts'
import { readExtra } from './read-extra.ts'
import { listedMessages } from './runs.ts'

/** Whether a conversation is known to have messages that are not indexed, and is not archived: SQL. */
export const isAwake = '(c.waiting = 1 AND c.archived_at IS NULL)'

/** Columns of a session that `readSession` takes, with the ids behind its keys. */
export const sessionColumns = `s.key, s.id, s.conversation AS conversation_key, c.id AS conversation, s.kind,
  s.parent AS parent_key, s.parent_id AS parent, s.started_at, s.ended_at, s.end_reason,
  s.model, p.text AS system, s.born_with, s.next_seq, s.usage, s.originals, s.said_at,
  ${isAwake} AS awake`
export const sessionTables =
  'session s JOIN conversation c ON c.key = s.conversation LEFT JOIN prompt p ON p.key = s.prompt'

/** Columns of a message that `readMessage` takes. */
export const messageColumns = `m.key, m.id, c.id AS conversation, s.id AS session, m.at, m.body, m.extra,
  CASE WHEN ${isOriginal('m.key')} THEN ${placeOf('m.key')} END AS place`
/** What a hit tells of its message. */
export const hitColumns = `m.id, c.id AS conversation, s.id AS session, m.at, ${placeOf('m.key')} AS place`
const messageJoins = `JOIN conversation c ON c.key = ${conversationOf('m.key')} JOIN session s ON s.key = m.session`
export const messageTables = `message m ${messageJoins}`
/** The same, by way of a session's list. */
export const entryTables = `${listedMessages} ${messageJoins}`

/** When something last happened in a conversation, by the tables below: SQL. */
export const updatedAt = 'max(c.updated_at, coalesce(t.said_at, c.updated_at))'
export const conversationColumns = `c.key, c.id, c.title, c.channel, c.created_at, c.archived_at,
  ${updatedAt} AS updated_at, t.id AS tip, t.originals, (SELECT count(*) FROM session s WHERE s.conversation = c.key AND s.end_reason IS NOT 'undone') AS sessions`
export const conversationTables = 'conversation c LEFT JOIN session t ON t.key = c.tip'

/** What the tip of a conversation knows of it; the next tip takes it over. */
export interface Talk {
  readonly originals: number
  /** When something was last said. */
  readonly saidAt?: number
}

/** A session with the keys of its rows. */
export interface SessionRow {
  readonly key: number
  readonly conversationKey: number
  readonly parentKey?: number
  /** The conversation is known to have messages that are not indexed, and is not archived. */
  readonly awake: boolean
  readonly talk: Talk
  readonly session: Session
}

export function readSession(row: SqlRow): SessionRow {
  return reading(
    () => `Session ${unpackId(row.id)}`,
    () => ({
      key: readNumber(row.key),
      conversationKey: readNumber(row.conversation_key),
      ...given('parentKey', row.parent_key, readNumber),
      awake: row.awake === 1,
      talk: { originals: readPlace(row.originals), ...given('saidAt', row.said_at, readNumber) },
      session: sessionOf(row),
    }),
  )
}

function sessionOf(row: SqlRow): Session {
  return {
    id: sessionId(unpackId(row.id)),
    conversation: conversationId(unpackId(row.conversation)),
    kind: String(row.kind) as SessionKind,
    ...given('parent', row.parent, (id) => sessionId(unpackId(id))),
    startedAt: readNumber(row.started_at),
    ...given('endedAt', row.ended_at, readNumber),
    ...given('endReason', row.end_reason, (reason) => String(reason) as EndReason),
    ...given('model', row.model, unpackName),
    ...given('system', row.system, unpackName),
    bornWith: readNumber(row.born_with),
    nextSeq: readNumber(row.next_seq),
    usage: readUsage(row),
  }
}

/** What a session took, by its row. */
export function readUsage({ id, usage }: SqlRow): Usage {
  return reading(
    () => `The usage of session ${unpackId(id)}`,
    () => JSON.parse(String(usage)) as Usage,
  )
}

export function readConversation(row: SqlRow): Conversation {
  return reading(
    () => `Conversation ${unpackId(row.id)}`,
    () => ({
      id: conversationId(unpackId(row.id)),
      ...given('title', row.title, unpackName),
      ...given('channel', row.channel, unpackName),
      createdAt: readNumber(row.created_at),
      updatedAt: readNumber(row.updated_at),
      tip: sessionId(unpackId(row.tip)),
      sessions: readNumber(row.sessions),
      messages: readPlace(row.originals),
      ...given('archivedAt', row.archived_at, readNumber),
    }),
  )
}

export function readMessage(row: SqlRow): StoredMessage {
  const { usage, standsFor, origin } = readExtra(row)
  return reading(
    () => `Message ${unpackId(row.id)}`,
    () => ({
      id: entryId(unpackId(row.id)),
      conversation: conversationId(unpackId(row.conversation)),
      session: sessionId(unpackId(row.session)),
      ...given('index', row.place, Number),
      at: readNumber(row.at),
      message: unpackMessage(row.body),
      ...(usage && { usage }),
      ...(standsFor && { standsFor }),
      ...origin,
    }),
  )
}

/** A receipt or a ledger, by its row. */
export function readVersion(kind: 'receipt' | 'ledger', row: SqlRow): Version {
  return reading(
    () => `The ${kind} of session ${unpackId(row.session)}`,
    () => ({
      session: sessionId(unpackId(row.session)),
      at: readNumber(row.at),
      value: JSON.parse(String(row.value)) as Json,
    }),
  )
}

/** The field when the column holds something: an absent field is not an undefined one. */
function given<Key extends string, T>(
  key: Key,
  value: SqlValue | undefined,
  read: (value: SqlValue) => T,
): { readonly [K in Key]?: T } {
  return value === null || value === undefined ? {} : ({ [key]: read(value) } as { readonly [K in Key]?: T })
}
