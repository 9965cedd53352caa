import type { ConversationId, Json, Lane, NewArrival, NewPiece, Piece, PieceFailure } from '@palimpsest/core/store'
import type { Connection } from '../connection/connection.ts'
import { appendEventsInSqlite, readEventsInSqlite } from './event-log.ts'
import { forgetDoneInSqlite } from './forget.ts'
import {
  backlogInSqlite,
  claimLanesInSqlite,
  doneInSqlite,
  nextArrivalInSqlite,
  putInSqlite,
  releaseLaneInSqlite,
  renewLanesInSqlite,
  takeLaneInSqlite,
  waitingArrivalInSqlite,
  yieldLaneInSqlite,
} from './inbox.ts'
import {
  addPiecesInSqlite,
  claimPiecesInSqlite,
  pieceBeganInSqlite,
  pieceFailedInSqlite,
  pieceSentInSqlite,
} from './outbox.ts'

/** Time between two looks for what may be forgotten. */
const forgetEveryMs = 60 * 60 * 1000

/** The calls of inbox, outbox and events, synchronously; leases last by the clock of the machine, which all processes share. */
export function createGatewayCore(db: Connection, now: () => number) {
  let forgetAt = 0
  const forget = () => {
    if (now() < forgetAt) return
    forgetAt = now() + forgetEveryMs
    try {
      if (forgetDoneInSqlite(db, now())) forgetAt = 0
    } catch {
      // What was put is kept, and the next look comes in time.
    }
  }
  const by = (holder: string, ttlMs: number) => ({ holder, ttlMs, now: now() })
  return {
    put: (arrivals: readonly NewArrival[]) => {
      const answers = putInSqlite(db, arrivals, now())
      forget()
      return answers
    },
    claimLanes: (holder: string, most: number, ttlMs: number) => claimLanesInSqlite(db, most, by(holder, ttlMs)),
    takeLane: (conversation: ConversationId, holder: string, ttlMs: number) =>
      takeLaneInSqlite(db, conversation, by(holder, ttlMs)),
    nextArrival: (lane: Lane) => nextArrivalInSqlite(db, lane),
    waitingArrival: (source: string) => waitingArrivalInSqlite(db, source),
    done: (lane: Lane, no: number) => doneInSqlite(db, lane, no, now()),
    releaseLane: (lane: Lane) => releaseLaneInSqlite(db, lane),
    yieldLane: (lane: Lane) => yieldLaneInSqlite(db, lane),
    renewLanes: (holder: string, ttlMs: number) => renewLanesInSqlite(db, by(holder, ttlMs)),
    backlog: (table: 'arrival' | 'piece') => backlogInSqlite(db, table),
    addPieces: (pieces: readonly NewPiece[], lane?: Lane) => addPiecesInSqlite(db, pieces, lane),
    claimPieces: (channels: readonly string[], holder: string, most: number, ttlMs: number) =>
      claimPiecesInSqlite(db, { channels, most, ...by(holder, ttlMs) }),
    pieceBegan: (piece: Piece, holder: string, sentAs: string) => pieceBeganInSqlite(db, piece, holder, sentAs),
    pieceSent: (piece: Piece, holder: string, sentAs: string) =>
      pieceSentInSqlite(db, { piece, holder, sentAs, now: now() }),
    pieceFailed: (piece: Piece, holder: string, failure: PieceFailure) =>
      pieceFailedInSqlite(db, { piece, holder, failure, now: now() }),
    appendEvents: (conversation: ConversationId, events: readonly Json[], at: number) =>
      appendEventsInSqlite(db, { conversation, events, at }),
    readEvents: (conversation: ConversationId, after: number, limit: number) =>
      readEventsInSqlite(db, conversation, after, limit),
  }
}
