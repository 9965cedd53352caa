import type { Conversation, Session } from '@palimpsest/core/store'
import type { RunStatement } from '../connection/database.ts'
import { invalidInPostgres } from '../connection/refuse.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import {
  encodeSome,
  type PostgresSessionRow,
  packSome,
  type RawSessionRow,
  sessionRowOf,
  usageValues,
} from '../schema/rows.ts'

/** The number of a session in which messages are written, whether it is here or not. */
export async function originOf(run: RunStatement, session: string, conversation: string): Promise<number> {
  const rows = await run<{ no: number; conversation: Buffer }>(
    `INSERT INTO @origins AS o (session, conversation) VALUES ($1, $2)
      ON CONFLICT (session) DO UPDATE SET session = o.session RETURNING no, conversation`,
    [packPostgresId(session), packPostgresId(conversation)],
  )
  const [row] = rows
  if (row === undefined || !row.conversation.equals(packPostgresId(conversation))) {
    throw invalidInPostgres(`session "${session}" is of another conversation`)
  }
  return row.no
}

export async function writeSessionInPostgres(run: RunStatement, session: Session): Promise<PostgresSessionRow> {
  const rows = await run<RawSessionRow>(
    `INSERT INTO @sessions (no, id, conversation, kind, parent, started_at, ended_at, end_reason, model, system,
      born_with, next_seq, usage_input, usage_output, usage_cache_read, usage_cache_write, usage_reasoning)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17) RETURNING *`,
    [
      await originOf(run, session.id, session.conversation),
      packPostgresId(session.id),
      packPostgresId(session.conversation),
      session.kind,
      packSome(session.parent),
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
  const [row] = rows.map(sessionRowOf)
  if (row === undefined) throw new Error('Postgres did not return what it wrote.')
  return row
}

/** `tipSeq`: where the tip may be appended to, nothing once it has ended. */
export async function writeConversationInPostgres(
  run: RunStatement,
  conversation: Omit<Conversation, 'sessions'>,
  tipSeq: number | undefined,
): Promise<void> {
  await run(
    `INSERT INTO @conversations
      (id, title, channel, created_at, updated_at, archived_at, tip, tip_seq, messages)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      packPostgresId(conversation.id),
      encodeSome(conversation.title),
      encodeSome(conversation.channel),
      conversation.createdAt,
      conversation.updatedAt,
      conversation.archivedAt ?? null,
      packPostgresId(conversation.tip),
      tipSeq ?? null,
      conversation.messages,
    ],
  )
}

/** Notes whose messages a conversation shows besides its own, so that they are not taken away. */
export async function writeLoans(run: RunStatement, borrower: string, lenders: Iterable<string>): Promise<void> {
  const others = [...new Set(lenders)].filter((lender) => lender !== borrower)
  for (const lender of others) {
    await run('INSERT INTO @loans (lender, borrower) VALUES ($1, $2)', [
      packPostgresId(lender),
      packPostgresId(borrower),
    ])
  }
}
