import type { StoreProblem } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import { isDamage } from '../connection/unavailable.ts'

/** Runs a check, or reports that it found something unreadable. Only errors not due to the file are rethrown. */
export function unlessDamaged(
  db: Connection,
  what: string,
  look: () => readonly StoreProblem[],
): readonly StoreProblem[] {
  try {
    return look()
  } catch (error) {
    if (!isDamage(error)) throw error
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    return [{ code: 'unreadable', where: db.path, detail: `Could not check ${what}: ${reason}.`, derived: false }]
  }
}
