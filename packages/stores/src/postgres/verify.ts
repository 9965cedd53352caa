import type { Problem } from '@palimpsest/core'
import type { Database, Run } from './database.ts'
import { verifyMessages } from './verify-messages.ts'

/** Proves the store sound, or tells what is wrong with it, as of one moment: others may go on writing. */
export function verify(database: Database): Promise<readonly Problem[]> {
  return database.transaction(async (run) => {
    await run('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY', [], 'each-time')
    const problems: Problem[] = []
    for (const check of checks) problems.push(...(await findProblems(run, check)))
    return [...problems, ...(await verifyCycles(run)), ...(await verifyMessages(run))]
  })
}

/** A query that returns `id` and `detail` of whatever is wrong. */
interface Check {
  readonly code: string
  readonly derived?: true
  readonly sql: string
}

const checks: readonly Check[] = [
  {
    code: 'sequence-gap',
    sql: `SELECT s.id, 'says ' || s.next_seq || ' entries, has ' || count(e.seq) || ' up to ' || coalesce(max(e.seq), -1)
      AS detail FROM @sessions s LEFT JOIN @entries e ON e.session = s.no GROUP BY s.no
      HAVING count(e.seq) <> s.next_seq OR coalesce(max(e.seq) + 1, 0) <> s.next_seq OR coalesce(min(e.seq), 0) <> 0
        OR s.born_with > s.next_seq`,
  },
  {
    code: 'message-missing',
    sql: `SELECT s.id, 'entry ' || e.seq || ' shows a message that is not there' AS detail
      FROM @entries e LEFT JOIN @sessions s ON s.no = e.session LEFT JOIN @messages m ON m.no = e.message
      WHERE m.no IS NULL`,
  },
  {
    code: 'hash-mismatch',
    sql: `SELECT id, 'the message is not what was written' AS detail FROM @messages
      WHERE encode(sha256(convert_to(json, 'UTF8')), 'hex') <> hash`,
  },
  {
    code: 'tip-count',
    sql: `SELECT c.id, 'tip "' || c.tip || '", but those who may go on are: '
        || coalesce(string_agg(s.id, ', ' ORDER BY s.no), 'none') AS detail
      FROM @conversations c LEFT JOIN @sessions s ON s.conversation = c.id AND s.end_reason IS DISTINCT FROM 'undone'
        AND s.end_reason IS DISTINCT FROM 'compression'
      GROUP BY c.no HAVING count(s.no) <> 1 OR max(s.id) <> c.tip`,
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
      FROM @conversations c JOIN @messages m ON m.conversation = c.id AND m.place IS NOT NULL GROUP BY c.no
      HAVING max(m.place) + 1 <> count(m.place) OR min(m.place) <> 0`,
  },
  {
    code: 'count-mismatch',
    derived: true,
    sql: `SELECT c.id, 'says ' || c.messages || ' originals, has ' || count(m.place) AS detail
      FROM @conversations c LEFT JOIN @messages m ON m.conversation = c.id AND m.place IS NOT NULL GROUP BY c.no
      HAVING count(m.place) <> c.messages`,
  },
  {
    code: 'orphan-row',
    sql: `SELECT id, 'no session shows the message' AS detail FROM @messages m
        WHERE NOT EXISTS (SELECT 1 FROM @entries e WHERE e.message = m.no)
      UNION ALL SELECT s.id, 'the session continues one that is not there' FROM @sessions s
        WHERE s.kind = 'continuation' AND NOT EXISTS (
          SELECT 1 FROM @sessions p WHERE p.id = s.parent AND p.conversation = s.conversation)`,
  },
]

async function findProblems(run: Run, { code, derived, sql }: Check): Promise<readonly Problem[]> {
  const rows = await run<{ id: string; detail: string }>(sql, [], 'each-time')
  return rows.map(({ id, detail }) => ({ code, where: id, detail, derived: derived ?? false }))
}

async function verifyCycles(run: Run): Promise<readonly Problem[]> {
  const rows = await run<{ id: string; parent: string }>('SELECT id, parent FROM @sessions WHERE parent IS NOT NULL')
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
