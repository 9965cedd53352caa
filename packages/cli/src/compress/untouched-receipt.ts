import type { Budget, Counter, Receipt, Transcript } from '@palimpsest/core'

export interface Untouched extends Pick<Receipt, 'trigger' | 'engine' | 'session' | 'ms'> {
  readonly budget: Budget
  readonly counter: Counter
}

/** The receipt where nothing was changed: as much after as before, in the same session, with all of its cache. */
export function untouchedReceipt({ messages, tools }: Transcript, untouched: Untouched): Receipt {
  const { trigger, engine, session, ms, budget, counter } = untouched
  const tokens = counter.request(messages, tools)
  const floor = counter.request(
    messages.filter(({ role }) => role === 'system'),
    tools,
  )
  return {
    trigger,
    engine,
    session,
    continuation: session,
    tokens: { before: tokens, after: tokens, threshold: budget.thresholdTokens, floor },
    messages: { before: messages.length, after: messages.length, summarised: 0 },
    saved: { cleared: 0, deduplicated: 0, shortened: 0, spilled: 0, summarised: 0 },
    summary: { by: 'none', tokens: 0, chunks: 0, coverage: 1 },
    survival: {},
    flags: [],
    cache: { keptTokens: tokens, invalidatedTokens: 0 },
    ms,
  }
}
