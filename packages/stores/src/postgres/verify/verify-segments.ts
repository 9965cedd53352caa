import type { StoreProblem } from '@palimpsest/core/store'
import type { RunStatement } from '../connection/database.ts'
import { unpackPostgresId } from '../schema/pack-id.ts'
import { keysOf } from '../search/fill-segment.ts'
import type { IndexedMessage } from '../search/index-segment.ts'
import { allKeys, bandsFor, type SegmentRow, segmentColumns, unpackSegment } from '../search/read-segment.ts'

/** Messages read at a time. */
const pageRows = 1000

/** Checks that each indexed original is in one segment, under all of its words and no other. */
export async function verifySegments(run: RunStatement): Promise<readonly StoreProblem[]> {
  const seen = new Set<number>()
  const wrong = new Set<number>()
  const problems: StoreProblem[] = []
  for await (const segment of allSegments(run)) {
    const messages = unpackSegment(segment)
    if (!isSame(new Set(segment.keys), new Set(messages.flatMap((message) => [...message.keys])))) {
      problems.push(
        problem(`segment ${segment.newest}`, 'a segment of the search index is not found by all that it holds'),
      )
    }
    for (const no of await wronglyIndexed(run, messages)) wrong.add(no)
    for (const { no } of messages) {
      if (seen.has(no)) wrong.add(no)
      seen.add(no)
    }
  }
  for await (const { no, id } of allIndexed(run)) {
    if (seen.delete(no) && !wrong.has(no)) continue
    problems.push(problem(unpackPostgresId(id), 'the message cannot be found by all of its words'))
  }
  for (const no of seen)
    problems.push(problem(`message ${no}`, 'the search index has a message that it should not have'))
  return problems
}

function problem(where: string, detail: string): StoreProblem {
  return { code: 'search-incomplete', where, detail, derived: true }
}

interface WholeSegment extends SegmentRow {
  readonly keys: readonly number[]
}

async function* allSegments(run: RunStatement): AsyncIterable<WholeSegment> {
  for (let last = '0'; ; ) {
    const rows: readonly WholeSegment[] = await run<WholeSegment & Record<string, unknown>>(
      `SELECT ${segmentColumns('$2')}, s.keys FROM @sheets s WHERE s.newest > $1 ORDER BY s.newest LIMIT 1`,
      [last, bandsFor(allKeys)],
    )
    yield* rows
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.newest
  }
}

/** Finds wrong index entries; an unreadable message has no words to compare. */
async function wronglyIndexed(run: RunStatement, messages: readonly IndexedMessage[]): Promise<readonly number[]> {
  const rows = await run<{ no: string; conversation: Buffer; body: Buffer }>(
    'SELECT m.no, o.conversation, m.body FROM @messages m JOIN @origins o ON o.no = m.origin WHERE m.no = ANY ($1::bigint[])',
    [messages.map(({ no }) => no)],
  )
  const there = new Map(messages.map(({ no, keys }) => [no, keys]))
  const wrong: number[] = []
  for (const { no, conversation, body } of rows) {
    const wanted = await keysOf(body, unpackPostgresId(conversation))
    if (wanted.size > 0 && !isSame(wanted, there.get(Number(no)) ?? new Set())) wrong.push(Number(no))
  }
  return wrong
}

interface Indexed {
  readonly no: number
  readonly id: Buffer
}

/** All originals that should be in a segment. */
async function* allIndexed(run: RunStatement): AsyncIterable<Indexed> {
  for (let last = 0; ; ) {
    const rows: readonly Indexed[] = await run<Indexed & Record<string, unknown>>(
      `SELECT m.no::float8 AS no, m.id FROM @messages m JOIN @origins o ON o.no = m.origin
        JOIN @conversations c ON c.id = o.conversation AND m.place < c.indexed
        WHERE m.no > $1 ORDER BY m.no LIMIT ${pageRows}`,
      [last],
    )
    yield* rows
    const end = rows.at(-1)
    if (end === undefined) return
    last = end.no
  }
}

function isSame(one: ReadonlySet<number>, other: ReadonlySet<number>): boolean {
  return one.size === other.size && [...one].every((key) => other.has(key))
}
