import type { Connection } from './connection.ts'
import { indexMessage } from './index-messages.ts'
import { unpackMessage } from './pack-message.ts'
import { isIndexed, type VerifiedPage } from './verify-messages.ts'
import { usageSums } from './verify-structure.ts'

/** Few enough to hold the write lock only briefly. */
const pageMessages = 500

/** Puts right what other rows tell: ends of lists, counts, tips, usage, index rows of nothing. */
export function repairCounts(db: Connection, rebuildSearch: boolean): void {
  db.write(() => {
    const count = '(SELECT count(*) FROM entry WHERE session = session.key)'
    const last = '(SELECT max(seq) FROM entry WHERE session = session.key)'
    db.exec(`UPDATE session SET next_seq = ${last} + 1 WHERE next_seq <= ${last} AND ${count} = ${last} + 1`)
    db.exec(`UPDATE conversation SET originals = (SELECT max(message.place) + 1
      FROM message WHERE message.conversation = conversation.key)
      WHERE originals < (SELECT count(*) FROM message m WHERE m.conversation = conversation.key AND m.place IS NOT NULL)`)
    const live = `s.conversation = conversation.key AND (s.end_reason IS NULL OR s.end_reason = 'closed')`
    db.exec(`UPDATE conversation SET tip = (SELECT max(s.key) FROM session s WHERE ${live})
      WHERE (SELECT count(*) FROM session s WHERE ${live}) = 1`)
    repairUsage(db)
    if (rebuildSearch) db.exec(`INSERT INTO search (search) VALUES ('delete-all')`)
    db.exec(
      'DELETE FROM search WHERE rowid IN (SELECT id FROM search_docsize EXCEPT SELECT key FROM message WHERE place IS NOT NULL)',
    )
  })
}

function repairUsage(db: Connection): void {
  const sums = usageSums(db)
  for (const { key } of db.all('SELECT key FROM session')) {
    db.run('UPDATE session SET usage = ? WHERE key = ?', JSON.stringify(sums.get(Number(key)) ?? {}), Number(key))
  }
}

/** Indexes anew the messages of one page that search does not know, or knows by other words. */
export function repairSearch(db: Connection, after: number): Pick<VerifiedPage, 'next'> {
  return db.write(() => {
    const rows = db.all(
      `SELECT m.key, m.place, m.conversation, m.body, m.hash, d.sz FROM message m
         LEFT JOIN search_docsize d ON d.id = m.key
         WHERE m.key > ? AND m.place IS NOT NULL ORDER BY m.key LIMIT ?`,
      after,
      pageMessages,
    )
    for (const row of rows.filter((row) => !isIndexed(row))) {
      if (row.sz !== null) db.run('DELETE FROM search WHERE rowid = ?', Number(row.key))
      indexMessage(db, Number(row.key), Number(row.conversation), unpackMessage(row.body))
    }
    return rows.length < pageMessages ? {} : { next: Number(rows.at(-1)?.key) }
  })
}
