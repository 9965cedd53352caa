import type { Lane } from '@palimpsest/core/store'
import { packPostgresId } from '../schema/pack-id.ts'
import { encode } from '../schema/rows.ts'

/**
 * SQL that is true for the row of a lane while it is the holder's in this epoch; a lease that ran out holds until somebody
 * takes it. It has three parameters, from this number on.
 */
export function isHeldFrom(first: number, table = '@lanes'): string {
  return `${table}.conversation = $${first} AND ${table}.holder = $${first + 1} AND ${table}.epoch = $${first + 2}`
}

export function heldValuesOf({ conversation, holder, epoch }: Lane): readonly unknown[] {
  return [packPostgresId(conversation), encode(holder), epoch]
}
