import { isFailure, type Progress } from '@palimpsest/core/store'
import { type Append, append } from './append.ts'
import type { Connection } from './connection.ts'

/** How one call of several ended. */
export type Outcome<T> = { readonly value: T } | { readonly error: unknown }

/**
 * Does appends that came at the same time in one transaction, which costs the disk once. One that is refused leaves the
 * others alone; after any other trouble each is tried by itself. Nobody is told of a success before the commit.
 */
export function appendAll(db: Connection, appends: readonly Append[]): readonly Outcome<Progress>[] {
  try {
    if (appends.length > 1) return db.write(() => appends.map((each) => unlessRefused(() => append(db, each))))
  } catch {
    // Nothing has happened, and below each will tell its own error.
  }
  return appends.map((each) => outcome(() => append(db, each)))

  function unlessRefused(work: () => Progress): Outcome<Progress> {
    const done = outcome(() => db.attempt(work))
    if ('error' in done && !isRefusal(done.error)) throw done.error
    return done
  }
}

function outcome<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() }
  } catch (error) {
    return { error }
  }
}

function isRefusal(error: unknown): boolean {
  return isFailure(error, 'store/conflict') || isFailure(error, 'store/invalid') || isFailure(error, 'store/not-found')
}
