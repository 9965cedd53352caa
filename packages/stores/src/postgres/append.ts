import { addUsage, type Instant, type NewEntry, type Session, type SessionId, type Usage } from '@palimpsest/core'
import type { Database, Run } from './database.ts'
import { isDuplicate } from './failure-of.ts'
import { lockSession, needSession } from './find.ts'
import { checkIds, conflict, invalid } from './refuse.ts'
import { encodeSome, type SessionRow, sessionOf, usageValues } from './rows.ts'
import { termsLiteral, writeMessage } from './written-message.ts'

/** What is to be added, and where. */
export interface Append {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly entries: readonly NewEntry[]
  readonly at: Instant
}

/** Adds entries at the end of the tip, in one trip to the server; a second one only finds out why that was refused. */
export async function append(database: Database, wanted: Append): Promise<Session> {
  checkIds(wanted.entries.map(({ id }) => id))
  for (let attempt = 0; attempt < 5; attempt++) {
    const written = await write(database, wanted)
    if (written !== undefined) return sessionOf(written)
    const there = await database.transaction((run) => explain(run, wanted))
    if (there !== undefined) return sessionOf(there)
  }
  throw conflict(await needSession(database.run, wanted.session), wanted.expectedSeq)
}

const sum = (column: string, parameter: string) =>
  `${column} = CASE WHEN ${parameter}::float8 IS NULL THEN s.${column}
    ELSE coalesce(s.${column}, 0) + ${parameter}::float8 END`

/** The lock on the conversation's row makes the comparison with its newest state and the writes one step. */
const appendSql = `WITH tip AS (
  SELECT c.no, c.id, c.scope, c.tip_seq, c.messages FROM @conversations c
  WHERE c.id = (SELECT conversation FROM @sessions WHERE id = $1) AND c.tip = $1 AND c.tip_seq = $2
  FOR UPDATE
), said AS (
  INSERT INTO @messages (id, conversation, session, place, at, json, hash, usage, terms)
  SELECT m.id, tip.id, $1, tip.messages + m.i - 1, $3, m.json, m.hash, m.usage, m.terms::integer[] || tip.scope
  FROM tip, unnest($4::text[], $5::text[], $6::text[], $7::text[], $8::text[])
    WITH ORDINALITY AS m (id, json, hash, usage, terms, i)
  RETURNING no, place
), listed AS (
  INSERT INTO @entries (session, seq, message)
  SELECT (SELECT no FROM @sessions WHERE id = $1), tip.tip_seq + said.place - tip.messages, said.no FROM tip, said
), counted AS (
  UPDATE @conversations c SET messages = c.messages + cardinality($4::text[]), archived_at = NULL,
    tip_seq = c.tip_seq + cardinality($4::text[]), updated_at = greatest(c.updated_at, $3)
  FROM tip WHERE c.no = tip.no
)
UPDATE @sessions s SET next_seq = s.next_seq + cardinality($4::text[]),
  ${sum('usage_input', '$9')}, ${sum('usage_output', '$10')}, ${sum('usage_cache_read', '$11')},
  ${sum('usage_cache_write', '$12')}, ${sum('usage_reasoning', '$13')}
FROM tip WHERE s.id = $1 RETURNING s.*`

async function write(
  database: Database,
  { session, expectedSeq, entries, at }: Append,
): Promise<SessionRow | undefined> {
  if (!isSeq(expectedSeq)) return undefined
  const written = entries.map(({ message }) => writeMessage(message))
  const usage = entries.reduce<Usage>((total, entry) => addUsage(total, entry.usage ?? {}), {})
  try {
    const rows = await database.run<SessionRow>(appendSql, [
      session,
      expectedSeq,
      at,
      entries.map(({ id }) => id),
      written.map(({ json }) => json),
      written.map(({ hash }) => hash),
      entries.map((entry) => encodeSome(entry.usage)),
      entries.map(({ message }) => termsLiteral(message)),
      ...usageValues(usage),
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

/** Returns the session when these very entries are there, and nothing when they may be written by now. */
async function explain(run: Run, { session: id, expectedSeq, entries }: Append): Promise<SessionRow | undefined> {
  const session = await lockSession(run, id)
  const ids = entries.map((entry) => entry.id)
  const there = await run<{ id: string; isHere: boolean }>(
    `SELECT m.id, e.seq IS NOT NULL AS "isHere" FROM @messages m
      LEFT JOIN @entries e ON e.message = m.no AND e.session = $2 AND e.seq = $3 + array_position($1::text[], m.id) - 1
      WHERE m.id = ANY ($1)`,
    [ids, session.no, isSeq(expectedSeq) ? expectedSeq : -1],
  )
  if (ids.length > 0 && there.length === ids.length && there.every(({ isHere }) => isHere)) return session
  if (session.ended_at !== null || session.next_seq !== expectedSeq) throw conflict(session, expectedSeq)
  const taken = there[0]
  if (taken !== undefined) throw invalid(`entry "${taken.id}" exists already, elsewhere`)
  return undefined
}
