import type { Shown } from '../../contract/occasion.ts'
import type { Receipt } from '../../contract/receipt.ts'
import { inOrderSoFar } from '../../message/in-order.ts'
import type { Message } from '../../message/message.ts'
import { takesTurns } from '../../message/turns.ts'
import type { Counter } from '../../tokens/count.ts'
import { joinSummary } from './join-summary.ts'

/**
 * A compacted conversation as its file shows it. Where the user and the assistant took turns, a summary is one message with
 * what the user says right after it, so that they still do; elsewhere every message that stays is left as it was.
 */
export function writtenMessages(before: readonly Shown[], after: readonly Shown[]): readonly Message[] {
  const tookTurns = takesTurns(before.map(({ message }) => message))
  return inOrderSoFar(tookTurns ? joinSummary(after) : after.map(({ message }) => message))
}

/** A file's messages, and what counts them. */
export interface WrittenFile {
  readonly messages: readonly Message[]
  readonly counter: Counter
}

/** The receipt of a compaction, counted by what its file shows: joining messages saves what is between them. */
export function receiptOfWritten(
  receipt: Receipt,
  after: readonly Shown[],
  { messages, counter }: WrittenFile,
): Receipt {
  const view = inOrderSoFar(after.map(({ message }) => message))
  const joined = view.length - messages.length
  if (joined === 0) return receipt
  const lessTokens = counter.request(view) - counter.request(messages)
  const { tokens, messages: counts, saved } = receipt
  return {
    ...receipt,
    tokens: { ...tokens, after: tokens.after - lessTokens, floor: Math.min(tokens.floor, tokens.after - lessTokens) },
    messages: { ...counts, after: counts.after - joined },
    saved:
      saved.dropped === undefined
        ? { ...saved, summarised: saved.summarised + lessTokens }
        : { ...saved, dropped: saved.dropped + lessTokens },
  }
}
