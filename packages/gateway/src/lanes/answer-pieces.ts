import type { Instant, NewPiece } from '@palimpsest/core/store'
import type { Channel } from '../channels/channel.ts'
import { type ArrivalEnding, endingText } from '../events/arrival-ending.ts'
import { type PieceBody, writePieceBody } from '../outbound/piece-body.ts'
import { splitAnswer } from '../outbound/split-answer.ts'
import type { ArrivalWork } from './arrival-work.ts'

/** The piece that shows an answer while it is written, and in the end holds its beginning. */
export function streamPiece(work: ArrivalWork, after: number, at: Instant): NewPiece {
  const { entry } = work.arrival
  return pieceOf(work, `${entry}:stream`, { kind: 'stream', entry, after }, at)
}

/**
 * The pieces to deliver. Their keys are the same whoever makes them, so what is answered twice is delivered once.
 * An answer that was shown while it was written has its beginning there, so only the rest follows.
 */
export function answerPieces(
  work: ArrivalWork,
  ending: ArrivalEnding,
  channel: Channel,
  at: Instant,
): readonly NewPiece[] {
  const name = ending.kind === 'answered' ? ending.answer : `${work.arrival.entry}:${ending.kind}`
  const texts = splitAnswer(endingText(ending), channel.limit)
  const pieces = texts.map((text, i) => pieceOf(work, `${name}:${i}`, { kind: 'text', text }, at))
  if (work.shownAfter === undefined || pieces.length === 0) return pieces
  return [streamPiece(work, work.shownAfter, at), ...pieces.slice(1)]
}

function pieceOf({ arrival, body }: ArrivalWork, key: string, piece: PieceBody, at: Instant): NewPiece {
  const { channel, thread = '' } = body
  return { key, conversation: arrival.conversation, channel, thread, body: writePieceBody(piece), at }
}
