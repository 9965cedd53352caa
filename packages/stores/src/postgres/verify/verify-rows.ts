import { parseJson, type StoreProblem } from '@palimpsest/core/store'
import type { RunStatement } from '../connection/database.ts'
import { unpackPostgresId } from '../schema/pack-id.ts'

/** Columns that hold JSON, and the one by which a row is named. */
interface Table {
  readonly name: string
  readonly order: string
  readonly id: string
  readonly columns: readonly string[]
}

const tables: readonly Table[] = [
  { name: 'conversations', order: 'no', id: 'id', columns: ['title', 'channel'] },
  { name: 'sessions', order: 'no', id: 'id', columns: ['model', 'system'] },
  { name: 'versions', order: 'no', id: 'session', columns: ['value'] },
  { name: 'state', order: 'scope, key', id: 'scope', columns: ['scope', 'key', 'value'] },
  { name: 'leases', order: 'name', id: 'name', columns: ['name', 'holder'] },
  { name: 'lanes', order: 'conversation', id: 'conversation', columns: ['holder'] },
  { name: 'arrivals', order: 'no', id: 'conversation', columns: ['source', 'body'] },
  {
    name: 'pieces',
    order: 'no',
    id: 'conversation',
    columns: ['key', 'channel', 'thread', 'body', 'sent_as', 'reason', 'holder'],
  },
  { name: 'events', order: 'conversation, id', id: 'conversation', columns: ['event'] },
]

/** Rows held in memory at a time. */
const pageRows = 500

/** Checks that every text of a row can be read back. */
export async function verifyRowsInPostgres(run: RunStatement): Promise<readonly StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (const table of tables) for await (const problem of faultyRows(run, table)) problems.push(problem)
  return problems
}

type Row = Readonly<Record<string, Buffer | string | null>>

async function* faultyRows(run: RunStatement, { name, order, id, columns }: Table): AsyncIterable<StoreProblem> {
  const sql = `SELECT ${[...new Set([id, ...columns])].join(', ')} FROM @${name} ORDER BY ${order} LIMIT ${pageRows}`
  for (let from = 0; ; from += pageRows) {
    const rows: readonly Row[] = await run<Row>(`${sql} OFFSET $1`, [from])
    for (const row of rows) {
      for (const column of columns.filter((column) => !isReadable(row[column]))) {
        const where = row[id] instanceof Buffer ? unpackPostgresId(row[id]) : `${name} ${row[id]}`
        yield { code: 'row-damaged', where, detail: `its ${column} (table ${name}) is not JSON`, derived: false }
      }
    }
    if (rows.length < pageRows) return
  }
}

function isReadable(value: Buffer | string | null | undefined): boolean {
  return typeof value !== 'string' || parseJson(value) !== undefined
}
