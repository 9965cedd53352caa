import type { Subject } from '../repo/subject.ts'
import { plain, upper } from '../repo/subject.ts'
import { dashed, pathsOf } from '../repo/subject-files.ts'
import type { Scene } from '../scene.ts'
import { useReadFile, useSearchFiles, useWriteFile } from '../use-files.ts'
import { queryDatabase } from '../use-others.ts'
import { commit, useTerminal } from '../use-terminal.ts'
import type { Card } from './card.ts'
import { perhapsThanks } from './common-moves.ts'

/** A slow list; the cure is an index, which goes into a proposal because migrations are not the agent's. */
export function speedUpList(subject: Subject): Card {
  return (scene) => {
    const ms = scene.random.int(800, 6400)
    const rows = scene.random.int(90_000, 2_400_000)
    const table = dashed(subject.many).replaceAll('-', '_')
    scene.ask(
      scene.random.pick([
        `GET /${dashed(subject.many)} takes ${ms} ms on staging. It used to be instant. Why?`,
        `the ${plain(subject.many)} overview is slow (p95 ${(ms / 1000).toFixed(1)} s according to Grafana). find the reason, propose a cure, don't apply it yet`,
      ]),
    )
    measure(scene, table, { ms, rows })
    scene.act(
      {},
      useReadFile(scene.world, pathsOf(subject).store),
      useSearchFiles(scene.world, 'CREATE INDEX', 'migrations/'),
    )
    const sha = propose(scene, subject, table, { ms, rows })
    scene.answer(
      `The list sorts ${rows.toLocaleString('en-US')} rows for every page, because \`${table}\` has no index on \`created_at\` (sequential scan, top-N sort, **${ms} ms**).

With \`CREATE INDEX CONCURRENTLY ${table}_created_at ON ${table} (created_at DESC, id)\` it would read 50 rows off the index, which should be **below 10 ms**; I could not try it, as I may only read there. I wrote the proposal to \`docs/proposals/${table}-index.md\` (\`${sha}\`) and left \`migrations/\` alone.

Question for you: build it during the day? It takes about ${scene.random.int(2, 14)} minutes and does not lock writes.`,
    )
    scene.ask(scene.random.pick(['tonight, I will do it myself', 'yes but not before Thursday', 'I will ask the DBA.']))
    scene.answer('Noted. The proposal has the statement and the way back; nothing else is needed from my side.')
    perhapsThanks(scene, sha)
  }
}

interface Figures {
  readonly ms: number
  readonly rows: number
}

function measure(scene: Scene, table: string, { ms, rows }: Figures): void {
  const { random } = scene
  const blocks = Math.floor(rows / 40)
  scene.act(
    {
      think: `Measure before guessing. EXPLAIN with buffers on ${table} tells whether it is the sort, the scan or the network.`,
    },
    queryDatabase(
      `EXPLAIN (ANALYZE, BUFFERS) SELECT * FROM ${table} ORDER BY created_at DESC LIMIT 50`,
      `Limit  (cost=${random.int(20000, 90000)}.41..${random.int(20000, 90000)}.24 rows=50 width=${random.int(90, 240)}) (actual time=${ms - 3}.118..${ms}.402 rows=50 loops=1)
  Buffers: shared hit=${random.int(80, 900)} read=${blocks}
  ->  Gather Merge  (actual time=${ms - 9}.930..${ms - 2}.377 rows=50 loops=1)
        Workers Planned: 2
        Workers Launched: 2
        ->  Sort  (actual time=${ms - 40}.002..${ms - 39}.914 rows=38 loops=3)
              Sort Key: created_at DESC
              Sort Method: top-N heapsort  Memory: 42kB
              ->  Parallel Seq Scan on ${table}  (actual time=0.021..${Math.floor(ms * 0.7)}.440 rows=${Math.floor(rows / 3)} loops=3)
Planning Time: 0.${random.int(100, 900)} ms
Execution Time: ${ms}.611 ms`,
    ),
    queryDatabase(`SELECT count(*) FROM ${table}`, `{"count":"${rows}"}\n(1 row)`),
    useTerminal(
      `autocannon -d 5 -c 4 https://staging.harbor.example/${table.replaceAll('_', '-')}`,
      `┌─────────┬────────┬────────┬────────┐\n│ Stat    │ 50%    │ 97.5%  │ 99%    │\n├─────────┼────────┼────────┼────────┤\n│ Latency │ ${ms} ms │ ${ms + 310} ms │ ${ms + 480} ms │\n└─────────┴────────┴────────┴────────┘`,
      { seconds: 5.4 },
    ),
  )
}

function propose(scene: Scene, subject: Subject, table: string, { ms, rows }: Figures): string {
  const text = `# An index for ${table}

**Date:** ${scene.clock.day()}
**Problem:** the list of ${plain(subject.many)} sorts the whole table for each page: ${rows} rows, ${ms} ms.
**Proposal:**

\`\`\`sql
CREATE INDEX CONCURRENTLY ${table}_created_at ON ${table} (created_at DESC, id);
\`\`\`

**Why with id:** \`created_at\` is not unique; with the id behind it the order is total and pages do not overlap.
**Why not in a transaction:** CONCURRENTLY cannot run inside one, so it has to be a migration of its own.
**Way back:** \`DROP INDEX CONCURRENTLY ${table}_created_at;\`
**Touches:** \`list${upper(subject.many)}\` in \`${pathsOf(subject).store}\`, which needs \`ORDER BY created_at DESC, id\` to use it fully.
`
  scene.act(
    { say: 'The cause is clear. Writing it down as a proposal.' },
    useWriteFile(scene.world, `docs/proposals/${table}-index.md`, text),
  )
  const { use, sha } = commit(scene, `Propose an index for the list of ${plain(subject.many)}`)
  scene.act({}, use)
  return sha
}
