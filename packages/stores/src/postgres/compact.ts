import type { Compaction, Session, ViewItem } from '@palimpsest/core'
import type { Database, Run } from './database.ts'
import { isDuplicate } from './failure-of.ts'
import { findSession, lockSession, needSession } from './find.ts'
import { checkIds, conflict, invalid } from './refuse.ts'
import { encode, encodeSome, type SessionRow, sessionOf } from './rows.ts'
import { writeMessage } from './written-message.ts'

/** Ends a session and opens its continuation. */
export async function compact(database: Database, compaction: Compaction): Promise<Session> {
  checkIds([compaction.continuation])
  checkIds(compaction.view.map(({ id }) => id))
  try {
    return await database.transaction((run) => compactNow(run, compaction))
  } catch (error) {
    if (isDuplicate(error)) throw invalid('an id of the continuation or of its view exists already')
    throw error
  }
}

async function compactNow(run: Run, compaction: Compaction): Promise<Session> {
  const parent = await lockSession(run, compaction.session)
  const there = await findSession(run, compaction.continuation)
  if (there !== undefined) return written(there, parent)
  if (parent.ended_at !== null) throw conflict(parent)
  const { basedOnSeq } = compaction
  if (!Number.isInteger(basedOnSeq) || basedOnSeq < 0 || basedOnSeq > parent.next_seq) {
    throw invalid(`a view of the entries before ${basedOnSeq} of a session with ${parent.next_seq}`)
  }
  const numbers = await numbersOf(run, parent, compaction)
  await endParent(run, parent, compaction)
  const continuation = await openContinuation(run, parent, compaction)
  const made = await insertMade(run, parent, compaction)
  await listEntries(run, { parent, continuation, compaction, numbers: new Map([...numbers, ...made]) })
  await insertVersions(run, continuation, compaction)
  return sessionOf(continuation)
}

function written(there: SessionRow, parent: SessionRow): Session {
  if (there.kind === 'continuation' && there.parent === parent.id) return sessionOf(there)
  throw invalid(`session "${there.id}" exists already, and does not continue "${parent.id}"`)
}

/** The kept entries by id. Nothing may be shown or stood for that the view was not made of. */
async function numbersOf(run: Run, parent: SessionRow, { view, basedOnSeq }: Compaction) {
  const rows = await run<{ id: string; no: string }>(
    'SELECT m.id, m.no FROM @entries e JOIN @messages m ON m.no = e.message WHERE e.session = $1 AND e.seq < $2',
    [parent.no, basedOnSeq],
  )
  const numbers = new Map(rows.map(({ id, no }) => [id, no]))
  const named = view.flatMap((item) => (item.kind === 'kept' ? [item.id] : item.standsFor))
  const strange = named.find((id) => !numbers.has(id))
  if (strange !== undefined) throw invalid(`entry "${strange}" is not in session "${parent.id}" before ${basedOnSeq}`)
  return numbers
}

async function endParent(run: Run, parent: SessionRow, { continuation, view, basedOnSeq, at }: Compaction) {
  await run(`UPDATE @sessions SET ended_at = $2, end_reason = 'compression' WHERE no = $1`, [parent.no, at])
  await run(
    `UPDATE @conversations SET tip = $2, tip_seq = $3, archived_at = NULL, updated_at = greatest(updated_at, $4)
      WHERE id = $1`,
    [parent.conversation, continuation, view.length + parent.next_seq - basedOnSeq, at],
  )
}

async function openContinuation(run: Run, parent: SessionRow, compaction: Compaction): Promise<SessionRow> {
  const { continuation, view, basedOnSeq, at, system } = compaction
  await run(
    `INSERT INTO @sessions
      (id, conversation, kind, parent, started_at, model, system, born_with, next_seq)
      VALUES ($1, $2, 'continuation', $3, $4, $5, $6, $7, $7)`,
    [
      continuation,
      parent.conversation,
      parent.id,
      at,
      parent.model,
      encodeSome(system) ?? parent.system,
      view.length + parent.next_seq - basedOnSeq,
    ],
  )
  return needSession(run, continuation)
}

async function insertMade(run: Run, parent: SessionRow, { continuation, view, at }: Compaction) {
  const items = view.filter((item): item is ViewItem & { readonly kind: 'made' } => item.kind === 'made')
  const messages = items.map(({ message }) => writeMessage(message))
  const rows = await run<{ id: string; no: string }>(
    `INSERT INTO @messages (id, conversation, session, at, json, hash, stands_for)
      SELECT m.id, $1, $2, $3, m.json, m.hash, m.stands_for
      FROM unnest($4::text[], $5::text[], $6::text[], $7::text[]) AS m (id, json, hash, stands_for)
      RETURNING id, no`,
    [
      parent.conversation,
      continuation,
      at,
      items.map(({ id }) => id),
      messages.map(({ json }) => json),
      messages.map(({ hash }) => hash),
      items.map(({ standsFor }) => encode(standsFor)),
    ],
  )
  return new Map(rows.map(({ id, no }) => [id, no]))
}

interface Listing {
  readonly parent: SessionRow
  readonly continuation: SessionRow
  readonly compaction: Compaction
  readonly numbers: ReadonlyMap<string, string>
}

/** First the view, then whatever was said since it was made. */
async function listEntries(run: Run, { parent, continuation, compaction, numbers }: Listing): Promise<void> {
  await run('INSERT INTO @entries SELECT $1, i - 1, no FROM unnest($2::bigint[]) WITH ORDINALITY AS m (no, i)', [
    continuation.no,
    compaction.view.map(({ id }) => numbers.get(id)),
  ])
  await run('INSERT INTO @entries SELECT $1, seq + $4, message FROM @entries WHERE session = $2 AND seq >= $3', [
    continuation.no,
    parent.no,
    compaction.basedOnSeq,
    compaction.view.length - compaction.basedOnSeq,
  ])
}

async function insertVersions(run: Run, continuation: SessionRow, { receipt, ledger, at }: Compaction): Promise<void> {
  for (const [kind, value] of Object.entries({ receipt, ledger })) {
    if (value === undefined) continue
    await run('INSERT INTO @versions (conversation, kind, session, at, value) VALUES ($1, $2, $3, $4, $5)', [
      continuation.conversation,
      kind,
      continuation.id,
      at,
      encode(value),
    ])
  }
}
