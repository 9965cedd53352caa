import {
  addUsage,
  checkNewIds,
  conversationId,
  equalJson,
  type Instant,
  type Json,
  type Lane,
  type NewEntry,
  type SessionId,
  type SessionProgress,
  type Usage,
} from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { isDuplicate } from '../connection/failure-of.ts'
import { checkIds, conflictInPostgres, invalidInPostgres } from '../connection/refuse.ts'
import { byteaArray } from '../connection/wire-array.ts'
import { heldValuesOf, isHeldFrom } from '../gateway/fence.ts'
import { needSessionInPostgres } from '../read/find.ts'
import { packPostgresId, unpackPostgresId } from '../schema/pack-id.ts'
import { type PackedMessage, packMessage } from '../schema/pack-message.ts'
import {
  encodeSome,
  messageOfPostgresRow,
  messagesWithOrigin,
  messageWithOriginColumns,
  type PostgresMessageRow,
  type PostgresSessionRow,
  type ProgressRow,
  progressColumns,
  progressOfPostgresRow,
  seqInSpan,
  usageValues,
} from '../schema/rows.ts'
import type { Indexer } from '../search/indexer.ts'
import { keysOfEntries } from '../search/recent-keys.ts'
import { lockSession } from './lock.ts'

/** The entries to add, and the place to add them. */
export interface PostgresAppend {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly entries: readonly NewEntry[]
  readonly at: Instant
  /** The lane that must still be held. */
  readonly lane?: Lane
}

/** Adds entries at the end of the tip, in one trip to the server; a second one only finds out why that was refused. */
export async function appendInPostgres(
  database: Database,
  indexer: Indexer,
  wanted: PostgresAppend,
): Promise<SessionProgress> {
  checkNewIds(wanted.entries.map(({ id }) => id))
  checkIds(wanted.entries.map(({ id }) => id))
  const packed: PackedMessage[] = []
  for (const { message } of wanted.entries) packed.push(await packMessage(message))
  for (let attempt = 0; attempt < 5; attempt++) {
    // The server writes while we look for the words.
    const [written, keys] = await Promise.all([write(database, wanted, packed), keysOfEntries(wanted.entries)])
    if (written !== undefined) {
      indexer.recent.add(keys)
      await indexer.note(conversationId(unpackPostgresId(written.conversation)), written.waiting)
      return progressOfPostgresRow(written)
    }
    const guarded = wanted.lane === undefined ? database : database.fenced(wanted.lane)
    const there = await guarded.transaction((run) => explain(run, wanted))
    if (there !== undefined) return progressOfPostgresRow(there)
  }
  throw conflictInPostgres(await needSessionInPostgres(database.run, wanted.session), wanted.expectedSeq)
}

const sum = (column: string, parameter: string) =>
  `${column} = CASE WHEN ${parameter}::float8 IS NULL THEN s.${column}
    ELSE coalesce(s.${column}, 0) + ${parameter}::float8 END`

/**
 * The lock on the conversation's row makes the comparison with its newest state and the writes one step. The last span of
 * the list grows where the new messages go on in its numbers; others that write at the same time may leave gaps in them.
 * A lane that must be held is locked before, so that nobody takes it meanwhile.
 */
const appendTo = (held: string) => `WITH held AS MATERIALIZED (${held}), tip AS (
  SELECT c.no, c.tip_seq, c.messages, c.indexed, (SELECT no FROM @sessions WHERE id = $1) AS session
  FROM @conversations c
  WHERE c.id = (SELECT conversation FROM @sessions WHERE id = $1) AND c.tip = $1 AND c.tip_seq = $2
    AND EXISTS (SELECT 1 FROM held)
  FOR UPDATE
), said AS (
  INSERT INTO @messages (id, origin, place, at, body, hash, usage)
  SELECT m.id, tip.session, tip.messages + m.i - 1, $3, m.body, m.hash, m.usage
  FROM tip, unnest($4::bytea[], $5::bytea[], $6::bytea[], $7::text[])
    WITH ORDINALITY AS m (id, body, hash, usage, i)
  RETURNING no, place
), added AS (
  SELECT min(no) AS first, count(*)::integer AS count, min(place) AS place FROM said GROUP BY no - place
), grown AS (
  UPDATE @spans p SET count = p.count + added.count FROM tip, added
  WHERE p.session = tip.session AND p.seq = (SELECT max(seq) FROM @spans WHERE session = tip.session)
    AND p.seq + p.count = tip.tip_seq AND p.first + p.count = added.first AND added.place = tip.messages
  RETURNING added.place
), listed AS (
  INSERT INTO @spans (session, seq, first, count)
  SELECT tip.session, tip.tip_seq + added.place - tip.messages, added.first, added.count FROM tip, added
  WHERE added.place NOT IN (SELECT place FROM grown)
), counted AS (
  UPDATE @conversations c SET messages = c.messages + cardinality($4::bytea[]), archived_at = NULL,
    tip_seq = c.tip_seq + cardinality($4::bytea[]), updated_at = greatest(c.updated_at, $3)
  FROM tip WHERE c.no = tip.no
)
UPDATE @sessions s SET next_seq = s.next_seq + cardinality($4::bytea[]),
  ${sum('usage_input', '$8')}, ${sum('usage_output', '$9')}, ${sum('usage_cache_read', '$10')},
  ${sum('usage_cache_write', '$11')}, ${sum('usage_reasoning', '$12')}
FROM tip WHERE s.no = tip.session
RETURNING ${progressColumns}, s.conversation, tip.messages + cardinality($4::bytea[]) - tip.indexed AS waiting`

const appendSql = appendTo('SELECT 1')
const appendHeldSql = appendTo(`SELECT 1 FROM @lanes WHERE ${isHeldFrom(13)} FOR SHARE`)

interface WrittenRow extends ProgressRow {
  readonly conversation: Buffer
  /** Messages of the conversation that no segment has yet. */
  readonly waiting: number
}

async function write(
  database: Database,
  { session, expectedSeq, entries, at, lane }: PostgresAppend,
  packed: readonly PackedMessage[],
): Promise<WrittenRow | undefined> {
  if (!isSeq(expectedSeq)) return undefined
  const usage = entries.reduce<Usage>((total, entry) => addUsage(total, entry.usage ?? {}), {})
  try {
    const rows = await database.write<WrittenRow>(lane === undefined ? appendSql : appendHeldSql, [
      packPostgresId(session),
      expectedSeq,
      at,
      byteaArray(entries.map(({ id }) => packPostgresId(id))),
      byteaArray(packed.map(({ body }) => body)),
      byteaArray(packed.map(({ hash }) => hash)),
      entries.map((entry) => encodeSome(entry.usage)),
      ...usageValues(usage),
      ...(lane === undefined ? [] : heldValuesOf(lane)),
    ])
    return rows[0]
  } catch (error) {
    if (isDuplicate(error)) return undefined
    throw error
  }
}

function isSeq(value: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < 2 ** 31
}

interface There extends PostgresMessageRow {
  /** The entry's place in the session's list. */
  readonly seq: number | null
}

/** Returns the session when these very entries are there, and nothing when they may be written by now. */
async function explain(
  run: RunStatement,
  { session: id, expectedSeq, entries }: PostgresAppend,
): Promise<PostgresSessionRow | undefined> {
  const session = await lockSession(run, id)
  const rows = await run<There>(
    `SELECT ${messageWithOriginColumns}, ${seqInSpan}::integer AS seq FROM ${messagesWithOrigin}
      LEFT JOIN @spans p ON p.session = $2 AND m.no >= p.first AND m.no < p.first + p.count
      WHERE m.id = ANY ($1::bytea[])`,
    [byteaArray(entries.map((entry) => packPostgresId(entry.id))), session.no],
  )
  const there = new Map(rows.map((row) => [unpackPostgresId(row.id), row]))
  if (entries.length > 0 && entries.every((entry, i) => there.get(entry.id)?.seq === expectedSeq + i)) {
    for (const entry of entries) refuseChanged(entry, there.get(entry.id))
    return session
  }
  if (session.ended_at !== null || session.next_seq !== expectedSeq) throw conflictInPostgres(session, expectedSeq)
  const [taken] = there.keys()
  if (taken !== undefined) throw invalidInPostgres(`entry "${taken}" exists already, elsewhere`)
  return undefined
}

/** An id refers to what was first said under it. */
function refuseChanged({ id, message, usage }: NewEntry, row: PostgresMessageRow | undefined): void {
  if (row === undefined) return
  const before = messageOfPostgresRow(row)
  if (equalJson(asJson({ message, usage }), asJson({ message: before.message, usage: before.usage }))) return
  throw invalidInPostgres(`entry "${id}" was sent before, with other content`)
}

/** As it reads when it is written and read again: without what is `undefined`. */
function asJson(entry: Pick<NewEntry, 'message'> & { readonly usage: Usage | undefined }): Json {
  return JSON.parse(JSON.stringify(entry)) as Json
}
