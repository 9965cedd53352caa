import type { GatewayStore, Piece } from '@palimpsest/core/store'
import { type Channel, DeliveryError } from '../channels/channel.ts'
import { endingText } from '../events/arrival-ending.ts'
import type { PieceBody } from './piece-body.ts'
import { readPieceBody } from './piece-body.ts'
import { splitAnswer } from './split-answer.ts'
import { readWritten, type WrittenAnswer } from './written-so-far.ts'

/** How far a piece came in one try. */
export type DeliveryStep =
  | { readonly kind: 'sent'; readonly sentAs: string }
  /** It is still being written; there is more to show later. */
  | { readonly kind: 'unfinished' }
  /** There is nothing to send. */
  | { readonly kind: 'empty' }

export interface DeliverPieceDeps {
  readonly store: GatewayStore
  readonly holder: string
  /** What was read and shown of answers that are being written, by the keys of their pieces. */
  readonly shown: Map<string, ShownAnswer>
}

/** An answer that is being written, and the text of it that the platform shows. */
export interface ShownAnswer {
  readonly written: WrittenAnswer
  readonly text?: string
}

/** Tries once to deliver a piece. Throws `DeliveryError`, or whatever the channel throws. */
export async function deliverPiece(deps: DeliverPieceDeps, channel: Channel, piece: Piece): Promise<DeliveryStep> {
  const body = readPieceBody(piece.body)
  if (body === undefined) throw new DeliveryError('The piece cannot be read.', {})
  if (body.kind === 'stream') return deliverStream(deps, channel, { piece, body })
  if (body.text.trim() === '') return { kind: 'empty' }
  return { kind: 'sent', sentAs: await channel.send(piece.thread, body.text, piece.key) }
}

interface StreamPiece {
  readonly piece: Piece
  readonly body: PieceBody & { readonly kind: 'stream' }
}

async function deliverStream(deps: DeliverPieceDeps, channel: Channel, stream: StreamPiece): Promise<DeliveryStep> {
  const { piece, body } = stream
  const before = deps.shown.get(piece.key) ?? { written: { cursor: body.after, text: '', hasGap: false } }
  const written = await readWritten(deps.store, { conversation: piece.conversation, entry: body.entry }, before.written)
  deps.shown.set(piece.key, { ...before, written })
  if (written.ending !== undefined) {
    const [text] = splitAnswer(endingText(written.ending), channel.limit)
    return text === undefined ? { kind: 'empty' } : { kind: 'sent', sentAs: await complete(channel, piece, text) }
  }
  const [text] = written.hasGap ? [] : splitAnswer(written.text, channel.limit)
  if (text === undefined || text === before.text) return { kind: 'unfinished' }
  if (piece.sentAs !== undefined) await showMore(channel, piece, text)
  else await deps.store.outbox.began(piece, deps.holder, await channel.send(piece.thread, text, piece.key))
  deps.shown.set(piece.key, { written, text })
  return { kind: 'unfinished' }
}

/** What cannot be changed now may still be completed. */
async function showMore(channel: Channel, { thread, sentAs = '' }: Piece, text: string): Promise<void> {
  try {
    await channel.edit?.(thread, sentAs, text)
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.retryInMs !== undefined) throw error
  }
}

/** Shows the whole text: in the message that was begun, or in a new one where that cannot be changed any more. */
async function complete(channel: Channel, { thread, sentAs, key }: Piece, text: string): Promise<string> {
  if (sentAs === undefined || channel.edit === undefined) return channel.send(thread, text, key)
  try {
    await channel.edit(thread, sentAs, text)
    return sentAs
  } catch (error) {
    if (!(error instanceof DeliveryError) || error.retryInMs !== undefined) throw error
    return channel.send(thread, text, `${key}:whole`)
  }
}
