import type { RunStatement } from '../connection/database.ts'
import type { ListSpan } from './spans.ts'

/** The list of a session, in order. */
export async function readList(run: RunStatement, session: number): Promise<readonly ListSpan[]> {
  return run<ListSpan & Record<string, unknown>>(
    'SELECT seq, first::float8 AS first, count FROM @spans WHERE session = $1 ORDER BY seq',
    [session],
  )
}

/** Adds to the list of a session, which must not be changed by anyone else meanwhile. */
export async function writeList(run: RunStatement, session: number, spans: readonly ListSpan[]): Promise<void> {
  await run(
    'INSERT INTO @spans (session, seq, first, count) SELECT $1, * FROM unnest($2::integer[], $3::bigint[], $4::integer[])',
    [session, spans.map(({ seq }) => seq), spans.map(({ first }) => first), spans.map(({ count }) => count)],
  )
}
