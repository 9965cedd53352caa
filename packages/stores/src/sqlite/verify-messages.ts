import type { Message, Problem } from '@palimpsest/core/store'
import type { Connection } from './connection.ts'
import type { SqlRow, SqlValue } from './driver.ts'
import { indexWords } from './index-messages.ts'
import { unpackId } from './pack-id.ts'
import { hashText, unpackText } from './pack-message.ts'
import { readSize } from './read-size.ts'
import { readExtra } from './rows.ts'
import { messageKey } from './write-message.ts'

/** What was found in a page of messages, and the key to go on after; none at the end. */
export interface VerifiedPage {
  readonly problems: readonly Problem[]
  readonly next?: number
}

/** Few enough not to hold up other calls. */
const pageMessages = 500

/** Reads messages as they are kept and proves them unchanged, and the search index true to them. */
export function verifyMessages(db: Connection, after: number): VerifiedPage {
  return db.read(() => {
    const rows = db.all(
      `SELECT m.key, m.id, m.body, m.hash, m.extra, d.sz FROM message m
         LEFT JOIN search_docsize d ON d.id = m.key WHERE m.key > ? ORDER BY m.key LIMIT ?`,
      after,
      pageMessages,
    )
    const problems = rows.flatMap((row) => checkMessage(db, row))
    return rows.length < pageMessages ? { problems } : { problems, next: Number(rows.at(-1)?.key) }
  })
}

function checkMessage(db: Connection, row: SqlRow): readonly Problem[] {
  const where = unpackId(row.id)
  const json = unpacked(row.body)
  if (json === undefined || hashText(json) !== row.hash) {
    return [{ code: 'hash-mismatch', where, detail: 'Its text is not what was written.', derived: false }]
  }
  return [...checkIndex(row, where, json), ...checkSources(db, row, where)]
}

/** The index keeps no text, but it knows how many words it was given. */
function checkIndex(row: SqlRow, where: string, json: string): readonly Problem[] {
  if (row.sz === null || readSize(row.sz) === indexWords(JSON.parse(json) as Message).length) return []
  return [{ code: 'search-incomplete', where, detail: 'Search knows it by other words.', derived: true }]
}

function checkSources(db: Connection, row: SqlRow, where: string): readonly Problem[] {
  const { standsFor = [], origin } = readExtra(row)
  // What a message of another conversation stands for stayed there.
  const lost = origin === undefined ? standsFor.filter((id) => messageKey(db, id) === undefined) : []
  return lost.map((id) => ({ code: 'message-missing', where: id, detail: `${where} stands for it.`, derived: false }))
}

function unpacked(body: SqlValue | undefined): string | undefined {
  try {
    return unpackText(body)
  } catch {
    return undefined
  }
}

/** Whether the index row of a message agrees with its text; damaged messages are left as they are. */
export function isIndexed(row: SqlRow): boolean {
  const json = unpacked(row.body)
  if (json === undefined || hashText(json) !== row.hash) return row.sz !== null
  return row.sz !== null && checkIndex(row, '', json).length === 0
}
