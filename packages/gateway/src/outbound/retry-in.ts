import type { PieceFailure } from '@palimpsest/core/store'
import { DeliveryError } from '../channels/channel.ts'

/** The tries of a piece so far. */
export interface DeliveryTries {
  readonly tries: number
  /** Since the piece was written. */
  readonly ageMs: number
  /** Nobody tries any more when it is older. */
  readonly giveUpMs: number
}

const firstWaitMs = 500
const mostWaitMs = 60_000

/** Decides when a piece is tried again after an error: when the platform asks for it, and later each time. */
export function retryIn(error: unknown, { tries, ageMs, giveUpMs }: DeliveryTries): PieceFailure {
  const known = error instanceof DeliveryError ? error : undefined
  // An error that no channel expected may have come after the platform took the message.
  const isUnsure = known?.isUnsure ?? true
  const reason = known?.message.slice(0, 200) ?? 'The channel failed unexpectedly.'
  const isHopeless = known !== undefined && known.retryInMs === undefined
  const retryInMs = Math.max(known?.retryInMs ?? 0, Math.min(mostWaitMs, firstWaitMs * 2 ** Math.min(tries - 1, 10)))
  if (isHopeless || ageMs + retryInMs > giveUpMs) return { reason, isUnsure }
  return { reason, isUnsure, retryInMs }
}
