import {
  type Compaction,
  checkNewIds,
  defined,
  madeUsage,
  type Session,
  sessionId,
  type ViewItem,
} from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { isDuplicate } from '../connection/failure-of.ts'
import { checkIds, conflictInPostgres, invalidInPostgres } from '../connection/refuse.ts'
import { byteaArray } from '../connection/wire-array.ts'
import { findSessionInPostgres } from '../read/find.ts'
import { readList, writeList } from '../schema/lists.ts'
import { packPostgresId, unpackPostgresId } from '../schema/pack-id.ts'
import { type PackedMessage, packMessage, packPostgresText } from '../schema/pack-message.ts'
import {
  encode,
  encodeSome,
  messagesOfSpans,
  type PostgresSessionRow,
  seqInSpan,
  sessionOfPostgresRow,
} from '../schema/rows.ts'
import { joinSpans, moveSpans, spansOf } from '../schema/spans.ts'
import { lockSession } from './lock.ts'
import { writeSessionInPostgres } from './write-session.ts'

/** Ends a session and opens its continuation. */
export async function compactInPostgres(database: Database, compaction: Compaction): Promise<Session> {
  checkNewIds([compaction.continuation, ...compaction.view.flatMap((item) => (item.kind === 'made' ? [item.id] : []))])
  checkIds([compaction.continuation])
  checkIds(compaction.view.map(({ id }) => id))
  const made = await Promise.all(compaction.view.flatMap((item) => (item.kind === 'made' ? [pack(item)] : [])))
  try {
    return await database.transaction((run) => compactNow(run, compaction, made))
  } catch (error) {
    if (isDuplicate(error)) throw invalidInPostgres('an id of the continuation or of its view exists already')
    throw error
  }
}

interface Made extends PackedMessage {
  readonly id: Buffer
  readonly standsFor: Buffer
  readonly usage: string | null
}

async function pack({ id, message, standsFor, usage }: ViewItem & { readonly kind: 'made' }): Promise<Made> {
  const packed = { standsFor: await packPostgresText(encode(standsFor)), ...(await packMessage(message)) }
  return { id: packPostgresId(id), usage: encodeSome(usage), ...packed }
}

async function compactNow(run: RunStatement, compaction: Compaction, made: readonly Made[]): Promise<Session> {
  const parent = await lockSession(run, compaction.session)
  const there = await findSessionInPostgres(run, compaction.continuation)
  if (there !== undefined) return written(there, parent)
  if (parent.ended_at !== null) throw conflictInPostgres(parent)
  const { basedOnSeq } = compaction
  if (!Number.isInteger(basedOnSeq) || basedOnSeq < 0 || basedOnSeq > parent.next_seq) {
    throw invalidInPostgres(`a view of the entries before ${basedOnSeq} of a session with ${parent.next_seq}`)
  }
  const numbers = await keptNumbers(run, parent, compaction)
  await endParent(run, parent, compaction)
  const continuation = await openContinuation(run, parent, compaction)
  const madeNumbers = await insertMade(run, continuation, made)
  await listEntries(run, { parent, continuation, compaction, numbers: new Map([...numbers, ...madeNumbers]) })
  await insertVersions(run, continuation, compaction)
  return sessionOfPostgresRow(continuation)
}

function written(there: PostgresSessionRow, parent: PostgresSessionRow): Session {
  if (there.kind === 'continuation' && there.parent === parent.id) return sessionOfPostgresRow(there)
  throw invalidInPostgres(`session "${there.id}" exists already, and does not continue "${parent.id}"`)
}

/** Returns the kept entries by id. A view may show or represent only entries that it was made of. */
async function keptNumbers(run: RunStatement, parent: PostgresSessionRow, { view, basedOnSeq }: Compaction) {
  const rows = await run<{ id: Buffer; no: string }>(
    `SELECT m.id, m.no FROM ${messagesOfSpans} WHERE p.session = $1 AND p.seq < $2 AND ${seqInSpan} < $2`,
    [parent.no, basedOnSeq],
  )
  const numbers = new Map(rows.map(({ id, no }) => [unpackPostgresId(id), Number(no)]))
  const named = view.flatMap((item) => (item.kind === 'kept' ? [item.id] : item.standsFor))
  const strange = named.find((id) => !numbers.has(id))
  if (strange !== undefined)
    throw invalidInPostgres(`entry "${strange}" is not in session "${parent.id}" before ${basedOnSeq}`)
  return numbers
}

async function endParent(
  run: RunStatement,
  parent: PostgresSessionRow,
  { continuation, view, basedOnSeq, at }: Compaction,
) {
  await run(`UPDATE @sessions SET ended_at = $2, end_reason = 'compression' WHERE no = $1`, [parent.no, at])
  await run(
    `UPDATE @conversations SET tip = $2, tip_seq = $3, archived_at = NULL, updated_at = greatest(updated_at, $4)
      WHERE id = $1`,
    [packPostgresId(parent.conversation), packPostgresId(continuation), view.length + parent.next_seq - basedOnSeq, at],
  )
}

function openContinuation(
  run: RunStatement,
  parent: PostgresSessionRow,
  compaction: Compaction,
): Promise<PostgresSessionRow> {
  const { continuation, view, basedOnSeq, at } = compaction
  const { conversation, model, system } = sessionOfPostgresRow(parent)
  const bornWith = view.length + parent.next_seq - basedOnSeq
  return writeSessionInPostgres(
    run,
    defined({
      id: continuation,
      conversation,
      kind: 'continuation',
      parent: sessionId(parent.id),
      startedAt: at,
      model,
      system: compaction.system ?? system,
      bornWith,
      nextSeq: bornWith,
      usage: madeUsage(view),
    }),
  )
}

async function insertMade(run: RunStatement, continuation: PostgresSessionRow, made: readonly Made[]) {
  const rows = await run<{ id: Buffer; no: string }>(
    `INSERT INTO @messages (id, origin, at, body, hash, stands_for, usage)
      SELECT m.id, $1, $2, m.body, m.hash, m.stands_for, m.usage
      FROM unnest($3::bytea[], $4::bytea[], $5::bytea[], $6::bytea[], $7::text[]) AS m (id, body, hash, stands_for, usage)
      RETURNING id, no`,
    [
      continuation.no,
      continuation.started_at,
      byteaArray(made.map(({ id }) => id)),
      byteaArray(made.map(({ body }) => body)),
      byteaArray(made.map(({ hash }) => hash)),
      byteaArray(made.map(({ standsFor }) => standsFor)),
      made.map(({ usage }) => usage),
    ],
  )
  return new Map(rows.map(({ id, no }) => [unpackPostgresId(id), Number(no)]))
}

interface Listing {
  readonly parent: PostgresSessionRow
  readonly continuation: PostgresSessionRow
  readonly compaction: Compaction
  readonly numbers: ReadonlyMap<string, number>
}

/** Lists the view first, then everything said since it was made. */
async function listEntries(run: RunStatement, { parent, continuation, compaction, numbers }: Listing): Promise<void> {
  const { view, basedOnSeq } = compaction
  const shown = spansOf(view.flatMap(({ id }) => numbers.get(id) ?? []))
  const since = moveSpans(await readList(run, parent.no), basedOnSeq, view.length)
  await writeList(run, continuation.no, joinSpans([...shown, ...since]))
}

async function insertVersions(
  run: RunStatement,
  continuation: PostgresSessionRow,
  { receipt, ledger, at }: Compaction,
): Promise<void> {
  for (const [kind, value] of Object.entries({ receipt, ledger })) {
    if (value === undefined) continue
    await run('INSERT INTO @versions (conversation, kind, session, at, value) VALUES ($1, $2, $3, $4, $5)', [
      packPostgresId(continuation.conversation),
      kind,
      packPostgresId(continuation.id),
      at,
      encode(value),
    ])
  }
}
