import type { Lane } from '@palimpsest/core/store'
import { laneLost } from '../../lane-lost.ts'
import type { Connection } from '../connection/connection.ts'
import type { SqlValue } from '../connection/driver.ts'
import { packSqliteId } from '../schema/pack-id.ts'
import { packName } from '../schema/pack-name.ts'

/** SQL that is true for the row of a lane while it is the holder's in this epoch; a lease that ran out holds until somebody takes it. */
export const isHeld = 'conversation = ? AND holder = ? AND epoch = ?'

export function heldValues({ conversation, holder, epoch }: Lane): readonly SqlValue[] {
  return [packSqliteId(conversation), packName(holder), epoch]
}

export function holdsLane(db: Connection, lane: Lane): boolean {
  return db.get(`SELECT 1 FROM lane WHERE ${isHeld}`, ...heldValues(lane)) !== undefined
}

/** Does the work in one step with the check that the lane is still held. */
export function fencedInSqlite<T>(db: Connection, lane: Lane, work: () => T): T {
  return db.write(() => {
    if (!holdsLane(db, lane)) throw laneLost(lane)
    return work()
  })
}
