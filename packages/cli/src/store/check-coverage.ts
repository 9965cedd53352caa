import { verifyCoverage } from '@palimpsest/core/compaction'
import type { SessionStore, StoreProblem } from '@palimpsest/core/store'

/** Conversations that are read at a time. */
const pageSize = 200

/** Proves that every view represents all that the one before it showed: a compaction hides, and never drops. */
export async function checkCoverage(store: SessionStore): Promise<readonly StoreProblem[]> {
  const problems: StoreProblem[] = []
  for (let from = 0; ; from += pageSize) {
    const page = await store.conversations({ from, limit: pageSize, archived: true })
    for (const { id } of page) problems.push(...(await verifyCoverage(store, id)).map(problemOf))
    if (page.length < pageSize) return problems
  }
}

function problemOf({ kind, session, entry }: Awaited<ReturnType<typeof verifyCoverage>>[number]): StoreProblem {
  const detail =
    kind === 'lost'
      ? `nothing in its view represents entry ${entry}`
      : `entry ${entry} is represented twice in its view`
  return { code: `view-${kind}`, where: `session ${session}`, detail, derived: false }
}
