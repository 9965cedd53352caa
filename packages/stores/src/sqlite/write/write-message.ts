import { invalidRequest } from '../../refuse.ts'
import type { Connection } from '../connection/connection.ts'
import type { SqlValue } from '../connection/driver.ts'
import { isTaken } from '../connection/unavailable.ts'
import { originalKey, otherRange } from '../schema/message-key.ts'
import { packSqliteId } from '../schema/pack-id.ts'
import { packSqliteText, sealMessage } from '../schema/pack-message.ts'
import type { MessageExtra } from '../schema/read-extra.ts'

/** A message on its way into the file, as the JSON text that will be kept. */
export interface WrittenMessage extends MessageExtra {
  readonly id: string
  readonly at: number
  readonly json: string
}

/** The rows that a message hangs on. */
export interface MessagePlace {
  readonly conversationKey: number
  readonly sessionKey: number
}

/** Writes originals, once and for good, from a place on. */
export function writeOriginals(
  db: Connection,
  written: readonly WrittenMessage[],
  at: MessagePlace,
  place: number,
): void {
  const first = originalKey(at.conversationKey, place)
  for (let start = 0; start < written.length; start += maxRows) {
    insertMessages(db, first + start, written.slice(start, start + maxRows), at.sessionKey)
  }
}

/** Writes a message that has no place among the originals, and returns its key. */
export function writeOther(db: Connection, written: WrittenMessage, at: MessagePlace): number {
  const { first, end } = otherRange(at.conversationKey)
  const last = db.get('SELECT key FROM message WHERE key >= ? AND key < ? ORDER BY key DESC LIMIT 1', first, end)
  const key = last === undefined ? first : Number(last.key) + 1
  if (key === end) throw invalidRequest('A conversation cannot hold more text that engines made. Begin a new one.')
  insertMessages(db, key, [written], at.sessionKey)
  return key
}

/** Rows that one statement inserts: a statement costs as much as two rows, and each number of rows is one of its own. */
const maxRows = 8

/** Messages with consecutive keys. */
function insertMessages(db: Connection, first: number, written: readonly WrittenMessage[], sessionKey: number): void {
  const values: SqlValue[] = [first, sessionKey]
  let key = first
  for (const each of written) {
    const { id, at, json } = each
    const extra = packExtra(each)
    values.push(
      packSqliteId(id),
      at,
      packSqliteText(json),
      sealMessage({ key, session: sessionKey, id, at, extra }, json),
      extra,
    )
    key += 1
  }
  try {
    db.run(insertRows[written.length - 1] ?? '', ...values)
  } catch (error) {
    if (!isTaken(error)) throw error
    const ids = written.map(({ id }) => id)
    const taken = ids.find((id, i) => ids.indexOf(id) < i || messageKey(db, id) !== undefined)
    throw invalidRequest(`Entry ${taken} exists already, elsewhere. Ids are minted once.`)
  }
}

/** Statements that insert one row, two rows and so on; what rows share is bound once. */
const insertRows = Array.from({ length: maxRows }, (_, last) => {
  const rows = Array.from({ length: last + 1 }, (_, i) => {
    const [id, at, body, hash, extra] = [3, 4, 5, 6, 7].map((n) => `?${n + 5 * i}`)
    return `(?1 + ${i}, ${id}, ?2, ${at}, ${body}, ${hash}, ${extra})`
  })
  return `INSERT INTO message (key, id, session, at, body, hash, extra) VALUES ${rows.join(', ')}`
})

/** Most messages have none of it, and pay nothing. */
function packExtra({ usage, standsFor, origin, after }: MessageExtra): string | null {
  if (usage === undefined && standsFor === undefined && origin === undefined && after === undefined) return null
  return JSON.stringify({ usage, standsFor, origin, after } satisfies Record<keyof MessageExtra, unknown>)
}

export function messageKey(db: Connection, id: string): number | undefined {
  const row = db.get('SELECT key FROM message WHERE id = ?', packSqliteId(id))
  return row && Number(row.key)
}
