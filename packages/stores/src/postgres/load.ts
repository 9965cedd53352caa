import { type Conversation, equalJson, type Json, type StoredMessage } from '@palimpsest/core'
import type { Database, Run } from './database.ts'
import { dump } from './dump.ts'
import { type Dumped, readDumped } from './dumped.ts'
import { isDuplicate } from './failure-of.ts'
import { conversation as findConversation } from './read.ts'
import { invalid } from './refuse.ts'
import { encode, encodeSome, usageValues } from './rows.ts'
import { scopeKey } from './term-key.ts'
import { termsLiteral, writeMessage } from './written-message.ts'

/** Writes a dumped conversation, or finds that it is here already and equal. */
export async function load(database: Database, source: AsyncIterable<Json>): Promise<Conversation> {
  const lines: Json[] = []
  for await (const line of source) lines.push(line)
  const dumped = readDumped(lines)
  const here = await findConversation(database, dumped.conversation.id)
  if (here !== undefined) return same(database, here, lines)
  try {
    await database.transaction((run) => write(run, dumped))
  } catch (error) {
    if (isDuplicate(error)) throw invalid('an id of the dump exists already, elsewhere')
    throw error
  }
  return dumped.conversation
}

async function same(database: Database, here: Conversation, lines: readonly Json[]): Promise<Conversation> {
  let i = 0
  for await (const line of dump(database, here.id)) {
    if (!equalJson(line, lines[i++])) throw invalid(`conversation "${here.id}" is here already, and differs`)
  }
  if (i !== lines.length) throw invalid(`conversation "${here.id}" is here already, and differs`)
  return here
}

async function write(run: Run, dumped: Dumped): Promise<void> {
  await insertConversation(run, dumped)
  for (const session of dumped.sessions) await insertSession(run, session)
  await insertMessages(run, dumped)
  await insertLists(run, dumped)
  for (const { kind, session, at, value } of dumped.versions) {
    await run('INSERT INTO @versions (conversation, kind, session, at, value) VALUES ($1, $2, $3, $4, $5)', [
      dumped.conversation.id,
      kind,
      session,
      at,
      encode(value),
    ])
  }
}

async function insertConversation(run: Run, { conversation, sessions }: Dumped): Promise<void> {
  const tip = sessions.find(({ id }) => id === conversation.tip)
  await run(
    `INSERT INTO @conversations
      (id, scope, title, channel, created_at, updated_at, archived_at, tip, tip_seq, messages)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      conversation.id,
      scopeKey(conversation.id),
      encodeSome(conversation.title),
      encodeSome(conversation.channel),
      conversation.createdAt,
      conversation.updatedAt,
      conversation.archivedAt ?? null,
      conversation.tip,
      tip?.endedAt === undefined ? tip?.nextSeq : null,
      conversation.messages,
    ],
  )
}

async function insertSession(run: Run, session: Dumped['sessions'][number]): Promise<void> {
  await run(
    `INSERT INTO @sessions (id, conversation, kind, parent, started_at, ended_at, end_reason, model, system,
      born_with, next_seq, usage_input, usage_output, usage_cache_read, usage_cache_write, usage_reasoning)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
    [
      session.id,
      session.conversation,
      session.kind,
      session.parent ?? null,
      session.startedAt,
      session.endedAt ?? null,
      session.endReason ?? null,
      encodeSome(session.model),
      encodeSome(session.system),
      session.bornWith,
      session.nextSeq,
      ...usageValues(session.usage),
    ],
  )
}

/** Kept small: parameters of one statement are held in memory whole. */
const batchRows = 100

async function insertMessages(run: Run, { conversation, messages }: Dumped): Promise<void> {
  for (let from = 0; from < messages.length; from += batchRows) {
    const batch = messages.slice(from, from + batchRows)
    const there = await refuseOthers(run, batch)
    const isNew = ({ id }: StoredMessage) => !there.has(id)
    await insertBatch(run, conversation.id, batch.filter(isNew))
    for (const stored of batch) if (!isNew(stored)) await adopt(run, conversation.id, stored)
  }
}

/** A message that the load of a branch had brought before can be found from now on. */
async function adopt(run: Run, conversation: string, { id, index, message, ...stored }: StoredMessage): Promise<void> {
  if (index === undefined || stored.conversation !== conversation) return
  await run('UPDATE @messages SET terms = $2::integer[] || $3::integer WHERE id = $1', [
    id,
    termsLiteral(message),
    scopeKey(conversation),
  ])
}

/** Messages that are here already are shared, provided that they are the same. */
async function refuseOthers(run: Run, batch: readonly StoredMessage[]): Promise<ReadonlySet<string>> {
  const rows = await run<{ id: string; hash: string; conversation: string; session: string; place: number | null }>(
    'SELECT id, hash, conversation, session, place FROM @messages WHERE id = ANY ($1)',
    [batch.map(({ id }) => id)],
  )
  const there = new Map(rows.map((row) => [row.id, row]))
  for (const stored of batch) {
    const row = there.get(stored.id)
    if (row === undefined) continue
    const isSame =
      row.hash === writeMessage(stored.message).hash &&
      row.conversation === stored.conversation &&
      row.session === stored.session &&
      row.place === (stored.index ?? null)
    if (!isSame) throw invalid(`message "${stored.id}" is here already, and differs`)
  }
  return new Set(there.keys())
}

async function insertBatch(run: Run, conversation: string, batch: readonly StoredMessage[]): Promise<void> {
  const written = batch.map(({ message }) => writeMessage(message))
  const isFound = (stored: StoredMessage) => stored.conversation === conversation && stored.index !== undefined
  await run(
    `INSERT INTO @messages (id, conversation, session, place, at, json, hash, usage, stands_for, terms)
      SELECT id, conversation, session, place, at, json, hash, usage, stands_for,
        CASE WHEN terms IS NOT NULL THEN terms::integer[] || $11::integer END
      FROM unnest($1::text[], $2::text[], $3::text[], $4::integer[], $5::float8[], $6::text[], $7::text[], $8::text[],
        $9::text[], $10::text[])
        AS m (id, conversation, session, place, at, json, hash, usage, stands_for, terms)`,
    [
      batch.map(({ id }) => id),
      batch.map((stored) => stored.conversation),
      batch.map(({ session }) => session),
      batch.map(({ index }) => index ?? null),
      batch.map(({ at }) => at),
      written.map(({ json }) => json),
      written.map(({ hash }) => hash),
      batch.map(({ usage }) => encodeSome(usage)),
      batch.map(({ standsFor }) => encodeSome(standsFor)),
      batch.map((stored) => (isFound(stored) ? termsLiteral(stored.message) : null)),
      scopeKey(conversation),
    ],
  )
}

async function insertLists(run: Run, { sessions, lists }: Dumped): Promise<void> {
  for (const { id } of sessions) {
    await run(
      `INSERT INTO @entries (session, seq, message)
        SELECT (SELECT no FROM @sessions WHERE id = $1), list.i - 1, m.no
        FROM unnest($2::text[]) WITH ORDINALITY AS list (id, i) JOIN @messages m ON m.id = list.id`,
      [id, lists.get(id) ?? []],
    )
  }
}
