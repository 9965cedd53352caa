import type { SessionProgress } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import { appendInSqlite, type SqliteAppend } from './append.ts'

/** The outcome of one call of several. */
export type AppendOutcome<T> = { readonly value: T } | { readonly error: unknown }

/**
 * Does appends that came at the same time in one transaction, which costs the disk once. When it fails, by a refusal or
 * any other error, each is done separately. No success is reported before the commit.
 */
export function appendAll(db: Connection, appends: readonly SqliteAppend[]): readonly AppendOutcome<SessionProgress>[] {
  try {
    return db.write(() => appends.map((each) => ({ value: appendInSqlite(db, each) })))
  } catch (error) {
    // Nothing has happened, and each will tell its own error.
    return appends.length === 1 ? [{ error }] : appends.map((each) => outcome(() => appendInSqlite(db, each)))
  }
}

function outcome<T>(work: () => T): AppendOutcome<T> {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}
