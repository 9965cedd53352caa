import { type EntryId, isList, isObject, type StoredMessage, type Usage } from '@palimpsest/core/store'
import { reading } from '../../reading.ts'
import type { SqlRow } from '../connection/driver.ts'
import { unpackSqliteId } from './pack-id.ts'

/** Origin of a message whose conversation is in another store, when only this message came along. */
export type MessageOrigin = Pick<StoredMessage, 'conversation' | 'session' | 'index'>

/** Fields that few messages have. */
export interface MessageExtra {
  readonly usage?: Usage
  readonly standsFor?: readonly EntryId[]
  readonly origin?: MessageOrigin
  /** Number of originals that came before it: its place in a dump. Originals have their own place. */
  readonly after?: number
}

/** Needs the `id` of the message too, to name one that is damaged. */
export function readExtra({ id, extra }: SqlRow): MessageExtra {
  if (extra === null || extra === undefined) return {}
  return reading(
    () => `Message ${unpackSqliteId(id)}`,
    () => parseExtra(String(extra)),
  )
}

function parseExtra(text: string): MessageExtra {
  const extra: unknown = JSON.parse(text)
  if (!isObject(extra)) throw new TypeError('what is kept beside it is no object')
  const { usage, standsFor, origin, after } = extra
  const isSound =
    (usage === undefined || isObject(usage)) &&
    (origin === undefined || isObject(origin)) &&
    (after === undefined || typeof after === 'number') &&
    (standsFor === undefined || (isList(standsFor) && standsFor.every((id) => typeof id === 'string')))
  if (!isSound) throw new TypeError('what is kept beside it is not what a message has')
  return extra as MessageExtra
}
