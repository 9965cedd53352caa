import { addUsage, equalJson, type Json, type Problem, type Usage } from '@palimpsest/core'
import type { Database, Run } from './database.ts'
import { type MessageRow, messageOf, type SessionRow, usageOf, usageValues } from './rows.ts'
import { scopeKey } from './term-key.ts'
import { termKeys } from './written-message.ts'

interface OriginalRow extends MessageRow {
  readonly terms: readonly number[] | null
}

/** Enough to be quick, few enough to let others run in between. */
const pageRows = 25

/** Checks what is derived from messages: search terms and the usage of sessions. */
export async function verifyMessages(run: Run): Promise<readonly Problem[]> {
  const problems: Problem[] = []
  const told = new Map<string, Usage>()
  for await (const row of originals(run)) {
    addTo(told, row)
    if (isIndexed(row)) continue
    const detail = 'the message cannot be found by all of its words'
    problems.push({ code: 'search-incomplete', where: row.id, detail, derived: true })
  }
  for (const row of await run<SessionRow>('SELECT * FROM @sessions')) {
    if (equalJson(usageOf(row) as Json, (told.get(row.id) ?? {}) as Json)) continue
    const detail = 'the usage of the session is not the sum of its messages'
    problems.push({ code: 'usage-mismatch', where: row.id, detail, derived: true })
  }
  return problems
}

/** Rebuilds search terms, usage, counts and where tips end. */
export async function rebuild(database: Database): Promise<void> {
  for await (const row of originals(database.run)) {
    if (isIndexed(row)) continue
    await database.run('UPDATE @messages SET terms = $2 WHERE no = $1', [row.no, [...keysOf(row)]])
  }
  const conversations = await database.run<{ id: string }>('SELECT id FROM @conversations ORDER BY no')
  for (const { id } of conversations) await database.transaction((run) => rebuildConversation(run, id))
}

/** Under its lock: the sums grow while we look. One that was removed meanwhile needs nothing. */
async function rebuildConversation(run: Run, id: string): Promise<void> {
  const locked = await run('SELECT no FROM @conversations WHERE id = $1 FOR UPDATE', [id])
  if (locked.length === 0) return
  await rebuildUsage(run, id)
  await run(
    `UPDATE @conversations c SET tip_seq = CASE WHEN s.ended_at IS NULL THEN s.next_seq END,
        messages = (SELECT count(*) FROM @messages m WHERE m.conversation = c.id AND m.place IS NOT NULL)
      FROM @sessions s WHERE s.id = c.tip AND c.id = $1`,
    [id],
  )
}

async function rebuildUsage(run: Run, conversation: string): Promise<void> {
  const rows = await run<MessageRow>(
    'SELECT session, usage FROM @messages WHERE conversation = $1 AND usage IS NOT NULL ORDER BY no',
    [conversation],
  )
  const told = new Map<string, Usage>()
  for (const row of rows) addTo(told, row)
  const sessions = await run<SessionRow>('SELECT * FROM @sessions WHERE conversation = $1', [conversation])
  for (const session of sessions) {
    await run(
      `UPDATE @sessions SET usage_input = $2, usage_output = $3, usage_cache_read = $4, usage_cache_write = $5,
        usage_reasoning = $6 WHERE no = $1`,
      [session.no, ...usageValues(told.get(session.id) ?? {})],
    )
  }
}

/** Those whose conversation is here; others were brought by the dump of a branch and are not searched. */
async function* originals(run: Run): AsyncIterable<OriginalRow> {
  for (let last = '0'; ; ) {
    const rows: readonly OriginalRow[] = await run<OriginalRow>(
      `SELECT m.* FROM @messages m JOIN @conversations c ON c.id = m.conversation
        WHERE m.place IS NOT NULL AND m.no > $1 ORDER BY m.no LIMIT ${pageRows}`,
      [last],
    )
    yield* rows
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.no
  }
}

function addTo(told: Map<string, Usage>, { session, usage }: MessageRow): void {
  if (usage !== null) told.set(session, addUsage(told.get(session) ?? {}, JSON.parse(usage) as Usage))
}

function isIndexed(row: OriginalRow): boolean {
  const keys = keysOf(row)
  const there = new Set(row.terms ?? [])
  return there.size === keys.size && [...keys].every((key) => there.has(key))
}

function keysOf(row: OriginalRow): ReadonlySet<number> {
  return new Set([...termKeys(messageOf(row.json)), scopeKey(row.conversation)])
}
