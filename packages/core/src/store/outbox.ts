import type { JsonObject } from '../json.ts'
import type { Backlog, Lane } from './inbox.ts'
import type { ConversationId, Instant } from './session.ts'

/** A piece of an answer, to be delivered by a channel. */
export interface NewPiece {
  /**
   * Names the piece, e.g. by the id of the answer and a number: what is added again under it is the same piece, as long as
   * it waits and for `keptSourceDays` after it was delivered or given up. Its body is kept only until then.
   */
  readonly key: string
  readonly conversation: ConversationId
  readonly channel: string
  /** Where it goes within the channel. Pieces of one thread are delivered in order, one at a time. */
  readonly thread: string
  readonly body: JsonObject
  readonly at: Instant
}

/** A piece in the outbox. */
export interface Piece extends NewPiece {
  readonly no: number
  /** How often it was handed out, this time included. */
  readonly tries: number
  /** The platform may have taken it already: an earlier try ended without an answer. */
  readonly isUnsure: boolean
  /** The platform's id of what was sent in its place so far, such as a placeholder that can be edited. */
  readonly sentAs?: string
}

/** Why a piece was not delivered. */
export interface PieceFailure {
  /** When to try again; without it nobody tries again. */
  readonly retryInMs?: number
  /** In one line, without secrets. */
  readonly reason: string
  /** The platform may have taken it. @default false */
  readonly isUnsure?: boolean
}

/** Answers on their way out, apart from the turns that wrote them: what was added is delivered, also after a crash. */
export interface Outbox {
  /** Keeps pieces, all or none. With a lane, only while it is held; false when it was lost. */
  add(pieces: readonly NewPiece[], lane?: Lane): Promise<boolean>
  /** Takes pieces that are due for these channels: the oldest of each thread of which none is under way. */
  claim(channels: readonly string[], holder: string, most: number, ttlMs: number): Promise<readonly Piece[]>
  /** Remembers what was sent in place of a piece that is not complete yet. */
  began(piece: Piece, holder: string, sentAs: string): Promise<boolean>
  /** It is delivered. False when the try that says so is not the last one: somebody has taken the piece since. */
  sent(piece: Piece, holder: string, sentAs: string): Promise<boolean>
  failed(piece: Piece, holder: string, failure: PieceFailure): Promise<boolean>
  backlog(): Promise<Backlog>
  /** Calls back when something may be due; only a hint. Returns how to stop. */
  watch(listener: () => void): () => void
}
