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
import { reading, readRowNumber } from '../../reading.ts'
import type { SqlRow, SqlValue } from '../connection/driver.ts'
import { conversationKeySql, isOriginalSql, placeSql, readPlace } from './message-key.ts'
import { unpackSqliteId } from './pack-id.ts'
import { unpackSqliteMessage } from './pack-message.ts'
import { unpackName } from './pack-name.ts'
import { readExtra } from './read-extra.ts'
import { messagesOfRuns } from './runs.ts'

/** SQL that is true when a conversation is known to have unindexed messages and is not archived. */
export const isAwake = '(c.waiting = 1 AND c.archived_at IS NULL)'

/** Columns of a session that `sessionOfSqliteRow` takes, with the ids behind its keys. */
export const sessionColumns = `s.key, s.id, s.conversation AS conversation_key, c.id AS conversation, s.kind,
  s.parent AS parent_key, s.parent_id AS parent, s.started_at, s.ended_at, s.end_reason,
  s.model, p.text AS system, s.born_with, s.next_seq, s.usage, s.originals, s.said_at,
  ${isAwake} AS awake`
export const sessionTables =
  'session s JOIN conversation c ON c.key = s.conversation LEFT JOIN prompt p ON p.key = s.prompt'

/** Columns of a message that `messageOfSqliteRow` takes. */
export const messageColumns = `m.key, m.id, c.id AS conversation, s.id AS session, m.at, m.body, m.extra,
  CASE WHEN ${isOriginalSql('m.key')} THEN ${placeSql('m.key')} END AS place`
/** The columns of a message that a hit reports. */
export const hitColumns = `m.id, c.id AS conversation, s.id AS session, m.at, ${placeSql('m.key')} AS place`
const messageJoins = `JOIN conversation c ON c.key = ${conversationKeySql('m.key')} JOIN session s ON s.key = m.session`
export const messageTables = `message m ${messageJoins}`
/** The same, by way of a session's list. */
export const entryTables = `${messagesOfRuns} ${messageJoins}`

/** When something last happened in a conversation, by the tables below: SQL. */
export const updatedAt = 'max(c.updated_at, coalesce(t.said_at, c.updated_at))'
export const conversationColumns = `c.key, c.id, c.title, c.channel, c.created_at, c.archived_at,
  ${updatedAt} AS updated_at, t.id AS tip, t.originals, (SELECT count(*) FROM session s WHERE s.conversation = c.key AND s.end_reason IS NOT 'undone') AS sessions`
export const conversationTables = 'conversation c LEFT JOIN session t ON t.key = c.tip'

/** Facts that the tip of a conversation knows about it; the next tip takes them over. */
export interface TipFacts {
  readonly originals: number
  /** When something was last said. */
  readonly saidAt?: number
}

/** A session with the keys of its rows. */
export interface SqliteSessionRow {
  readonly key: number
  readonly conversationKey: number
  readonly parentKey?: number
  /** The conversation is known to have messages that are not indexed, and is not archived. */
  readonly awake: boolean
  readonly tipFacts: TipFacts
  readonly session: Session
}

export function sessionOfSqliteRow(row: SqlRow): SqliteSessionRow {
  return reading(
    () => `Session ${unpackSqliteId(row.id)}`,
    () => ({
      key: readRowNumber(row.key),
      conversationKey: readRowNumber(row.conversation_key),
      ...given('parentKey', row.parent_key, readRowNumber),
      awake: row.awake === 1,
      tipFacts: { originals: readPlace(row.originals), ...given('saidAt', row.said_at, readRowNumber) },
      session: sessionOf(row),
    }),
  )
}

function sessionOf(row: SqlRow): Session {
  return {
    id: sessionId(unpackSqliteId(row.id)),
    conversation: conversationId(unpackSqliteId(row.conversation)),
    kind: String(row.kind) as SessionKind,
    ...given('parent', row.parent, (id) => sessionId(unpackSqliteId(id))),
    startedAt: readRowNumber(row.started_at),
    ...given('endedAt', row.ended_at, readRowNumber),
    ...given('endReason', row.end_reason, (reason) => String(reason) as EndReason),
    ...given('model', row.model, unpackName),
    ...given('system', row.system, unpackName),
    bornWith: readRowNumber(row.born_with),
    nextSeq: readRowNumber(row.next_seq),
    usage: usageOfSqliteRow(row),
  }
}

/** Reads the usage of a session from its row. */
export function usageOfSqliteRow({ id, usage }: SqlRow): Usage {
  return reading(
    () => `The usage of session ${unpackSqliteId(id)}`,
    () => JSON.parse(String(usage)) as Usage,
  )
}

export function conversationOfSqliteRow(row: SqlRow): Conversation {
  return reading(
    () => `Conversation ${unpackSqliteId(row.id)}`,
    () => ({
      id: conversationId(unpackSqliteId(row.id)),
      ...given('title', row.title, unpackName),
      ...given('channel', row.channel, unpackName),
      createdAt: readRowNumber(row.created_at),
      updatedAt: readRowNumber(row.updated_at),
      tip: sessionId(unpackSqliteId(row.tip)),
      sessions: readRowNumber(row.sessions),
      messages: readPlace(row.originals),
      ...given('archivedAt', row.archived_at, readRowNumber),
    }),
  )
}

export function messageOfSqliteRow(row: SqlRow): StoredMessage {
  const { usage, standsFor, origin } = readExtra(row)
  return reading(
    () => `Message ${unpackSqliteId(row.id)}`,
    () => ({
      id: entryId(unpackSqliteId(row.id)),
      conversation: conversationId(unpackSqliteId(row.conversation)),
      session: sessionId(unpackSqliteId(row.session)),
      ...given('index', row.place, Number),
      at: readRowNumber(row.at),
      message: unpackSqliteMessage(row.body),
      ...(usage && { usage }),
      ...(standsFor && { standsFor }),
      ...origin,
    }),
  )
}

/** A receipt or a ledger, by its row. */
export function versionOfSqliteRow(kind: 'receipt' | 'ledger', row: SqlRow): Version {
  return reading(
    () => `The ${kind} of session ${unpackSqliteId(row.session)}`,
    () => ({
      session: sessionId(unpackSqliteId(row.session)),
      at: readRowNumber(row.at),
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
