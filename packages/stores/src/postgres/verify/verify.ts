import type { StoreProblem } from '@palimpsest/core/store'
import type { Database, RunStatement } from '../connection/database.ts'
import { gatewayChecks } from '../gateway/verify-gateway.ts'
import { unpackPostgresId } from '../schema/pack-id.ts'
import type { SqlCheck } from './sql-check.ts'
import { verifyMessagesInPostgres } from './verify-messages.ts'
import { verifyRowsInPostgres } from './verify-rows.ts'
import { verifySegments } from './verify-segments.ts'

/** Proves the store sound, or reports what is wrong with it, as of one moment: others may continue writing. */
export function verifyInPostgres(database: Database): Promise<readonly StoreProblem[]> {
  return database.transaction(async (run) => {
    await run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', [], 'each-time')
    const problems: StoreProblem[] = []
    for (const check of [...checks, ...gatewayChecks])
      for (const problem of await findProblems(run, check)) problems.push(problem)
    return [
      ...problems,
      ...(await verifyRowsInPostgres(run)),
      ...(await verifyCycles(run)),
      ...(await verifyMessagesInPostgres(run)),
      ...(await verifySegments(run)),
    ]
  })
}

/** Conversations and what was said in them. */
const originals = `@conversations c LEFT JOIN @origins o ON o.conversation = c.id
  LEFT JOIN @messages m ON m.origin = o.no AND m.place IS NOT NULL`

const checks: readonly SqlCheck[] = [
  {
    code: 'sequence-gap',
    sql: `SELECT s.id, 'says ' || s.next_seq || ' entries, has ' || coalesce(sum(p.count), 0) || ' up to '
        || coalesce(max(p.seq + p.count), 0) AS detail
      FROM @sessions s LEFT JOIN @spans p ON p.session = s.no GROUP BY s.no
      HAVING coalesce(sum(p.count), 0) <> s.next_seq OR coalesce(max(p.seq + p.count), 0) <> s.next_seq
        OR coalesce(min(p.seq), 0) <> 0 OR s.born_with > s.next_seq`,
  },
  {
    code: 'message-missing',
    sql: `SELECT s.id, 'entries from ' || p.seq || ' on show messages that are not there' AS detail
      FROM @spans p JOIN @sessions s ON s.no = p.session
      WHERE p.count <> (SELECT count(*) FROM @messages m WHERE m.no >= p.first AND m.no < p.first + p.count)`,
  },
  {
    code: 'tip-count',
    sql: `SELECT c.id, 'of its sessions, ' || count(s.no) || ' may go on, and its tip is '
        || CASE WHEN bool_or(s.id = c.tip) THEN 'one of them' ELSE 'none of them' END AS detail
      FROM @conversations c LEFT JOIN @sessions s ON s.conversation = c.id AND s.end_reason IS DISTINCT FROM 'undone'
        AND s.end_reason IS DISTINCT FROM 'compression'
      GROUP BY c.no HAVING count(s.no) <> 1 OR NOT bool_or(s.id = c.tip)`,
  },
  {
    code: 'tip-seq',
    derived: true,
    sql: `SELECT c.id, 'the conversation does not know where its tip ends' AS detail FROM @conversations c
      JOIN @sessions s ON s.id = c.tip
      WHERE c.tip_seq IS DISTINCT FROM CASE WHEN s.ended_at IS NULL THEN s.next_seq END`,
  },
  {
    code: 'index-gap',
    sql: `SELECT c.id, 'has ' || count(m.place) || ' originals up to ' || coalesce(max(m.place), -1) AS detail
      FROM ${originals} GROUP BY c.no
      HAVING count(m.place) <> count(DISTINCT m.place) OR max(m.place) + 1 <> count(m.place) OR min(m.place) <> 0`,
  },
  {
    code: 'count-mismatch',
    derived: true,
    sql: `SELECT c.id, 'says ' || c.messages || ' originals, has ' || count(m.place) AS detail
      FROM ${originals} GROUP BY c.no HAVING count(m.place) <> c.messages`,
  },
  {
    code: 'orphan-row',
    sql: `SELECT s.id, 'the session continues one that is not there' AS detail FROM @sessions s
        WHERE s.kind = 'continuation' AND NOT EXISTS (
          SELECT 1 FROM @sessions p WHERE p.id = s.parent AND p.conversation = s.conversation)
      UNION ALL SELECT m.id, 'nobody knows where the message was written' FROM @messages m
        WHERE NOT EXISTS (SELECT 1 FROM @origins o WHERE o.no = m.origin)`,
  },
]

async function findProblems(run: RunStatement, { code, derived, sql }: SqlCheck): Promise<readonly StoreProblem[]> {
  const rows = await run<{ id: Buffer; detail: string }>(sql, [], 'each-time')
  return rows.map(({ id, detail }) => ({ code, where: unpackPostgresId(id), detail, derived: derived ?? false }))
}

async function verifyCycles(run: RunStatement): Promise<readonly StoreProblem[]> {
  const raw = await run<{ id: Buffer; parent: Buffer }>('SELECT id, parent FROM @sessions WHERE parent IS NOT NULL')
  const rows = raw.map(({ id, parent }) => ({ id: unpackPostgresId(id), parent: unpackPostgresId(parent) }))
  const parents = new Map(rows.map(({ id, parent }) => [id, parent]))
  const sound = new Set<string>()
  return rows.flatMap(({ id }) => {
    const path = new Set<string>()
    let at: string | undefined = id
    while (at !== undefined && !path.has(at) && !sound.has(at)) {
      path.add(at)
      at = parents.get(at)
    }
    if (at === undefined || sound.has(at)) {
      for (const step of path) sound.add(step)
      return []
    }
    return at === id
      ? [{ code: 'lineage-cycle', where: id, detail: 'the session descends from itself', derived: false }]
      : []
  })
}
