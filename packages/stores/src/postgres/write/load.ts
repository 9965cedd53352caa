import { type Conversation, type Dump, equalJson, type Json, readDump } from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { isDuplicate } from '../connection/failure-of.ts'
import { invalidInPostgres } from '../connection/refuse.ts'
import { dumpInPostgres } from '../read/dump.ts'
import { findConversationInPostgres } from '../read/read.ts'
import { writeList } from '../schema/lists.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import { encode } from '../schema/rows.ts'
import { spansOf } from '../schema/spans.ts'
import { writeScopeInPostgres } from '../state/state.ts'
import { loadMessages } from './load-messages.ts'
import { writeConversationInPostgres, writeLoans, writeSessionInPostgres } from './write-session.ts'

/** Writes a dumped conversation, or finds that it is here already and equal. */
export async function loadInPostgres(database: Database, source: AsyncIterable<Json>): Promise<Conversation> {
  const lines: Json[] = []
  for await (const line of source) lines.push(line)
  const dump = readDump(lines)
  for (let attempt = 1; ; attempt++) {
    const here = await findConversationInPostgres(database, dump.conversation.id)
    if (here !== undefined) return same(database, here, lines)
    try {
      await database.transaction((run) => write(run, dump))
      return dump.conversation
    } catch (error) {
      if (!isDuplicate(error)) throw error
      // Someone may have written it between our look and our write: now it is there to be looked at.
      if (attempt === 2) throw invalidInPostgres('an id of the dump exists already, elsewhere')
    }
  }
}

async function same(database: Database, here: Conversation, lines: readonly Json[]): Promise<Conversation> {
  let i = 0
  for await (const line of dumpInPostgres(database, here.id)) {
    if (!equalJson(line, lines[i++])) throw invalidInPostgres(`conversation "${here.id}" is here already, and differs`)
  }
  if (i !== lines.length) throw invalidInPostgres(`conversation "${here.id}" is here already, and differs`)
  return here
}

async function write(run: RunStatement, dump: Dump): Promise<void> {
  const { conversation, sessions, messages, lists } = dump
  const tip = sessions.find(({ id }) => id === conversation.tip)
  await writeConversationInPostgres(run, conversation, tip?.endedAt === undefined ? tip?.nextSeq : undefined)
  const numbers = await loadMessages(run, dump)
  for (const session of sessions) {
    const { no } = await writeSessionInPostgres(run, session)
    const list = lists.get(session.id) ?? []
    await writeList(run, no, spansOf(list.flatMap((id) => numbers.get(id) ?? [])))
  }
  await writeLoans(
    run,
    conversation.id,
    messages.map((message) => message.conversation),
  )
  await writeVersions(run, dump)
  await writeScopeInPostgres(run, conversation.id, dump.states)
}

async function writeVersions(run: RunStatement, { conversation, receipts, ledgers }: Dump): Promise<void> {
  const all = [
    ...receipts.map((one) => ({ kind: 'receipt', ...one })),
    ...ledgers.map((one) => ({ kind: 'ledger', ...one })),
  ]
  for (const { kind, session, at, value } of all) {
    await run('INSERT INTO @versions (conversation, kind, session, at, value) VALUES ($1, $2, $3, $4, $5)', [
      packPostgresId(conversation.id),
      kind,
      packPostgresId(session),
      at,
      encode(value),
    ])
  }
}
