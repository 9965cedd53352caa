import {
  type Counter,
  inOrderSoFar,
  joinSummary,
  type Message,
  type Receipt,
  type StoredMessage,
  takesTurns,
} from '@palimpsest/core'

/**
 * A compressed conversation as its file shows it. Where the user and the assistant took turns, a summary is one message with
 * what the user says right after it, so that they still do; elsewhere every message that stays is left as it was.
 */
export function writtenMessages(before: readonly StoredMessage[], after: readonly StoredMessage[]): readonly Message[] {
  const tookTurns = takesTurns(before.map(({ message }) => message))
  return inOrderSoFar(tookTurns ? joinSummary(after) : after.map(({ message }) => message))
}

/** The receipt of a compaction, counted by what its file shows: joining messages saves what separates them. */
export function receiptOfWritten(receipt: Receipt, after: readonly StoredMessage[], written: Written): Receipt {
  const view = inOrderSoFar(after.map(({ message }) => message))
  const joined = view.length - written.messages.length
  if (joined === 0) return receipt
  const lessTokens = written.counter.request(view) - written.counter.request(written.messages)
  const { tokens, messages, saved } = receipt
  return {
    ...receipt,
    tokens: { ...tokens, after: tokens.after - lessTokens },
    messages: { ...messages, after: messages.after - joined },
    saved:
      saved.dropped === undefined
        ? { ...saved, summarised: saved.summarised + lessTokens }
        : { ...saved, dropped: saved.dropped + lessTokens },
  }
}

interface Written {
  readonly messages: readonly Message[]
  readonly counter: Counter
}
