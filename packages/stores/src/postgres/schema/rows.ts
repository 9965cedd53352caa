import {
  type Conversation,
  conversationId,
  defined,
  type EndReason,
  type EntryId,
  entryId,
  isList,
  isObject,
  type Json,
  type Message,
  type Session,
  type SessionKind,
  type SessionProgress,
  type StoredMessage,
  sessionId,
  type Usage,
  type Version,
} from '@palimpsest/core/store'
import { reading } from '../../reading.ts'
import { packPostgresId, unpackPostgresId } from './pack-id.ts'
import { unpackPostgresMessage, unpackPostgresText } from './pack-message.ts'

/** A row as the driver gives it: with ids as they are kept. */
export type Raw<Row, Ids extends keyof Row> = {
  readonly [Key in keyof Row]: Key extends Ids ? (null extends Row[Key] ? Buffer | null : Buffer) : Row[Key]
}

/** A row of `sessions`. */
export interface PostgresSessionRow {
  readonly no: number
  readonly id: string
  readonly conversation: string
  readonly kind: SessionKind
  readonly parent: string | null
  readonly started_at: number
  readonly ended_at: number | null
  readonly end_reason: EndReason | null
  readonly model: string | null
  readonly system: string | null
  readonly born_with: number
  readonly next_seq: number
  readonly usage_input: number | null
  readonly usage_output: number | null
  readonly usage_cache_read: number | null
  readonly usage_cache_write: number | null
  readonly usage_reasoning: number | null
}

/** A row of `conversations` and how many sessions it has. */
export interface PostgresConversationRow {
  readonly id: string
  readonly title: string | null
  readonly channel: string | null
  readonly created_at: number
  readonly updated_at: number
  readonly archived_at: number | null
  readonly tip: string
  readonly tip_seq: number | null
  readonly messages: number
  readonly sessions: number
}

/** A row of `messages`, and where it was written, as the driver gives it. */
export interface PostgresMessageRow {
  readonly no: string
  readonly id: Buffer
  readonly conversation: Buffer
  readonly session: Buffer
  readonly place: number | null
  readonly at: number
  readonly body: Buffer
  readonly usage: string | null
  readonly stands_for: Buffer | null
}

export interface VersionRow {
  readonly session: Buffer
  readonly at: number
  readonly value: string
}

export const messageWithOriginColumns =
  'm.no, m.id, o.conversation, o.session, m.place, m.at, m.body, m.usage, m.stands_for'
export const messagesWithOrigin = '@messages m JOIN @origins o ON o.no = m.origin'

/** Tables that show the lists of sessions; `seqInSpan` is an entry's place. */
export const messagesOfSpans = '@spans p JOIN @messages m ON m.no >= p.first AND m.no < p.first + p.count'
export const seqInSpan = '(p.seq + m.no - p.first)'

/** Undone sessions do not count. */
export const countedConversationColumns = `c.*, (
  SELECT count(*)::int FROM @sessions s WHERE s.conversation = c.id AND s.end_reason IS DISTINCT FROM 'undone'
) AS sessions`

/** JSON escapes what Postgres text cannot hold, so any string goes in and comes out equal. */
export function encode(value: unknown): string {
  return JSON.stringify(value)
}

/** As `encode`, for what may be absent. */
export function encodeSome(value: unknown): string | null {
  return value === undefined ? null : encode(value)
}

export type RawSessionRow = Raw<PostgresSessionRow, 'id' | 'conversation' | 'parent'>

export function sessionRowOf(raw: RawSessionRow): PostgresSessionRow {
  return {
    ...raw,
    id: unpackPostgresId(raw.id),
    conversation: unpackPostgresId(raw.conversation),
    parent: raw.parent === null ? null : unpackPostgresId(raw.parent),
  }
}

/** For parameters that may be absent. */
export function packSome(id: string | undefined | null): Buffer | null {
  return id === undefined || id === null ? null : packPostgresId(id)
}

export function sessionOfPostgresRow(row: PostgresSessionRow): Session {
  return reading(
    () => `Session ${row.id}`,
    () => readSession(row),
  )
}

function readSession(row: PostgresSessionRow): Session {
  return defined<Session>({
    id: sessionId(row.id),
    conversation: conversationId(row.conversation),
    kind: row.kind,
    parent: row.parent === null ? undefined : sessionId(row.parent),
    startedAt: row.started_at,
    endedAt: row.ended_at ?? undefined,
    endReason: row.end_reason ?? undefined,
    model: decodeText(row.model),
    system: decodeText(row.system),
    bornWith: row.born_with,
    nextSeq: row.next_seq,
    usage: usageOfPostgresRow(row),
  })
}

/** The part of a session that an append reports: not all of it, since its system prompt may be long. */
export type ProgressRow = Pick<PostgresSessionRow, 'next_seq' | Extract<keyof PostgresSessionRow, `usage_${string}`>>

export const progressColumns = `s.next_seq, s.usage_input, s.usage_output, s.usage_cache_read, s.usage_cache_write,
  s.usage_reasoning`

export function progressOfPostgresRow(row: ProgressRow): SessionProgress {
  return { nextSeq: row.next_seq, usage: usageOfPostgresRow(row) }
}

export function usageOfPostgresRow(row: ProgressRow): Usage {
  return defined<Usage>({
    input: row.usage_input ?? undefined,
    output: row.usage_output ?? undefined,
    cacheRead: row.usage_cache_read ?? undefined,
    cacheWrite: row.usage_cache_write ?? undefined,
    reasoning: row.usage_reasoning ?? undefined,
  })
}

/** The counts in the order of the columns. */
export function usageValues(usage: Usage): readonly (number | null)[] {
  const { input, output, cacheRead, cacheWrite, reasoning } = usage
  return [input, output, cacheRead, cacheWrite, reasoning].map((count) => count ?? null)
}

export function conversationOfPostgresRow(row: Raw<PostgresConversationRow, 'id' | 'tip'>): Conversation {
  return reading(
    () => `Conversation ${unpackPostgresId(row.id)}`,
    () => readConversation(row),
  )
}

function readConversation(row: Raw<PostgresConversationRow, 'id' | 'tip'>): Conversation {
  return defined<Conversation>({
    id: conversationId(unpackPostgresId(row.id)),
    title: decodeText(row.title),
    channel: decodeText(row.channel),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    tip: sessionId(unpackPostgresId(row.tip)),
    sessions: row.sessions,
    messages: row.messages,
    archivedAt: row.archived_at ?? undefined,
  })
}

/** `message`: for who has unpacked it already. */
export function messageOfPostgresRow(row: PostgresMessageRow, message?: Message): StoredMessage {
  return reading(
    () => `Message ${unpackPostgresId(row.id)}`,
    () => readStored(row, message ?? unpackPostgresMessage(row.body)),
  )
}

function readStored(row: PostgresMessageRow, message: Message): StoredMessage {
  return defined<StoredMessage>({
    id: entryId(unpackPostgresId(row.id)),
    conversation: conversationId(unpackPostgresId(row.conversation)),
    session: sessionId(unpackPostgresId(row.session)),
    index: row.place ?? undefined,
    at: row.at,
    message,
    usage: billedOf(row),
    standsFor: standsForOf(row),
  })
}

/** Returns the usage of the call that wrote a message. */
export function billedOf({ usage }: Pick<PostgresMessageRow, 'usage'>): Usage | undefined {
  if (usage === null) return undefined
  const billed: unknown = JSON.parse(usage)
  if (!isObject(billed)) throw new TypeError('its usage is no object')
  return billed as Usage
}

/** Returns the entries that a made message represents. */
export function standsForOf({ stands_for }: Pick<PostgresMessageRow, 'stands_for'>): readonly EntryId[] | undefined {
  if (stands_for === null) return undefined
  const ids: unknown = JSON.parse(unpackPostgresText(stands_for))
  if (!isList(ids)) throw new TypeError('what it stands for is no list')
  return ids.map((id) => entryId(String(id)))
}

export function versionOfPostgresRow(row: VersionRow): Version {
  return reading(
    () => `The receipt or ledger of session ${unpackPostgresId(row.session)}`,
    () => ({ session: sessionId(unpackPostgresId(row.session)), at: row.at, value: JSON.parse(row.value) as Json }),
  )
}

function decodeText(json: string | null): string | undefined {
  return json === null ? undefined : (JSON.parse(json) as string)
}
