import type { Connection } from '../connection/connection.ts'
import { repairLanesInSqlite } from '../gateway/verify-gateway.ts'
import { conversationKeySql, isOriginalSql, placeSql } from '../schema/message-key.ts'
import { indexMessage } from '../search/index-messages.ts'
import { isIndexed, type VerifiedPage } from './verify-messages.ts'
import { countedOriginals, isExtra, lists, miscounted, usageSums } from './verify-structure.ts'

/** Few enough to hold the write lock only briefly. */
const pageMessages = 500

/** Fixes what other rows determine: ends of lists, counts, tips, usage, index rows of nothing, counters of lanes. */
export function repairCounts(db: Connection, rebuildSearch: boolean): void {
  db.write(() => {
    db.exec(`UPDATE session SET next_seq = l.count FROM ${lists} l
      WHERE l.session = session.key AND l.whole = 1 AND next_seq < l.count`)
    const live = `s.conversation = conversation.key AND (s.end_reason IS NULL OR s.end_reason = 'closed')`
    db.exec(`UPDATE conversation SET tip = (SELECT max(s.key) FROM session s WHERE ${live})
      WHERE (SELECT count(*) FROM session s WHERE ${live}) = 1`)
    db.exec(`UPDATE session SET originals = o.next FROM ${countedOriginals} o JOIN conversation c ON c.key = o.conversation
      WHERE c.tip = session.key AND o.count = o.next AND originals < o.count`)
    db.exec(`UPDATE session SET originals = (SELECT t.originals FROM conversation c JOIN session t ON t.key = c.tip
      WHERE c.key = session.conversation) WHERE key IN (${miscounted})`)
    const told = '(SELECT t.originals FROM session t WHERE t.key = tip)'
    db.exec(`UPDATE conversation SET indexed = min(indexed, ${told}), waiting = indexed < ${told}`)
    repairUsage(db)
    repairLanesInSqlite(db)
    if (rebuildSearch) db.exec(`INSERT INTO search (search) VALUES ('delete-all')`)
    db.exec(`DELETE FROM search WHERE rowid IN (SELECT id FROM search_docsize WHERE ${isExtra})`)
  })
}

function repairUsage(db: Connection): void {
  const { sums, unknown } = usageSums(db)
  for (const { key } of db.all('SELECT key FROM session')) {
    if (unknown.has(Number(key))) continue
    db.run('UPDATE session SET usage = ? WHERE key = ?', JSON.stringify(sums.get(Number(key)) ?? {}), Number(key))
  }
}

/** Indexes anew the messages of one page that search should know and does not, or knows by other words. */
export function repairSearch(db: Connection, after: number): Pick<VerifiedPage, 'next'> {
  return db.write(() => {
    const rows = db.all(
      `SELECT m.key, m.id, m.session, m.at, m.body, m.hash, m.extra, d.sz FROM message m JOIN conversation c ON c.key = ${conversationKeySql('m.key')}
         LEFT JOIN search_docsize d ON d.id = m.key
         WHERE m.key > ? AND ${isOriginalSql('m.key')} AND ${placeSql('m.key')} < c.indexed ORDER BY m.key LIMIT ?`,
      after,
      pageMessages,
    )
    for (const row of rows.filter((row) => !isIndexed(row))) {
      if (row.sz !== null) db.run('DELETE FROM search WHERE rowid = ?', Number(row.key))
      indexMessage(db, Number(row.key), row.body)
    }
    return rows.length < pageMessages ? {} : { next: Number(rows.at(-1)?.key) }
  })
}
