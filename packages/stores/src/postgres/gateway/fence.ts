import type { Lane } from '@palimpsest/core/store'
import type { RunStatement } from '../connection/database.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import { encode } from '../schema/rows.ts'

/**
 * SQL that is true for the row of a lane while it is the holder's in this epoch; a lease that ran out holds until somebody
 * takes it. It has three parameters, from this number on.
 */
export function isHeldFrom(first: number, table = '@lanes'): string {
  return `${table}.conversation = $${first} AND ${table}.holder = $${first + 1} AND ${table}.epoch = $${first + 2}`
}

/**
 * SQL of the epoch that a lane begins with: the millisecond it is made in. It changes hands less often than that, so one
 * that comes after a removal has neither an epoch of the one before nor the next one.
 */
export const firstEpochSql = 'floor(extract(epoch FROM now()) * 1000)'

/**
 * Locks the row of a lane until the transaction ends, and makes it where there is none: a lane that comes into being
 * between two looks would count arrivals that the looks did not see.
 */
export async function lockLane(run: RunStatement, conversation: Buffer): Promise<void> {
  await run(
    `INSERT INTO @lanes AS l (conversation, epoch) VALUES ($1, ${firstEpochSql})
      ON CONFLICT (conversation) DO UPDATE SET epoch = l.epoch`,
    [conversation],
  )
}

export function heldValuesOf({ conversation, holder, epoch }: Lane): readonly unknown[] {
  return [packPostgresId(conversation), encode(holder), epoch]
}
