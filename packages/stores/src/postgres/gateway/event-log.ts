import { checkNewIds, type EventLog, type Json, keptEvents, type LoggedEvent } from '@palimpsest/core/store'
import { reading } from '../../reading.ts'
import type { Database } from '../connection/database.ts'
import { packPostgresId } from '../schema/pack-id.ts'
import { encode } from '../schema/rows.ts'
import type { Signals } from './signals.ts'

export function createPostgresEvents({ run, write }: Database, signals: Signals): EventLog {
  return {
    append: async (conversation, events, at) => {
      checkNewIds([conversation])
      const signal = { kind: 'events', conversation } as const
      const values = [packPostgresId(conversation), at, events.map(encode), ...signals.notification(signal)]
      const [row] = await write<{ last: number }>(appendSql, values)
      signals.notify(signal)
      return row?.last ?? 0
    },
    after: async (conversation, id, limit) => {
      const rows = await run<EventRow>(
        'SELECT id, at, event FROM @events WHERE conversation = $1 AND id > $2 ORDER BY id LIMIT $3',
        [packPostgresId(conversation), id, Math.max(0, limit)],
      )
      return rows.map((row) => eventOf(conversation, row))
    },
    watch: signals.watchEvents,
  }
}

/** Old events go by the hundred, so that most appends need not look for any. */
const forgetEvery = 100

/** The lock on the conversation's counter keeps ids without gaps. */
const appendSql = `WITH counted AS (
  INSERT INTO @eventlogs AS l (conversation, last) VALUES ($1, cardinality($3::text[]))
  ON CONFLICT (conversation) DO UPDATE SET last = l.last + excluded.last RETURNING last
), added AS (
  INSERT INTO @events (conversation, id, at, event)
  SELECT $1, counted.last - cardinality($3::text[]) + e.i, $2, e.event
  FROM counted, unnest($3::text[]) WITH ORDINALITY AS e (event, i)
), gone AS (
  DELETE FROM @events e USING counted WHERE e.conversation = $1 AND e.id <= counted.last - ${keptEvents}
    AND counted.last % ${forgetEvery} < cardinality($3::text[])
)
SELECT last, pg_notify($4, $5) IS NULL AS notified FROM counted`

type EventRow = {
  readonly id: number
  readonly at: number
  readonly event: string
}

function eventOf(conversation: string, { id, at, event }: EventRow): LoggedEvent {
  return reading(
    () => `Event ${id} of ${conversation}`,
    () => ({ id, at, event: JSON.parse(event) as Json }),
  )
}
