import {
  checkNewIds,
  conversationId,
  type JsonObject,
  type Lane,
  type NewPiece,
  type Piece,
  type PieceFailure,
} from '@palimpsest/core/store'
import { reading, readRowNumber } from '../../reading.ts'
import type { Connection } from '../connection/connection.ts'
import type { SqlRow, SqlValue } from '../connection/driver.ts'
import { packSqliteId, unpackSqliteId } from '../schema/pack-id.ts'
import { packName, unpackName } from '../schema/pack-name.ts'
import { holdsLane } from './fence.ts'
import type { SqliteClaim } from './inbox.ts'

/** Keeps pieces, unless a lane is given that is lost. */
export function addPiecesInSqlite(db: Connection, pieces: readonly NewPiece[], lane?: Lane): boolean {
  checkNewIds(pieces.map(({ conversation }) => conversation))
  return db.write(() => {
    if (lane !== undefined && !holdsLane(db, lane)) return false
    for (const { key, conversation, channel, thread, body, at } of pieces) {
      db.run(
        `INSERT INTO piece (key, conversation, channel, thread, body, at) VALUES (?, ?, ?, ?, ?, ?)
           ON CONFLICT (key) DO NOTHING`,
        packName(key),
        packSqliteId(conversation),
        packName(channel),
        packName(thread),
        JSON.stringify(body),
        at,
      )
    }
    return true
  })
}

/** Pieces that are asked for. */
export interface SqlitePieceClaim extends SqliteClaim {
  readonly channels: readonly string[]
  readonly most: number
}

/** A thread whose oldest piece is under way, or not due yet, holds back the younger ones. */
const dueSql = `SELECT p.no FROM piece p INDEXED BY piece_waiting
  WHERE p.done_at IS NULL AND p.channel IN (SELECT value FROM json_each(?1))
    AND p.due_at <= ?2 AND (p.holder IS NULL OR p.until <= ?2)
    AND NOT EXISTS (
      SELECT 1 FROM piece o WHERE o.channel = p.channel AND o.thread = p.thread AND o.done_at IS NULL AND o.no < p.no)
  ORDER BY p.no LIMIT ?3`

export function claimPiecesInSqlite(db: Connection, claim: SqlitePieceClaim): readonly Piece[] {
  const { channels, most, holder, ttlMs, now } = claim
  const due = () => db.all(dueSql, JSON.stringify(channels.map(packName)), now, Math.max(0, Math.floor(most)))
  if (due().length === 0) return []
  return db.write(() =>
    due().flatMap(({ no }) => {
      // A holder that died may have delivered it.
      const row = db.get(
        `UPDATE piece SET holder = ?, until = ?, tries = tries + 1, unsure = unsure OR holder IS NOT NULL
           WHERE no = ? RETURNING *`,
        packName(holder),
        now + ttlMs,
        no ?? null,
      )
      return row === undefined ? [] : [pieceOf(row)]
    }),
  )
}

/** SQL that is true for a piece while this try of this holder is the last one. */
const isUnderWay = 'no = ? AND holder = ? AND tries = ? AND done_at IS NULL'

function underWay({ no, tries }: Piece, holder: string): readonly SqlValue[] {
  return [no, packName(holder), tries]
}

export function pieceBeganInSqlite(db: Connection, piece: Piece, holder: string, sentAs: string): boolean {
  const sql = `UPDATE piece SET sent_as = ? WHERE ${isUnderWay}`
  return db.write(() => db.change(sql, packName(sentAs), ...underWay(piece, holder)) > 0)
}

/** A piece that was delivered, by whom, as what, and when. */
export interface SqliteSentPiece {
  readonly piece: Piece
  readonly holder: string
  readonly sentAs: string
  readonly now: number
}

export function pieceSentInSqlite(db: Connection, { piece, holder, sentAs, now }: SqliteSentPiece): boolean {
  const sql = `UPDATE piece SET sent_as = ?, done_at = ?, body = NULL, holder = NULL, until = NULL WHERE ${isUnderWay}`
  return db.write(() => db.change(sql, packName(sentAs), now, ...underWay(piece, holder)) > 0)
}

/** A piece that was not delivered. */
export interface SqliteFailedPiece {
  readonly piece: Piece
  readonly holder: string
  readonly failure: PieceFailure
  readonly now: number
}

export function pieceFailedInSqlite(db: Connection, { piece, holder, failure, now }: SqliteFailedPiece): boolean {
  const { retryInMs, reason, isUnsure = false } = failure
  const isOver = retryInMs === undefined
  const end = isOver ? 'done_at = ?, body = NULL' : 'due_at = ?'
  const sql = `UPDATE piece SET reason = ?, unsure = unsure OR ?, ${end}, holder = NULL, until = NULL WHERE ${isUnderWay}`
  const values = [packName(reason), isUnsure ? 1 : 0, isOver ? now : now + retryInMs]
  return db.write(() => db.change(sql, ...values, ...underWay(piece, holder)) > 0)
}

function pieceOf(row: SqlRow): Piece {
  return reading(
    () => `Piece ${row.no}`,
    () => ({
      no: readRowNumber(row.no),
      key: unpackName(row.key),
      conversation: conversationId(unpackSqliteId(row.conversation)),
      channel: unpackName(row.channel),
      thread: unpackName(row.thread),
      body: JSON.parse(String(row.body)) as JsonObject,
      at: readRowNumber(row.at),
      tries: readRowNumber(row.tries),
      isUnsure: row.unsure === 1,
      ...(row.sent_as !== null && { sentAs: unpackName(row.sent_as) }),
    }),
  )
}
