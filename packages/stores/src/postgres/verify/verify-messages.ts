import { addUsage, equalJson, type Json, type StoreProblem, type Usage } from '@palimpsest/core/store'
import type { RunStatement } from '../connection/database.ts'
import { unpackPostgresId } from '../schema/pack-id.ts'
import { hashOf, unpackPostgresText } from '../schema/pack-message.ts'
import {
  billedOf,
  messagesWithOrigin,
  messageWithOriginColumns,
  type PostgresMessageRow,
  type RawSessionRow,
  sessionRowOf,
  standsForOf,
  usageOfPostgresRow,
} from '../schema/rows.ts'

/** A message and whether its conversation is here; others were brought by the dump of a branch and are not searched. */
interface CheckedRow extends PostgresMessageRow {
  readonly hash: Buffer
  readonly is_home: boolean
}

/** Enough to be quick, few enough to let others run in between. */
const pageRows = 25

/** Checks each message, and the usage of sessions, which is derived from messages. */
export async function verifyMessagesInPostgres(run: RunStatement): Promise<readonly StoreProblem[]> {
  const problems: StoreProblem[] = []
  const told = new Map<string, Usage>()
  const unknown = new Set<string>()
  const isListed = await listed(run)
  for await (const row of allMessages(run)) {
    if (row.is_home) addToSession(told, row, unknown)
    for (const [code, detail] of faultsOf(row, isListed)) {
      problems.push({ code, where: unpackPostgresId(row.id), detail, derived: false })
    }
  }
  for (const row of (await run<RawSessionRow>('SELECT * FROM @sessions')).map(sessionRowOf)) {
    if (unknown.has(row.id) || equalJson(usageOfPostgresRow(row) as Json, (told.get(row.id) ?? {}) as Json)) continue
    const detail = 'the usage of the session is not the sum of its messages'
    problems.push({ code: 'usage-mismatch', where: row.id, detail, derived: true })
  }
  return problems
}

type Fault = readonly [code: string, detail: string]

function faultsOf(row: CheckedRow, isListed: (no: number) => boolean): readonly Fault[] {
  return [
    ...(isListed(Number(row.no)) ? [] : [['orphan-row', 'no session shows the message'] as const]),
    ...(isReadable(row) ? [] : [['row-damaged', 'what is kept beside the message cannot be read'] as const]),
    ...(isAsWritten(row) ? [] : [['hash-mismatch', 'the message is not what was written'] as const]),
  ]
}

function isReadable(row: CheckedRow): boolean {
  try {
    billedOf(row)
    standsForOf(row)
    return true
  } catch {
    return false
  }
}

function isAsWritten({ body, hash }: CheckedRow): boolean {
  try {
    return hashOf(unpackPostgresText(body)).equals(hash)
  } catch {
    return false
  }
}

/** Returns a test for whether some list holds a message number; numbers must be asked for in ascending order. */
async function listed(run: RunStatement): Promise<(no: number) => boolean> {
  const spans = await run<{ first: number; after: number }>(
    'SELECT DISTINCT first::float8 AS first, (first + count)::float8 AS after FROM @spans ORDER BY 1',
  )
  let next = 0
  let reached = 0
  return (no) => {
    for (let span = spans[next]; span !== undefined && span.first <= no; span = spans[++next]) {
      reached = Math.max(reached, span.after)
    }
    return no < reached
  }
}

/** All messages in the order of their numbers. */
async function* allMessages(run: RunStatement): AsyncIterable<CheckedRow> {
  for (let last = '0'; ; ) {
    const rows: readonly CheckedRow[] = await run<CheckedRow>(
      `SELECT ${messageWithOriginColumns}, m.hash,
          EXISTS (SELECT 1 FROM @conversations c WHERE c.id = o.conversation) AS is_home
        FROM ${messagesWithOrigin} WHERE m.no > $1 ORDER BY m.no LIMIT ${pageRows}`,
      [last],
    )
    yield* rows
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.no
  }
}

/** Adds a message's usage to the sum of its session; if the usage can no longer be read, the sum is unknown. */
export function addToSession(
  told: Map<string, Usage>,
  row: Pick<PostgresMessageRow, 'session' | 'usage'>,
  unknown: Set<string>,
): void {
  if (row.usage === null) return
  const id = unpackPostgresId(row.session)
  try {
    told.set(id, addUsage(told.get(id) ?? {}, billedOf(row) ?? {}))
  } catch {
    unknown.add(id)
  }
}
