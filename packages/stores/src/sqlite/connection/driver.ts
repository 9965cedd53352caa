/** A value that can be bound to a statement and read from a row. */
export type SqlValue = null | number | bigint | string | Uint8Array

export type SqlRow = Readonly<Record<string, SqlValue>>

/** A prepared statement, as `node:sqlite` offers it. */
export interface SqliteStatement {
  run(...values: readonly SqlValue[]): { readonly changes: number | bigint; readonly lastInsertRowid: number | bigint }
  get(...values: readonly SqlValue[]): unknown
  all(...values: readonly SqlValue[]): unknown[]
}

/** The part of `DatabaseSync` of `node:sqlite` that the store uses; any driver of this shape will do. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
}

/** Opens a file. */
export type OpenDatabase = (path: string) => SqliteDatabase

interface DriverModule {
  readonly DatabaseSync: new (path: string) => SqliteDatabase
}

/** Newer Nodes bring SQLite along; Node 20 takes it from a package of the same interface. */
const builtIn: readonly string[] = ['node:sqlite', '@photostructure/sqlite']

/** Loads the first of these modules that exports a `DatabaseSync`. A named module that cannot be loaded is an error. */
export async function importDriver(named?: string): Promise<OpenDatabase> {
  const failures: unknown[] = []
  for (const name of named === undefined ? builtIn : [named]) {
    try {
      const { DatabaseSync } = readDriver(await import(name), name)
      return (path) => new DatabaseSync(path)
    } catch (error) {
      failures.push(error)
    }
  }
  throw new AggregateError(failures, `No SQLite driver could be loaded: ${failures.map(String).join('; ')}`)
}

function readDriver(module: object, name: string): DriverModule {
  if ('DatabaseSync' in module && typeof module.DatabaseSync === 'function') return module as DriverModule
  throw new TypeError(`${name} exports no DatabaseSync`)
}
