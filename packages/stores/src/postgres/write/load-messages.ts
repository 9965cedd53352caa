import { type Dump, type EntryId, entryId, equalJson, type Json, type StoredMessage } from '@palimpsest/core/store'
import type { RunStatement } from '../connection/database.ts'
import { invalidInPostgres } from '../connection/refuse.ts'
import { byteaArray } from '../connection/wire-array.ts'
import { readList, writeList } from '../schema/lists.ts'
import { packPostgresId, unpackPostgresId } from '../schema/pack-id.ts'
import { packMessage, packPostgresText } from '../schema/pack-message.ts'
import {
  encode,
  encodeSome,
  messageOfPostgresRow,
  messagesWithOrigin,
  messageWithOriginColumns,
  type PostgresMessageRow,
} from '../schema/rows.ts'
import { numbersOf, spansOf } from '../schema/spans.ts'
import { lockGuests } from './remove.ts'
import { originOf } from './write-session.ts'

/** Kept small: parameters of one statement are held in memory whole. */
const batchRows = 100

/** Writes the messages of a dump, in its order, and returns the number of each. */
export async function loadMessages(run: RunStatement, dump: Dump): Promise<ReadonlyMap<EntryId, number>> {
  const { messages, conversation } = dump
  await holdOthers(run, dump)
  const numbers = new Map<EntryId, number>()
  const origins = await originsOf(run, messages)
  const moved = new Map<number, EntryId>()
  for (let from = 0; from < messages.length; from += batchRows) {
    const batch = messages.slice(from, from + batchRows)
    const there = await sameMessages(run, batch)
    for (const { id, conversation: owner } of batch) {
      const no = there.get(id)
      if (no !== undefined && owner !== conversation.id) numbers.set(id, no)
      if (no !== undefined && owner === conversation.id) moved.set(no, id)
    }
    await run('DELETE FROM @messages WHERE no = ANY ($1::bigint[])', [[...moved.keys()]])
    const missing = batch.filter(({ id }) => !numbers.has(id))
    for (const [id, no] of await insertBatch(run, missing, origins)) numbers.set(id, no)
  }
  if (moved.size > 0) await moveGuests(run, conversation.id, { moved, numbers })
  return numbers
}

/** Messages of others that are here, or that others brought, must not be taken away before they are listed. */
async function holdOthers(run: RunStatement, { conversation, messages }: Dump): Promise<void> {
  const owners = [...new Set(messages.map((message) => message.conversation))].filter((id) => id !== conversation.id)
  await run('SELECT no FROM @conversations WHERE id = ANY ($1::bytea[]) ORDER BY no FOR KEY SHARE', [
    byteaArray(owners.map(packPostgresId)),
  ])
  const borrowers = await run('SELECT 1 FROM @loans WHERE lender = $1 LIMIT 1', [packPostgresId(conversation.id)])
  if (owners.length > 0 || borrowers.length > 0) await lockGuests(run)
}

async function originsOf(run: RunStatement, messages: readonly StoredMessage[]): Promise<ReadonlyMap<string, number>> {
  const owners = new Map(messages.map(({ session, conversation }) => [session, conversation]))
  const origins = new Map<string, number>()
  for (const [session, conversation] of owners) origins.set(session, await originOf(run, session, conversation))
  return origins
}

/** Messages that are here already are shared, provided that they are the same. */
async function sameMessages(run: RunStatement, batch: readonly StoredMessage[]): Promise<ReadonlyMap<EntryId, number>> {
  const rows = await run<PostgresMessageRow>(
    `SELECT ${messageWithOriginColumns} FROM ${messagesWithOrigin} WHERE m.id = ANY ($1::bytea[])`,
    [byteaArray(batch.map(({ id }) => packPostgresId(id)))],
  )
  const there = new Map(rows.map((row) => [messageOfPostgresRow(row).id, row]))
  for (const stored of batch) {
    const row = there.get(stored.id)
    if (row === undefined || equalJson(asJson(messageOfPostgresRow(row)), asJson(stored))) continue
    throw invalidInPostgres(`message "${stored.id}" is here already, and differs`)
  }
  return new Map([...there].map(([id, { no }]) => [id, Number(no)]))
}

/** Our records are JSON by construction; only their types do not say so. */
function asJson(stored: StoredMessage): Json {
  return stored as unknown as Json
}

async function insertBatch(run: RunStatement, batch: readonly StoredMessage[], origins: ReadonlyMap<string, number>) {
  const packed = await Promise.all(batch.map(({ message }) => packMessage(message)))
  const standsFor = await Promise.all(batch.map(({ standsFor: ids }) => ids && packPostgresText(encode(ids))))
  const rows = await run<{ id: Buffer; no: string }>(
    `INSERT INTO @messages (id, body, hash, stands_for, origin, place, at, usage)
      SELECT * FROM unnest($1::bytea[], $2::bytea[], $3::bytea[], $4::bytea[], $5::integer[], $6::integer[],
        $7::float8[], $8::text[])
      RETURNING id, no`,
    [
      byteaArray(batch.map(({ id }) => packPostgresId(id))),
      byteaArray(packed.map(({ body }) => body)),
      byteaArray(packed.map(({ hash }) => hash)),
      byteaArray(standsFor),
      batch.map(({ session }) => origins.get(session)),
      batch.map(({ index }) => index ?? null),
      batch.map(({ at }) => at),
      batch.map(({ usage }) => encodeSome(usage)),
    ],
  )
  return rows.map(({ id, no }): [EntryId, number] => [entryId(unpackPostgresId(id)), Number(no)])
}

interface Moves {
  /** By their old numbers. */
  readonly moved: ReadonlyMap<number, EntryId>
  readonly numbers: ReadonlyMap<EntryId, number>
}

/** Messages that a branch had brought before their own conversation have new numbers now, in the order of that one. */
async function moveGuests(run: RunStatement, lender: string, { moved, numbers }: Moves): Promise<void> {
  await run(
    `SELECT no FROM @conversations WHERE id IN (SELECT borrower FROM @loans WHERE lender = $1) ORDER BY no FOR UPDATE`,
    [packPostgresId(lender)],
  )
  const sessions = await run<{ no: number }>(
    'SELECT s.no FROM @loans l JOIN @sessions s ON s.conversation = l.borrower WHERE l.lender = $1',
    [packPostgresId(lender)],
  )
  for (const { no } of sessions) {
    const list = numbersOf(await readList(run, no))
    await run('DELETE FROM @spans WHERE session = $1', [no])
    await writeList(run, no, spansOf(list.map((old) => newNumber(old, { moved, numbers }))))
  }
}

function newNumber(old: number, { moved, numbers }: Moves): number {
  const id = moved.get(old)
  return id === undefined ? old : (numbers.get(id) ?? old)
}
