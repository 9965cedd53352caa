import type { Occasion } from '../../contract/occasion.ts'
import type { Receipt } from '../../contract/receipt.ts'
import type { Transcript } from '../../message/message.ts'

/** The receipt where nothing was changed: as much after as before, in the same session, with all of its cache. */
export function untouchedReceipt(
  { messages, tools }: Transcript,
  { trigger, budget, counter }: Pick<Occasion, 'trigger' | 'budget' | 'counter'>,
  signed: Pick<Receipt, 'engine' | 'session' | 'ms'>,
): Receipt {
  const tokens = counter.request(messages, tools)
  const floor = counter.request(
    messages.filter(({ role }) => role === 'system'),
    tools,
  )
  return {
    trigger,
    engine: signed.engine,
    session: signed.session,
    continuation: signed.session,
    tokens: { before: tokens, after: tokens, threshold: budget.thresholdTokens, floor },
    messages: { before: messages.length, after: messages.length, summarised: 0 },
    saved: { cleared: 0, deduplicated: 0, shortened: 0, spilled: 0, summarised: 0 },
    summary: { by: 'none', tokens: 0, chunks: 0, coverage: 1 },
    survival: {},
    flags: [],
    cache: { keptTokens: tokens, invalidatedTokens: 0 },
    ms: signed.ms,
  }
}
