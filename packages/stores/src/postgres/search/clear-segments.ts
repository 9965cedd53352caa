import type { ConversationId } from '@palimpsest/core/store'
import type { RunStatement } from '../connection/database.ts'
import { integerArray } from '../connection/wire-array.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import { messagesWithOrigin } from '../schema/rows.ts'
import { insertSegment } from './fill-segment.ts'
import { packSegment } from './index-segment.ts'
import { allKeys, bandsFor, type SegmentRow, segmentColumns, unpackSegment } from './read-segment.ts'
import { scopeKey } from './term-key.ts'

/** Takes the messages of a conversation out of the search index, before they are removed themselves. */
export async function clearSegments(run: RunStatement, id: ConversationId): Promise<void> {
  const rows = await run<{ no: string }>(`SELECT m.no FROM ${messagesWithOrigin} WHERE o.conversation = $1`, [
    packPostgresId(id),
  ])
  const gone = new Set(rows.map(({ no }) => Number(no)))
  const segments = await run<{ newest: string }>(
    'SELECT newest FROM @sheets WHERE keys @> $1::integer[] ORDER BY newest FOR UPDATE',
    [integerArray([scopeKey(id)])],
  )
  for (const { newest } of segments) {
    const [segment] = await run<SegmentRow & Record<string, unknown>>(
      `DELETE FROM @sheets s WHERE newest = $1 RETURNING ${segmentColumns('$2')}`,
      [newest, bandsFor(allKeys)],
    )
    const left = segment === undefined ? [] : unpackSegment(segment).filter(({ no }) => !gone.has(no))
    if (left.length > 0) await insertSegment(run, packSegment(left))
  }
}
