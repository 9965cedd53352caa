import { type Conversation, type Dump, equalJson, type Json, readDump } from '@palimpsest/core/store'
import type { Database, Run } from './database.ts'
import { dump as dumpOf } from './dump.ts'
import { isDuplicate } from './failure-of.ts'
import { writeList } from './lists.ts'
import { loadMessages } from './load-messages.ts'
import { packId } from './pack-id.ts'
import { conversation as findConversation } from './read.ts'
import { invalid } from './refuse.ts'
import { encode } from './rows.ts'
import { spansOf } from './spans.ts'
import { writeScope } from './state.ts'
import { writeConversation, writeLoans, writeSession } from './write-session.ts'

/** Writes a dumped conversation, or finds that it is here already and equal. */
export async function load(database: Database, source: AsyncIterable<Json>): Promise<Conversation> {
  const lines: Json[] = []
  for await (const line of source) lines.push(line)
  const dump = readDump(lines)
  for (let attempt = 1; ; attempt++) {
    const here = await findConversation(database, dump.conversation.id)
    if (here !== undefined) return same(database, here, lines)
    try {
      await database.transaction((run) => write(run, dump))
      return dump.conversation
    } catch (error) {
      if (!isDuplicate(error)) throw error
      // Someone may have written it between our look and our write: now it is there to be looked at.
      if (attempt === 2) throw invalid('an id of the dump exists already, elsewhere')
    }
  }
}

async function same(database: Database, here: Conversation, lines: readonly Json[]): Promise<Conversation> {
  let i = 0
  for await (const line of dumpOf(database, here.id)) {
    if (!equalJson(line, lines[i++])) throw invalid(`conversation "${here.id}" is here already, and differs`)
  }
  if (i !== lines.length) throw invalid(`conversation "${here.id}" is here already, and differs`)
  return here
}

async function write(run: Run, dump: Dump): Promise<void> {
  const { conversation, sessions, messages, lists } = dump
  const tip = sessions.find(({ id }) => id === conversation.tip)
  await writeConversation(run, conversation, tip?.endedAt === undefined ? tip?.nextSeq : undefined)
  const numbers = await loadMessages(run, dump)
  for (const session of sessions) {
    const { no } = await writeSession(run, session)
    const list = lists.get(session.id) ?? []
    await writeList(run, no, spansOf(list.flatMap((id) => numbers.get(id) ?? [])))
  }
  await writeLoans(
    run,
    conversation.id,
    messages.map((message) => message.conversation),
  )
  await writeVersions(run, dump)
  await writeScope(run, conversation.id, dump.states)
}

async function writeVersions(run: Run, { conversation, receipts, ledgers }: Dump): Promise<void> {
  const all = [
    ...receipts.map((one) => ({ kind: 'receipt', ...one })),
    ...ledgers.map((one) => ({ kind: 'ledger', ...one })),
  ]
  for (const { kind, session, at, value } of all) {
    await run('INSERT INTO @versions (conversation, kind, session, at, value) VALUES ($1, $2, $3, $4, $5)', [
      packId(conversation.id),
      kind,
      packId(session),
      at,
      encode(value),
    ])
  }
}
