import {
  checkNewIds,
  conversationId,
  type JsonObject,
  type NewPiece,
  type Outbox,
  type Piece,
} from '@palimpsest/core/store'
import { reading } from '../../reading.ts'
import type { Database } from '../connection/database.ts'
import { byteaArray } from '../connection/wire-array.ts'
import { packPostgresId, unpackPostgresId } from '../schema/pack-id.ts'
import { encode } from '../schema/rows.ts'
import { heldValuesOf, isHeldFrom } from './fence.ts'
import { backlogInPostgres, untilSql } from './inbox.ts'
import type { Signals } from './signals.ts'

export function createPostgresOutbox({ run, write }: Database, signals: Signals): Outbox {
  const notification = signals.notification({ kind: 'outbox' })
  const isChanged = async (sql: string, piece: Piece, holder: string, values: readonly unknown[]) =>
    (await write(`${sql} WHERE ${isUnderWay} RETURNING 1`, [piece.no, encode(holder), piece.tries, ...values])).length >
    0
  return {
    add: async (pieces, lane) => {
      checkNewIds(pieces.map(({ conversation }) => conversation))
      const values = [...pieceValues(pieces), ...notification, ...(lane === undefined ? [] : heldValuesOf(lane))]
      const [added] = await write<{ held: boolean }>(lane === undefined ? addSql : addHeldSql, values)
      signals.notify({ kind: 'outbox' })
      return added?.held === true
    },
    claim: async (channels, holder, most, ttlMs) => {
      if (most < 1) return []
      const rows = await write<PieceRow>(claimSql, [channels.map(encode), encode(holder), Math.floor(most), ttlMs])
      return rows.toSorted((a, b) => a.no - b.no).map(pieceOf)
    },
    began: (piece, holder, sentAs) => isChanged('UPDATE @pieces SET sent_as = $4', piece, holder, [encode(sentAs)]),
    sent: (piece, holder, sentAs) => isChanged(sentSql, piece, holder, [encode(sentAs)]),
    failed: (piece, holder, { retryInMs, reason, isUnsure = false }) =>
      retryInMs === undefined
        ? isChanged(givenUpSql, piece, holder, [encode(reason), isUnsure])
        : isChanged(failedSql, piece, holder, [encode(reason), isUnsure, retryInMs]),
    backlog: () => backlogInPostgres(run, 'pieces'),
    watch: signals.watchOutbox,
  }
}

const addTo = (held: string) => `WITH held AS MATERIALIZED (${held}), added AS (
  INSERT INTO @pieces (key, conversation, channel, thread, body, at)
  SELECT p.key, p.conversation, p.channel, p.thread, p.body, p.at
  FROM held, unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::text[], $6::float8[])
    WITH ORDINALITY AS p (key, conversation, channel, thread, body, at, i)
  ORDER BY p.i ON CONFLICT (key) DO NOTHING RETURNING 1
)
SELECT true AS held, (SELECT count(pg_notify($7, $8)) FROM added) AS notified FROM held`

const addSql = addTo('SELECT 1')
const addHeldSql = addTo(`SELECT 1 FROM @lanes WHERE ${isHeldFrom(9)} FOR SHARE`)

function pieceValues(pieces: readonly NewPiece[]): readonly unknown[] {
  return [
    pieces.map(({ key }) => encode(key)),
    byteaArray(pieces.map(({ conversation }) => packPostgresId(conversation))),
    pieces.map(({ channel }) => encode(channel)),
    pieces.map(({ thread }) => encode(thread)),
    pieces.map(({ body }) => encode(body)),
    pieces.map(({ at }) => at),
  ]
}

/**
 * A thread whose oldest piece is not due yet, or of which any is under way, holds back the others. A holder that died may
 * have delivered its piece.
 */
const claimSql = `WITH due AS MATERIALIZED (
  SELECT p.no FROM @pieces p
  WHERE p.done_at IS NULL AND p.channel = ANY ($1::text[]) AND (p.due_at IS NULL OR p.due_at <= now())
    AND (p.holder IS NULL OR p.until <= now()) AND NOT EXISTS (
      SELECT 1 FROM @pieces o WHERE o.channel = p.channel AND o.thread = p.thread AND o.done_at IS NULL
        AND (o.no < p.no OR (o.holder IS NOT NULL AND o.until > now())))
  ORDER BY p.no LIMIT $3 FOR NO KEY UPDATE OF p SKIP LOCKED
)
UPDATE @pieces p SET holder = $2, until = ${untilSql('$4')}, tries = p.tries + 1,
  unsure = p.unsure OR p.holder IS NOT NULL
FROM due WHERE p.no = due.no
RETURNING p.no::float8 AS no, p.key, p.conversation, p.channel, p.thread, p.body, p.at, p.tries, p.unsure, p.sent_as`

/** SQL that is true for a piece while this try of this holder is the last one. */
const isUnderWay = 'no = $1 AND holder = $2 AND tries = $3 AND done_at IS NULL'
const freed = 'holder = NULL, until = NULL'
const sentSql = `UPDATE @pieces SET sent_as = $4, done_at = now(), body = NULL, ${freed}`
const givenUpSql = `UPDATE @pieces SET reason = $4, unsure = unsure OR $5, done_at = now(), body = NULL, ${freed}`
const failedSql = `UPDATE @pieces SET reason = $4, unsure = unsure OR $5, due_at = ${untilSql('$6')}, ${freed}`

type PieceRow = {
  readonly no: number
  readonly key: string
  readonly conversation: Buffer
  readonly channel: string
  readonly thread: string
  readonly body: string
  readonly at: number
  readonly tries: number
  readonly unsure: boolean
  readonly sent_as: string | null
}

function pieceOf(row: PieceRow): Piece {
  const { no, key, conversation, channel, thread, body, at, tries, unsure, sent_as: sentAs } = row
  return reading(
    () => `Piece ${no}`,
    () => ({
      no,
      key: JSON.parse(key) as string,
      conversation: conversationId(unpackPostgresId(conversation)),
      channel: JSON.parse(channel) as string,
      thread: JSON.parse(thread) as string,
      body: JSON.parse(body) as JsonObject,
      at,
      tries,
      isUnsure: unsure,
      ...(sentAs !== null && { sentAs: JSON.parse(sentAs) as string }),
    }),
  )
}
