import { indexTerms, type Message, searchText } from '@palimpsest/core'
import type { Connection } from './connection.ts'
import { unpackMessage } from './pack-message.ts'

/** Enough to be cheap together, few enough to hold the write lock only briefly. */
const batchMessages = 100

/** Originals behind the last one that is indexed wait for it; the index is filled in the order of their keys. */
export const waiting = 'm.place IS NOT NULL AND m.key > (SELECT coalesce(max(id), 0) FROM search_docsize)'

/** Indexes messages that still wait for it. Returns whether there may be more. */
export function indexWaiting(db: Connection): boolean {
  if (db.get(`SELECT 1 FROM message m WHERE ${waiting} LIMIT 1`) === undefined) return false
  return db.write(() => {
    const rows = db.all(
      `SELECT m.key, m.conversation, m.body FROM message m WHERE ${waiting} ORDER BY m.key LIMIT ?`,
      batchMessages,
    )
    for (const { key, conversation, body } of rows) {
      indexMessage(db, Number(key), Number(conversation), unpackMessage(body))
    }
    return rows.length === batchMessages
  })
}

/** Makes one message findable. */
export function indexMessage(db: Connection, key: number, conversationKey: number, message: Message): void {
  const terms = indexTerms(searchText(message))
  db.run('INSERT INTO search (rowid, terms) VALUES (?, ?)', key, `${scopeTerm(conversationKey)} ${terms.join(' ')}`)
}

/** The word that stands for a conversation in the index; terms of texts never hold an underscore. */
export function scopeTerm(conversationKey: number): string {
  return `_${conversationKey}`
}
