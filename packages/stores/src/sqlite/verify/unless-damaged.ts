import type { Problem } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import { isDamage } from '../connection/unavailable.ts'

/** Looks at something, or tells that it cannot be read. Only trouble that is not the file's own goes on. */
export function unlessDamaged(db: Connection, what: string, look: () => readonly Problem[]): readonly Problem[] {
  try {
    return look()
  } catch (error) {
    if (!isDamage(error)) throw error
    const cause = error instanceof Error ? (error.cause ?? error) : error
    const reason = cause instanceof Error ? cause.message : String(cause)
    return [{ code: 'unreadable', where: db.path, detail: `Could not check ${what}: ${reason}.`, derived: false }]
  }
}
