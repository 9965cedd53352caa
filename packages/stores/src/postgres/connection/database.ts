import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure, type Lane } from '@palimpsest/core/store'
import { escapeLiteral, type Pool, type PoolClient, type QueryResult, type QueryResultRow } from 'pg'
import { laneLost } from '../../lane-lost.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import { encode } from '../schema/rows.ts'
import { failureOf, worthTries } from './failure-of.ts'

/** Runs one statement. `@name` in it represents the table of that name in the store's schema. */
export type RunStatement = <Row extends QueryResultRow>(
  sql: string,
  values?: readonly unknown[],
  plan?: StatementPlan,
) => Promise<readonly Row[]>

/** Most statements are planned once per connection; where the best plan depends on the values, each time. */
export type StatementPlan = 'once' | 'each-time'

/** A pool as the store uses it. Work is tried again when the server undid it for the sake of another writer. */
export interface Database {
  readonly run: RunStatement
  /** A statement that may wait for others' locks, and is a transaction by itself. */
  readonly write: RunStatement
  /** All of the work happens, or nothing. The work awaits nothing but its own statements. */
  transaction<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result>
  /** As `transaction`, for work that only reads, and sees one moment however long it takes. */
  snapshot<Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result>
  /** The same, but transactions and writes happen only while the lane is held: they begin with a lock on its row. */
  fenced(lane: Lane): Database
  end(): Promise<void>
}

/** Others' locks are held for milliseconds; who waits this long, and again, waits for something that hangs. */
const lockTimeoutMs = 1_500
/** A process that froze inside a transaction must not hold its locks for ever. */
const idleTimeoutMs = 30_000
const begin = `BEGIN; SET LOCAL lock_timeout = ${lockTimeoutMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleTimeoutMs}`
/**
 * Rows of some tables are few and long; the planner takes such a table for a small one, and would unpack all of it where
 * an index finds the rows.
 */
const beginSnapshot = `${begin.replace('BEGIN', 'BEGIN ISOLATION LEVEL REPEATABLE READ, READ ONLY')}; SET LOCAL enable_seqscan = off`

/** The SQL run on each new connection of an own pool; statements outside of transactions rely on it. */
export const onNewConnection = `SET lock_timeout = ${lockTimeoutMs}`

export function createDatabase(pool: Pool, schema: string, endPool: boolean): Database {
  let isClosed = false
  // Idle connections break when the server restarts; the pool replaces them, and calls report what concerns them.
  const ignore = () => undefined
  pool.on('error', ignore)
  const statement = namedStatements(schema)
  const guarded = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (isClosed) throw closed()
    return patiently(work)
  }
  const run: RunStatement = (sql, values, plan) =>
    guarded(async () => {
      const client = await pool.connect()
      return releasing(client, () => rowsOf(client, statement(sql, plan), values))
    })
  const beginning =
    (start: () => TransactionStart): Database['transaction'] =>
    (work) =>
      guarded(async () => {
        const client = await pool.connect()
        const within: RunStatement = (sql, values, plan) => rowsOf(client, statement(sql, plan), values)
        return releasing(client, () => inTransaction(client, start(), () => work(within)))
      })
  const transaction = beginning(() => ({ sql: begin }))
  const database: Database = {
    run,
    // Connections of a pool that was handed in wait for locks as long as it takes, unless a transaction says otherwise.
    write: endPool ? run : (sql, values, plan) => transaction((within) => within(sql, values, plan)),
    transaction,
    snapshot: beginning(() => ({ sql: beginSnapshot })),
    fenced: (lane) => {
      const fenced = beginning(() => ({ sql: `${begin}; ${inSchema(shareLane(lane), schema)}`, lane }))
      return {
        ...database,
        transaction: fenced,
        write: (sql, values, plan) => fenced((within) => within(sql, values, plan)),
      }
    },
    end: async () => {
      if (isClosed) return
      isClosed = true
      if (endPool) await pool.end()
      else pool.off('error', ignore)
    },
  }
  return database
}

/** The statements that begin a transaction; with a lane, the last of them finds its row while it is held. */
interface TransactionStart {
  readonly sql: string
  readonly lane?: Lane
}

/** Spelled out, because statements with parameters cannot go in one trip with others. */
function shareLane({ conversation, holder, epoch }: Lane): string {
  return `SELECT 1 FROM @lanes WHERE conversation = '\\x${packPostgresId(conversation).toString('hex')}'
    AND holder = ${escapeLiteral(encode(holder))} AND epoch = ${escapeLiteral(String(epoch))} FOR SHARE`
}

interface Statement {
  readonly name?: string
  readonly text: string
}

async function rowsOf<Row extends QueryResultRow>(
  client: PoolClient,
  statement: Statement,
  values: readonly unknown[] = [],
) {
  const { rows } = await client.query<Row>({ ...statement, values: [...values] })
  return rows
}

async function inTransaction<Result>(
  client: PoolClient,
  { sql, lane }: TransactionStart,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    const started = await client.query(sql)
    if (lane !== undefined && lastOf(started).rowCount === 0) throw laneLost(lane)
    const result = await work()
    await client.query('COMMIT')
    return result
  } catch (error) {
    // On a lost connection there is nothing left to roll back, and the first error is the one that counts.
    await client.query('ROLLBACK').catch(() => undefined)
    throw error
  }
}

/** Several statements in one query have a list of results, which the driver's types do not say. */
function lastOf(started: QueryResult | readonly QueryResult[]): Pick<QueryResult, 'rowCount'> {
  return 'rowCount' in started ? started : (started.at(-1) ?? { rowCount: 0 })
}

/** Gives the connection back; one that failed in a way we cannot name is thrown away. */
async function releasing<Result>(client: PoolClient, work: () => Promise<Result>): Promise<Result> {
  let isLost = false
  const onError = () => {
    isLost = true
  }
  client.on('error', onError)
  try {
    return await work()
  } finally {
    client.off('error', onError)
    client.release(isLost)
  }
}

async function patiently<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= worthTries(error)) throw failureOf(error)
      await sleep(attempt * 20 * (0.5 + Math.random()))
    }
  }
}

function inSchema(sql: string, schema: string): string {
  const prefix = `"${schema.replaceAll('"', '""')}".`
  return sql.replaceAll(/@([a-z]+)/g, (_, table: string) => prefix + table)
}

/** The name of a statement identifies its text, so that stores may share a pool. */
function namedStatements(schema: string): (sql: string, plan?: StatementPlan) => Statement {
  const known = new Map<string, Required<Statement>>()
  const prepare = (sql: string): Required<Statement> => {
    const found = known.get(sql)
    if (found !== undefined) return found
    const text = inSchema(sql, schema)
    const made = { name: `palimpsest_${createHash('sha256').update(text).digest('hex').slice(0, 24)}`, text }
    known.set(sql, made)
    return made
  }
  return (sql, plan = 'once') => (plan === 'once' ? prepare(sql) : { text: prepare(sql).text })
}

function closed(): Failure<'store/unavailable'> {
  return new Failure('store/unavailable', 'The store was closed.', { cause: 'closed', retry: false })
}
