import { type ConversationId, indexTerms, type Message, searchText } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import type { SqlRow, SqlValue } from '../connection/driver.ts'
import { needConversationKey } from '../read/find.ts'
import { originalKey } from '../schema/message-key.ts'
import { unpackSqliteMessage } from '../schema/pack-message.ts'

/** Enough to be cheap together, few enough to hold the write lock only briefly. */
const batchMessages = 100

/** A word that a text says this many times is what the text is about. */
export const oftenTimes = 3

/** Indexes messages that still wait for it, of one conversation or any. Returns whether there may be more. */
export function indexWaiting(db: Connection, conversation?: ConversationId): boolean {
  if (nextWaiting(db, conversation) === undefined) return false
  return db.write(() => {
    const waiting = nextWaiting(db, conversation)
    if (waiting === undefined) return false
    const [key, indexed, originals] = [Number(waiting.key), Number(waiting.indexed), Number(waiting.originals)]
    const next = Math.min(originals, indexed + batchMessages)
    const rows = db.all(
      'SELECT key, body FROM message WHERE key >= ? AND key < ? ORDER BY key',
      originalKey(key, indexed),
      originalKey(key, next),
    )
    // Where a damaged count promises more than there is, nobody goes on looking for it.
    const end = rows.length === 0 ? originals : next
    for (const row of rows) indexMessage(db, Number(row.key), row.body)
    db.run('UPDATE conversation SET indexed = ?, waiting = ? WHERE key = ?', end, Number(end < originals), key)
    return conversation === undefined || end < originals
  })
}

function nextWaiting(db: Connection, conversation?: ConversationId): SqlRow | undefined {
  const waiting =
    'SELECT c.key, c.indexed, t.originals FROM conversation c JOIN session t ON t.key = c.tip WHERE c.waiting = 1'
  if (conversation === undefined) return db.get(`${waiting} LIMIT 1`)
  return db.get(`${waiting} AND c.key = ?`, needConversationKey(db, conversation))
}

/** Makes one message findable; a damaged one is found by nothing, and does not keep others from being found. */
export function indexMessage(db: Connection, key: number, body: SqlValue | undefined): void {
  db.run('INSERT INTO search (rowid, words) VALUES (?, ?)', key, readableWords(body).join(' '))
}

function readableWords(body: SqlValue | undefined): readonly string[] {
  try {
    return indexWords(unpackSqliteMessage(body))
  } catch {
    return []
  }
}

/** Returns the words of a message for the index: each word once, and once more as a frequent one if it is. */
export function indexWords(message: Message): readonly string[] {
  const times = new Map<string, number>()
  const words: string[] = []
  for (const term of indexTerms(searchText(message))) {
    const count = (times.get(term) ?? 0) + 1
    times.set(term, count)
    if (count === 1) words.push(term)
    else if (count === oftenTimes) words.push(frequentTerm(term))
  }
  return words
}

/** Returns the word that represents a frequent one; terms of texts never hold an underscore. */
export function frequentTerm(term: string): string {
  return `${term}_`
}
