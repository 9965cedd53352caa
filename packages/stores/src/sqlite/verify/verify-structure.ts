import { addUsage, equalJson, parseJson, type StoreProblem, type Usage } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import type { SqlRow } from '../connection/driver.ts'
import { verifyGatewayInSqlite } from '../gateway/verify-gateway.ts'
import { conversationKeySql, isOriginalSql, placeSql } from '../schema/message-key.ts'
import { unpackSqliteId } from '../schema/pack-id.ts'
import { readExtra } from '../schema/read-extra.ts'
import { unlessDamaged } from './unless-damaged.ts'
import { verifyFile } from './verify-file.ts'
import { verifyRowsInSqlite } from './verify-rows.ts'
import { verifyVersions } from './verify-versions.ts'

type Check = (db: Connection) => readonly StoreProblem[]

/** Checks all but messages: rows, lists, chains, counts, the index's completeness, and the file itself. */
export function verifyStructure(db: Connection): readonly StoreProblem[] {
  const problems: StoreProblem[] = []
  const failed = unlessDamaged(db, 'the file', () =>
    db.read(() => {
      for (const [what, check] of checks) {
        for (const problem of unlessDamaged(db, what, () => check(db))) problems.push(problem)
      }
      return []
    }),
  )
  // A read that met damage cannot always be ended in good order either, which tells nothing new.
  return problems.length > 0 ? problems : failed
}

const checks: readonly (readonly [what: string, check: Check])[] = [
  ['the file', verifyFile],
  ['rows', verifyRowsInSqlite],
  ['receipts and ledgers', verifyVersions],
  ['references between rows', orphans],
  ['lists of entries', sequences],
  ['chains of sessions', chains],
  ['ancestors of sessions', cycles],
  ['ends of sessions', ends],
  ['tips', tips],
  ['places of messages', places],
  ['counts of older sessions', formerCounts],
  ['usage', usages],
  ['what comes and goes', verifyGatewayInSqlite],
  ['the search index', index],
]

function orphans(db: Connection): readonly StoreProblem[] {
  const dangling = db.all('SELECT "table", rowid, parent FROM pragma_foreign_key_check LIMIT 100').map((row) => {
    const detail = `A row of ${row.table} refers to a ${row.parent} that is not there.`
    return problem('orphan-row', `${row.table} ${row.rowid ?? ''}`.trim(), detail)
  })
  const unlisted = db.all(
    `WITH covered (start, next) AS (
       SELECT max(first + count) OVER (ORDER BY first ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), first FROM run
       UNION ALL SELECT max(first + count), ${Number.MAX_SAFE_INTEGER} FROM run
     ) SELECT m.id FROM covered JOIN message m ON m.key >= coalesce(start, 0) AND m.key < next LIMIT 100`,
  )
  const homeless = db.all(
    `SELECT id FROM message WHERE session NOT IN (SELECT key FROM session)
       OR ${conversationKeySql('key')} NOT IN (SELECT key FROM conversation) LIMIT 100`,
  )
  const missing = db.all(
    `SELECT s.id, r.seq, r.count, (SELECT count(*) FROM message m WHERE m.key >= r.first AND m.key < r.first + r.count)
         AS found FROM run r LEFT JOIN session s ON s.key = r.session WHERE found <> r.count LIMIT 100`,
  )
  return [
    ...dangling,
    ...unlisted.map((row) => problem('orphan-row', unpackSqliteId(row.id), 'No session lists this message.')),
    ...homeless.map((row) => problem('orphan-row', unpackSqliteId(row.id), 'What it was said in is not there.')),
    ...missing.map((row) => problem('message-missing', unpackSqliteId(row.id), missingDetail(row))),
  ]
}

function missingDetail({ seq, count, found }: SqlRow): string {
  return `Of its ${count} entries from ${seq} on, ${found} have a message.`
}

function sequences(db: Connection): readonly StoreProblem[] {
  const rows = db.all(
    `SELECT s.id, s.next_seq, l.count, l.whole FROM session s LEFT JOIN ${lists} l ON l.session = s.key
       WHERE s.next_seq <> coalesce(l.count, 0) OR l.whole = 0 OR s.born_with > s.next_seq`,
  )
  return rows.map((row) => {
    const holes = row.whole === 0 ? ', with holes' : ''
    const detail = `It lists ${row.count ?? 0} entries${holes}, and goes on at ${row.next_seq}.`
    return problem('sequence-gap', unpackSqliteId(row.id), detail, row.whole === 1 && isRebuildable(row))
  })
}

/** The lists of sessions: how many entries each has, and whether its runs follow on one another from 0. */
export const lists = `(
  SELECT session, sum(count) AS count, min(seq = before AND count > 0) AS whole FROM (
    SELECT session, seq, count, coalesce(sum(count) OVER (
      PARTITION BY session ORDER BY seq ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS before FROM run
  ) GROUP BY session)`

/** A counter that lags behind the list is derived; one that is ahead may count entries that were lost. */
function isRebuildable(row: SqlRow): boolean {
  return Number(row.next_seq) < Number(row.count ?? 0)
}

function chains(db: Connection): readonly StoreProblem[] {
  const rows = db.all(
    `SELECT s.id, p.id AS parent FROM session s LEFT JOIN session p ON p.key = s.parent
       WHERE s.kind = 'continuation' AND (p.key IS NULL OR p.conversation <> s.conversation
         OR (s.end_reason IS NOT 'undone' AND (p.end_reason IS NOT 'compression' OR s.started_at < p.ended_at)))`,
  )
  return rows.map((row) => {
    const detail = row.parent === null ? 'Its parent is not there.' : 'Its parent did not end by this compaction.'
    return problem('lineage-broken', unpackSqliteId(row.id), detail)
  })
}

/** Checks that what a session says twice agrees: its parent's id, and whether it has ended. */
function ends(db: Connection): readonly StoreProblem[] {
  const strange = db.all(
    'SELECT s.id FROM session s JOIN session p ON p.key = s.parent WHERE s.parent_id IS NOT p.id LIMIT 100',
  )
  const halfway = db.all('SELECT id FROM session WHERE (ended_at IS NULL) <> (end_reason IS NULL) LIMIT 100')
  return [
    ...strange.map((row) => problem('lineage-broken', unpackSqliteId(row.id), 'It knows its parent by another id.')),
    ...halfway.map((row) =>
      problem('lineage-broken', unpackSqliteId(row.id), 'It ended halfway: without a time or a reason.'),
    ),
  ]
}

function cycles(db: Connection): readonly StoreProblem[] {
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
    const id = unpackSqliteId(db.get('SELECT id FROM session WHERE key = ?', key)?.id)
    return problem('lineage-cycle', id, 'It is its own ancestor.')
  })
}

function tips(db: Connection): readonly StoreProblem[] {
  const rows = db.all(
    `SELECT c.id, c.tip, count(s.key) AS count, max(s.key) AS live FROM conversation c LEFT JOIN session s
       ON s.conversation = c.key AND (s.end_reason IS NULL OR s.end_reason = 'closed')
       GROUP BY c.key HAVING count(s.key) <> 1 OR c.tip IS NOT max(s.key)`,
  )
  return rows.map((row) => {
    const derived = Number(row.count) === 1
    const detail = derived ? 'Its tip is not the session that goes on.' : `It has ${row.count} sessions that go on.`
    return problem('tip-count', unpackSqliteId(row.id), detail, derived)
  })
}

function places(db: Connection): readonly StoreProblem[] {
  const rows = db.all(
    `SELECT c.id, t.originals, coalesce(o.count, 0) AS count, coalesce(o.next, 0) AS next
       FROM conversation c JOIN session t ON t.key = c.tip LEFT JOIN ${countedOriginals} o ON o.conversation = c.key
       WHERE coalesce(o.count, 0) <> t.originals OR coalesce(o.next, 0) <> t.originals`,
  )
  return rows.map((row) => {
    const derived = Number(row.count) === Number(row.next) && Number(row.originals) < Number(row.count)
    const detail = `It has ${row.count} originals up to ${Number(row.next) - 1}, and counts ${row.originals}.`
    return problem('index-gap', unpackSqliteId(row.id), detail, derived)
  })
}

/** Number of originals that conversations have, and the place after the last. */
export const countedOriginals = `(
  SELECT ${conversationKeySql('key')} AS conversation, count(*) AS count, max(${placeSql('key')}) + 1 AS next
    FROM message WHERE ${isOriginalSql('key')} GROUP BY 1)`

/** Counts of sessions that others continue are unused until those resume; they stay within what was said. */
function formerCounts(db: Connection): readonly StoreProblem[] {
  const rows = db.all(`SELECT s.id, s.originals FROM session s WHERE s.key IN (${miscounted}) LIMIT 100`)
  return rows.map((row) => {
    const detail = `It counts ${row.originals} originals, which its conversation cannot have had.`
    return problem('index-gap', unpackSqliteId(row.id), detail, true)
  })
}

/** Sessions that are no tip, and count fewer originals than they said or more than there are: SQL. */
export const miscounted = `SELECT f.key FROM session f JOIN conversation c ON c.key = f.conversation
  JOIN session t ON t.key = c.tip AND t.key <> f.key
  WHERE typeof(f.originals) <> 'integer' OR f.originals > t.originals OR f.originals < coalesce((
    SELECT max(${placeSql('m.key')}) + 1 FROM message m WHERE m.session = f.key AND ${isOriginalSql('m.key')}
      AND m.key >= (f.conversation << 24) AND m.key < ((f.conversation + 1) << 24)), 0)`

function usages(db: Connection): readonly StoreProblem[] {
  const told = db.all('SELECT id, usage, key FROM session')
  const { sums, unknown } = usageSums(db)
  return told
    .filter(({ key }) => !unknown.has(Number(key)))
    .filter(({ key, usage }) => {
      const json = parseJson(String(usage))
      return json !== undefined && !equalJson(json, { ...sums.get(Number(key)) })
    })
    .map((row) => problem('usage-mismatch', unpackSqliteId(row.id), 'Its usage is not that of its messages.', true))
}

/** The usage of each session's messages, by the session's key. */
export interface UsageSums {
  readonly sums: ReadonlyMap<number, Usage>
  /** Sessions with a message whose usage can no longer be read. */
  readonly unknown: ReadonlySet<number>
}

export function usageSums(db: Connection): UsageSums {
  const sums = new Map<number, Usage>()
  const unknown = new Set<number>()
  for (const row of db.all('SELECT id, session, extra FROM message WHERE extra IS NOT NULL ORDER BY key')) {
    const key = Number(row.session)
    try {
      const { usage, origin } = readExtra(row)
      if (usage !== undefined && origin === undefined) sums.set(key, addUsage(sums.get(key) ?? {}, usage))
    } catch {
      unknown.add(key)
    }
  }
  return { sums, unknown }
}

/** `search_docsize` has a row for each text in the index; those that wait to be indexed are not missing. */
function index(db: Connection): readonly StoreProblem[] {
  const missing = db.all(
    `SELECT m.id FROM message m JOIN conversation c ON c.key = ${conversationKeySql('m.key')}
       WHERE ${isOriginalSql('m.key')} AND ${placeSql('m.key')} < c.indexed AND m.key NOT IN (SELECT id FROM search_docsize)
       LIMIT 100`,
  )
  const stuck = db.all(
    `SELECT c.id FROM conversation c JOIN session t ON t.key = c.tip
       WHERE c.indexed > t.originals OR (c.indexed < t.originals AND c.waiting = 0) LIMIT 100`,
  )
  const extra = db.all(`SELECT id FROM search_docsize WHERE ${isExtra} LIMIT 100`)
  return [
    ...missing.map((row) =>
      problem('search-incomplete', unpackSqliteId(row.id), 'Search does not find this message.', true),
    ),
    ...stuck.map((row) => problem('search-incomplete', unpackSqliteId(row.id), 'Its indexing would not go on.', true)),
    ...extra.map((row) => problem('search-incomplete', `row ${row.id}`, 'Search finds what is not there.', true)),
  ]
}

/** SQL for index rows without a message that should be in the index by now. */
export const isExtra = `id NOT IN (SELECT m.key FROM message m JOIN conversation c ON c.key = ${conversationKeySql('m.key')}
  WHERE ${isOriginalSql('m.key')} AND ${placeSql('m.key')} < c.indexed)`

function problem(code: string, where: string, detail: string, derived = false): StoreProblem {
  return { code, where, detail, derived }
}
