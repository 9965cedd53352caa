import type { SqliteDatabase, SqliteStatement, SqlRow, SqlValue } from './driver.ts'
import { explainSqliteError } from './unavailable.ts'

/** One open file. Statements are prepared once; failures are reported in the store's words. */
export interface Connection {
  readonly path: string
  get(sql: string, ...values: readonly SqlValue[]): SqlRow | undefined
  all(sql: string, ...values: readonly SqlValue[]): readonly SqlRow[]
  /** Returns the key of the row it inserted, where it did. */
  run(sql: string, ...values: readonly SqlValue[]): number
  /** Returns how many rows it changed. */
  change(sql: string, ...values: readonly SqlValue[]): number
  /** Does all of it in one transaction that holds the write lock from its start, or nothing. Inside another, joins it. */
  write<T>(work: () => T): T
  /** Reads several times from one state of the database. */
  read<T>(work: () => T): T
  exec(sql: string): void
  close(): void
}

export function createSqliteConnection(database: SqliteDatabase, path: string): Connection {
  const statements = new Map<string, SqliteStatement>()
  const guarded = <T>(work: () => T): T => {
    try {
      return work()
    } catch (error) {
      throw explainSqliteError(error, path)
    }
  }
  const prepared = (sql: string): SqliteStatement => {
    const known = statements.get(sql)
    if (known !== undefined) return known
    const statement = database.prepare(sql)
    statements.set(sql, statement)
    return statement
  }
  let inside = false
  const transact = <T>(begin: string, work: () => T): T => {
    if (inside) return work()
    return guarded(() => {
      prepared(begin).run()
      inside = true
      try {
        const result = work()
        prepared('COMMIT').run()
        return result
      } catch (error) {
        rollBack(database)
        throw error
      } finally {
        inside = false
      }
    })
  }
  return {
    path,
    get: (sql, ...values) => guarded(() => prepared(sql).get(...values) as SqlRow | undefined),
    all: (sql, ...values) => guarded(() => prepared(sql).all(...values) as SqlRow[]),
    run: (sql, ...values) => guarded(() => Number(prepared(sql).run(...values).lastInsertRowid)),
    change: (sql, ...values) => guarded(() => Number(prepared(sql).run(...values).changes)),
    write: (work) => transact('BEGIN IMMEDIATE', work),
    read: (work) => transact('BEGIN', work),
    exec: (sql) => guarded(() => database.exec(sql)),
    close: () => guarded(() => database.close()),
  }
}

/** SQLite ends a transaction by itself after some errors, such as a full disk: then there is nothing left to undo. */
function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK')
  } catch {
    // The error that led here is the one worth telling.
  }
}
