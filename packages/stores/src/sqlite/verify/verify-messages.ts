import type { Message, StoreProblem } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import type { SqlRow, SqlValue } from '../connection/driver.ts'
import { isDamage } from '../connection/unavailable.ts'
import { unpackSqliteId } from '../schema/pack-id.ts'
import { matchesSeal, unpackSqliteText } from '../schema/pack-message.ts'
import { readExtra } from '../schema/read-extra.ts'
import { indexWords } from '../search/index-messages.ts'
import { readSize } from '../search/read-size.ts'
import { messageKey } from '../write/write-message.ts'
import { unlessDamaged } from './unless-damaged.ts'
import { readable } from './verify-rows.ts'

/** The problems found in a page of messages, and the key to continue after; none at the end. */
export interface VerifiedPage {
  readonly problems: readonly StoreProblem[]
  readonly next?: number
}

/** Few enough not to hold up other calls. */
const pageMessages = 500

/** Reads messages as they are kept and proves them unchanged, and the search index true to them. */
export function verifyMessagesInSqlite(db: Connection, after: number): VerifiedPage {
  try {
    return db.read(() => pageOf(db.all(page, after, pageMessages), (row) => checkMessage(db, row)))
  } catch (error) {
    if (!isDamage(error)) throw error
    return oneByOne(db, after)
  }
}

function pageOf(rows: readonly SqlRow[], check: (row: SqlRow) => readonly StoreProblem[]): VerifiedPage {
  const problems = rows.flatMap(check)
  return rows.length < pageMessages ? { problems } : { problems, next: Number(rows.at(-1)?.key) }
}

/** One message that cannot be read does not keep the others of its page from being looked at. */
function oneByOne(db: Connection, after: number): VerifiedPage {
  let read: VerifiedPage = { problems: [] }
  const lost = unlessDamaged(db, `messages after row ${after}`, () => {
    const rows = db.all('SELECT key, id FROM message WHERE key > ? ORDER BY key LIMIT ?', after, pageMessages)
    read = pageOf(rows, ({ key, id }) =>
      unlessDamaged(db, `message ${unpackSqliteId(id)}`, () =>
        db.all(page, Number(key) - 1, 1).flatMap((row) => checkMessage(db, row)),
      ),
    )
    return []
  })
  return { ...read, problems: [...read.problems, ...lost] }
}

const columns = ['id', 'session', 'at', 'body', 'hash', 'extra'].map((name) => readable(`m.${name}`, name))
const page = `SELECT m.key, ${columns.join(', ')}, d.sz
  FROM message m LEFT JOIN search_docsize d ON d.id = m.key WHERE m.key > ? ORDER BY m.key LIMIT ?`

function checkMessage(db: Connection, row: SqlRow): readonly StoreProblem[] {
  const where = unpackSqliteId(row.id)
  const json = provedText(row)
  if (json === undefined) {
    const detail = `It is not what was written: its text, id, time or place was changed (table message, row ${row.key}).`
    return [{ code: 'hash-mismatch', where, detail, derived: false }, ...checkExtra(row, where)]
  }
  return [...checkExtra(row, where), ...checkIndex(row, where, json), ...checkSources(db, row, where)]
}

function checkExtra(row: SqlRow, where: string): readonly StoreProblem[] {
  if (isReadable(row)) return []
  const detail = `What is kept beside its text cannot be read (table message, row ${row.key}, column extra).`
  return [{ code: 'row-damaged', where, detail, derived: false }]
}

function isReadable(row: SqlRow): boolean {
  try {
    readExtra(row)
    return true
  } catch {
    return false
  }
}

/** The index keeps no text, but it knows how many words it was given. */
function checkIndex(row: SqlRow, where: string, json: string): readonly StoreProblem[] {
  if (row.sz === null || readSize(row.sz) === wordsOf(json)) return []
  return [{ code: 'search-incomplete', where, detail: 'Search knows it by other words.', derived: true }]
}

/** Text that is no message has no words, even where it is what was written. */
function wordsOf(json: string): number {
  try {
    return indexWords(JSON.parse(json) as Message).length
  } catch {
    return 0
  }
}

function checkSources(db: Connection, row: SqlRow, where: string): readonly StoreProblem[] {
  if (!isReadable(row)) return []
  const { standsFor = [], origin } = readExtra(row)
  // What a message of another conversation stands for stayed there.
  const lost = origin === undefined ? standsFor.filter((id) => messageKey(db, id) === undefined) : []
  return lost.map((id) => ({ code: 'message-missing', where: id, detail: `${where} stands for it.`, derived: false }))
}

/** The text of a message that is proved to be what was written. */
function provedText(row: SqlRow): string | undefined {
  const json = unpacked(row.body)
  if (json === undefined || typeof row.at !== 'number') return undefined
  const facts = {
    key: Number(row.key),
    session: Number(row.session),
    id: unpackSqliteId(row.id),
    at: row.at,
    extra: row.extra === null ? null : String(row.extra),
  }
  return matchesSeal(facts, json, String(row.hash)) ? json : undefined
}

function unpacked(body: SqlValue | undefined): string | undefined {
  try {
    return unpackSqliteText(body)
  } catch {
    return undefined
  }
}

/** Returns true when the index row of a message agrees with its text; damaged messages are left as they are. */
export function isIndexed(row: SqlRow): boolean {
  const json = provedText(row)
  if (json === undefined) return row.sz !== null
  return row.sz !== null && checkIndex(row, '', json).length === 0
}
