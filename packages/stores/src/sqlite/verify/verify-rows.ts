import { isObject, parseJson, type StoreProblem } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import type { SqlRow, SqlValue } from '../connection/driver.ts'
import { unpackSqliteId } from '../schema/pack-id.ts'
import { hashText } from '../schema/pack-message.ts'
import { unlessDamaged } from './unless-damaged.ts'

/** Returns what is wrong with a value, or nothing if it can be read. */
type Fault = (value: SqlValue | undefined) => string | undefined

interface Table {
  readonly name: string
  readonly order: string
  readonly columns: Readonly<Record<string, Fault>>
  /** Faults of these can be rebuilt. */
  readonly derived?: readonly string[]
  where(row: SqlRow): string
}

/** Checks that every row can be read back: numbers are numbers, JSON is JSON. Messages are checked elsewhere. */
export function verifyRowsInSqlite(db: Connection): readonly StoreProblem[] {
  return [
    ...tables.flatMap((table) => unlessDamaged(db, `table ${table.name}`, () => [...faultyRows(db, table)])),
    ...unlessDamaged(db, 'system prompts', () => verifyPrompts(db)),
  ]
}

const count: Fault = (value) =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? undefined : 'is not a count'
const id: Fault = (value) =>
  typeof value === 'string' || (value instanceof Uint8Array && value.length === 16) ? undefined : 'is not an id'
const whole: Fault = (value) => (typeof value === 'number' ? undefined : 'is not a number')
const json: Fault = (value) => (typeof value === 'string' && parseJson(value) !== undefined ? undefined : 'is not JSON')
const object: Fault = (value) =>
  typeof value === 'string' && isObject(parseJson(value) ?? null) ? undefined : 'is not a JSON object'
const text: Fault = (value) =>
  typeof value === 'string' && typeof parseJson(value) === 'string' ? undefined : 'is not a text as it was written'
const counts: Fault = (value) => {
  const usage = typeof value === 'string' ? parseJson(value) : undefined
  if (usage === undefined) return 'is not JSON'
  return isObject(usage) && Object.values(usage).every((count) => typeof count === 'number')
    ? undefined
    : 'does not hold counts of tokens'
}
const optional =
  (fault: Fault): Fault =>
  (value) =>
    value === null ? undefined : fault(value)

const tables: readonly Table[] = [
  {
    name: 'conversation',
    order: 'key',
    columns: {
      id,
      title: optional(text),
      channel: optional(text),
      created_at: whole,
      updated_at: whole,
      tip: optional(whole),
      indexed: count,
      waiting: count,
      archived_at: optional(whole),
    },
    where: (row) => unpackSqliteId(row.id),
  },
  {
    name: 'session',
    order: 'key',
    columns: {
      id,
      conversation: whole,
      parent: optional(whole),
      started_at: whole,
      ended_at: optional(whole),
      model: optional(text),
      prompt: optional(whole),
      born_with: count,
      next_seq: count,
      originals: count,
      said_at: optional(whole),
      usage: counts,
    },
    derived: ['usage'],
    where: (row) => unpackSqliteId(row.id),
  },
  { name: 'prompt', order: 'key', columns: { text }, where: (row) => `prompt ${row.key}` },
  {
    name: 'run',
    order: 'session, seq',
    columns: { session: whole, seq: count, first: count, count },
    where: (row) => `run ${row.session} ${row.seq}`,
  },
  {
    name: 'state',
    order: 'scope, key',
    columns: { scope: text, key: text, value: json },
    where: (row) => `state ${row.scope} ${row.key}`,
  },
  {
    name: 'lease',
    order: 'name',
    columns: { name: text, holder: text, until: whole },
    where: (row) => `lease ${row.name}`,
  },
  {
    name: 'lane',
    order: 'conversation',
    columns: {
      conversation: id,
      arrived: count,
      handled: count,
      oldest: optional(count),
      holder: optional(text),
      until: optional(whole),
      epoch: count,
    },
    derived: ['arrived', 'handled', 'oldest'],
    where: (row) => unpackSqliteId(row.conversation),
  },
  {
    name: 'arrival',
    order: 'no',
    columns: {
      conversation: id,
      source: text,
      entry: id,
      body: optional(object),
      at: whole,
      tries: count,
      done_at: optional(whole),
    },
    where: (row) => `arrival ${row.no}`,
  },
  {
    name: 'piece',
    order: 'no',
    columns: {
      key: text,
      conversation: id,
      channel: text,
      thread: text,
      body: optional(object),
      at: whole,
      tries: count,
      unsure: count,
      sent_as: optional(text),
      reason: optional(text),
      due_at: whole,
      holder: optional(text),
      until: optional(whole),
      done_at: optional(whole),
    },
    where: (row) => `piece ${row.no}`,
  },
  {
    name: 'event',
    order: 'conversation, id',
    columns: { conversation: id, id: count, at: whole, event: json },
    where: (row) => `event ${row.id} of ${unpackSqliteId(row.conversation)}`,
  },
]

function* faultyRows(db: Connection, { name, columns, derived = [], where, order }: Table): Generator<StoreProblem> {
  for (const row of eachRow(db, name, order)) {
    for (const [column, fault] of Object.entries(columns)) {
      const found = fault(row[column])
      if (found === undefined) continue
      const detail = `Its ${column} (table ${name}${order === 'key' ? `, row ${row.key}` : ''}) ${found}.`
      yield { code: 'row-damaged', where: where(row), detail, derived: derived.includes(column) }
    }
  }
}

/** Rows held in memory at a time. */
const pageRows = 500

/** All rows of a table. A number that is too large to be read comes as text, instead of ending the look at all others. */
export function* eachRow(db: Connection, table: string, order: string): Generator<SqlRow> {
  const columns = db.all(`SELECT name FROM pragma_table_info('${table}')`).map(({ name }) => readable(`"${name}"`))
  const sql = `SELECT ${columns.join(', ')} FROM ${table} ORDER BY ${order} LIMIT ${pageRows} OFFSET ?`
  for (let from = 0; ; from += pageRows) {
    const rows = db.all(sql, from)
    yield* rows
    if (rows.length < pageRows) return
  }
}

/** A column whose numbers are within what JavaScript counts exactly, or else text: SQL. */
export function readable(column: string, name = column): string {
  const most = Number.MAX_SAFE_INTEGER
  const isLarge = `typeof(${column}) = 'integer' AND ${column} NOT BETWEEN -${most} AND ${most}`
  return `CASE WHEN ${isLarge} THEN CAST(${column} AS TEXT) ELSE ${column} END AS ${name}`
}

function verifyPrompts(db: Connection): readonly StoreProblem[] {
  const problems: StoreProblem[] = []
  for (const row of eachRow(db, 'prompt', 'key')) {
    if (hashText(String(row.text)) === row.hash) continue
    const user = db.get('SELECT id FROM session WHERE prompt = CAST(? AS INTEGER) LIMIT 1', String(row.key))
    const detail = `The system prompt (table prompt, row ${row.key}) is not what was written.`
    const where = user === undefined ? `prompt ${row.key}` : unpackSqliteId(user.id)
    problems.push({ code: 'hash-mismatch', where, detail, derived: false })
  }
  return problems
}
