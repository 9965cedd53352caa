import { addUsage, equalJson, isFailure, type JsonObject, type Problem, type Usage } from '@palimpsest/core'
import type { Connection } from './connection.ts'
import type { SqlRow } from './driver.ts'
import { waiting } from './index-messages.ts'
import { unpackId } from './pack-id.ts'

type Check = (db: Connection) => readonly Problem[]

/** All that can be told without reading messages: lists, chains, counts, the index's completeness, the file itself. */
export function verifyStructure(db: Connection): readonly Problem[] {
  try {
    return db.read(() => checks.flatMap((check) => check(db)))
  } catch (error) {
    if (!isFailure(error, 'store/unavailable') || error.detail.cause !== 'corrupt') throw error
    return [{ code: 'file-damaged', where: db.path, detail: error.message, derived: false }]
  }
}

const checks: readonly Check[] = [file, orphans, sequences, chains, cycles, tips, places, usages, index]

/** SQLite's own check of the file; what it says of the search index is derived. */
function file(db: Connection): readonly Problem[] {
  refreshIndex(db)
  return db
    .all('PRAGMA integrity_check(20)')
    .map((row) => String(row.integrity_check))
    .filter((line) => line !== 'ok')
    .map((detail) => {
      const derived = detail.includes('fts5') || detail.includes('FTS5')
      return { code: derived ? 'search-damaged' : 'file-damaged', where: db.path, detail, derived }
    })
}

/** A search makes FTS5 see what other connections did; its check alone may judge by what it remembers. */
function refreshIndex(db: Connection): void {
  try {
    db.all(`SELECT rowid FROM search WHERE search MATCH '_'`)
  } catch {
    // Damage is what the check that follows will tell.
  }
}

function orphans(db: Connection): readonly Problem[] {
  const dangling = db.all('SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT 100').map((row) => {
    const detail = `A row of ${row.table} refers to a ${row.parent} that is not there.`
    return problem('orphan-row', `${row.table} ${row.rowid ?? ''}`.trim(), detail)
  })
  const unlisted = db.all('SELECT id FROM message WHERE key NOT IN (SELECT message FROM entry) LIMIT 100')
  const homeless = db.all('SELECT id FROM message WHERE session NOT IN (SELECT key FROM session) LIMIT 100')
  const missing = db.all(
    `SELECT s.id, e.seq FROM entry e LEFT JOIN message m ON m.key = e.message LEFT JOIN session s ON s.key = e.session
       WHERE m.key IS NULL LIMIT 100`,
  )
  return [
    ...dangling,
    ...unlisted.map((row) => problem('orphan-row', unpackId(row.id), 'No session lists this message.')),
    ...homeless.map((row) => problem('orphan-row', unpackId(row.id), 'The session it was said in is not there.')),
    ...missing.map((row) => problem('message-missing', unpackId(row.id), `Its entry ${row.seq} has no message.`)),
  ]
}

function sequences(db: Connection): readonly Problem[] {
  const rows = db.all(
    `SELECT s.id, s.next_seq, s.born_with, e.count, e.last FROM session s LEFT JOIN
       (SELECT session, count(*) AS count, max(seq) AS last, min(seq) AS first FROM entry GROUP BY session) e
       ON e.session = s.key
       WHERE s.next_seq <> coalesce(e.count, 0) OR coalesce(e.last, -1) <> coalesce(e.count, 0) - 1
         OR coalesce(e.first, 0) <> 0 OR s.born_with > s.next_seq`,
  )
  return rows.map((row) => {
    const contiguous = Number(row.last ?? -1) === Number(row.count ?? 0) - 1
    const detail = `It lists ${row.count ?? 0} entries up to ${row.last ?? 'none'}, and goes on at ${row.next_seq}.`
    return problem('sequence-gap', unpackId(row.id), detail, contiguous && isRebuildable(row))
  })
}

/** A counter that lags behind the list is derived; one that is ahead may stand for entries that were lost. */
function isRebuildable(row: SqlRow): boolean {
  return Number(row.next_seq) < Number(row.count ?? 0)
}

function chains(db: Connection): readonly Problem[] {
  const rows = db.all(
    `SELECT s.id, p.id AS parent FROM session s LEFT JOIN session p ON p.key = s.parent
       WHERE s.kind = 'continuation' AND (p.key IS NULL OR p.conversation <> s.conversation
         OR (s.end_reason IS NOT 'undone' AND (p.end_reason IS NOT 'compression' OR s.started_at < p.ended_at)))`,
  )
  return rows.map((row) => {
    const detail = row.parent === null ? 'Its parent is not there.' : 'Its parent did not end by this compaction.'
    return problem('lineage-broken', unpackId(row.id), detail)
  })
}

function cycles(db: Connection): readonly Problem[] {
  const parents = new Map(db.all('SELECT key, parent FROM session').map((row) => [Number(row.key), row.parent]))
  const sound = new Set<number>()
  const found: number[] = []
  for (const key of parents.keys()) {
    const path = new Set<number>()
    let at: number | undefined = key
    while (at !== undefined && !sound.has(at) && !path.has(at)) {
      path.add(at)
      const parent = parents.get(at)
      at = parent === null || parent === undefined ? undefined : Number(parent)
    }
    if (at !== undefined && path.has(at)) found.push(key)
    for (const seen of path) sound.add(seen)
  }
  return found.map((key) => {
    const id = unpackId(db.get('SELECT id FROM session WHERE key = ?', key)?.id)
    return problem('lineage-cycle', id, 'It is its own ancestor.')
  })
}

function tips(db: Connection): readonly Problem[] {
  const rows = db.all(
    `SELECT c.id, c.tip, count(s.key) AS count, max(s.key) AS live FROM conversation c LEFT JOIN session s
       ON s.conversation = c.key AND (s.end_reason IS NULL OR s.end_reason = 'closed')
       GROUP BY c.key HAVING count(s.key) <> 1 OR c.tip IS NOT max(s.key)`,
  )
  return rows.map((row) => {
    const derived = Number(row.count) === 1
    const detail = derived ? 'Its tip is not the session that goes on.' : `It has ${row.count} sessions that go on.`
    return problem('tip-count', unpackId(row.id), detail, derived)
  })
}

function places(db: Connection): readonly Problem[] {
  const rows = db.all(
    `SELECT c.id, c.originals, count(m.place) AS count, coalesce(max(m.place), -1) + 1 AS next
       FROM conversation c LEFT JOIN message m ON m.conversation = c.key AND m.place IS NOT NULL
       GROUP BY c.key HAVING count(m.place) <> c.originals OR coalesce(max(m.place), -1) + 1 <> c.originals`,
  )
  return rows.map((row) => {
    const derived = Number(row.count) === Number(row.next) && Number(row.originals) < Number(row.count)
    const detail = `It has ${row.count} originals up to ${Number(row.next) - 1}, and counts ${row.originals}.`
    return problem('index-gap', unpackId(row.id), detail, derived)
  })
}

function usages(db: Connection): readonly Problem[] {
  const told = db.all('SELECT id, usage, key FROM session')
  const sums = usageSums(db)
  return told
    .filter(({ key, usage }) => !equalJson(JSON.parse(String(usage)) as JsonObject, { ...sums.get(Number(key)) }))
    .map((row) => problem('usage-mismatch', unpackId(row.id), 'Its usage is not that of its messages.', true))
}

/** What the messages of each session took, by the session's key. */
export function usageSums(db: Connection): ReadonlyMap<number, Usage> {
  const sums = new Map<number, Usage>()
  for (const row of db.all('SELECT session, usage FROM message WHERE usage IS NOT NULL ORDER BY key')) {
    const key = Number(row.session)
    sums.set(key, addUsage(sums.get(key) ?? {}, JSON.parse(String(row.usage)) as Usage))
  }
  return sums
}

/** `search_docsize` has a row for each text in the index; those that wait to be indexed are not missing. */
function index(db: Connection): readonly Problem[] {
  const missing = db.all(
    `SELECT m.id FROM message m WHERE m.place IS NOT NULL AND m.key NOT IN (SELECT id FROM search_docsize)
       AND NOT (${waiting}) LIMIT 100`,
  )
  const extra = db.all(
    `SELECT id FROM search_docsize WHERE id NOT IN (SELECT key FROM message WHERE place IS NOT NULL) LIMIT 100`,
  )
  return [
    ...missing.map((row) => problem('search-incomplete', unpackId(row.id), 'Search does not find this message.', true)),
    ...extra.map((row) => problem('search-incomplete', `row ${row.id}`, 'Search finds what is not there.', true)),
  ]
}

function problem(code: string, where: string, detail: string, derived = false): Problem {
  return { code, where, detail, derived }
}
