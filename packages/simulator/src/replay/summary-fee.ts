import type { CompactionCosts } from '@palimpsest/core/cache'
import type { Receipt, SummaryModel } from '@palimpsest/core/engine'
import type { Counter } from '@palimpsest/core/tokens'
import type { Usd } from './replay-result.ts'
import { type PriceUsage, plainUsage, timesUsd } from './usd.ts'

/** The price of a summary: nothing, the main model's for fresh text or on its cached prefix, or a share of it. */
export type SummaryFee =
  | { readonly kind: 'none' | 'main' | 'cached' }
  | { readonly kind: 'other'; readonly ratio: number }

/** Returns the summariser that charges such a fee. */
export function summariserOf(fee: SummaryFee): CompactionCosts['summariser'] {
  switch (fee.kind) {
    case 'none':
      return { kind: 'other', price: 0 }
    case 'main':
      return { kind: 'other', price: 1 }
    case 'cached':
      return { kind: 'main' }
    case 'other':
      return { kind: 'other', price: fee.ratio }
  }
}

/** Tokens that went into a summary, and that came out. */
export interface SummaryTokens {
  readonly input: number
  readonly output: number
}

/** Counts what summary models are asked and say; a model that says nothing is not paid. */
export interface Meter {
  readonly models: readonly SummaryModel[]
  /** All since the last time; nothing if no model answered. */
  take(): SummaryTokens | undefined
}

/** `onWritten` is called for each answer: writing takes time. */
export function createMeter(
  models: readonly SummaryModel[],
  counter: Counter,
  onWritten: (outputTokens: number) => void,
): Meter {
  let taken: SummaryTokens | undefined
  const countText = (text: string) => counter.part({ type: 'text', text })
  // Several may write at once.
  const note = (input: number, output: number) => {
    taken = { input: (taken?.input ?? 0) + input, output: (taken?.output ?? 0) + output }
    onWritten(output)
  }
  const metered = models.map((model): SummaryModel => {
    async function* write(prompt: string, signal: AbortSignal) {
      let said = ''
      try {
        for await (const piece of model.write(prompt, signal)) {
          said += piece
          yield piece
        }
      } finally {
        if (said !== '') note(countText(prompt), countText(said))
      }
    }
    return { ...model, write }
  })
  return {
    models: metered,
    take: () => {
      const now = taken
      taken = undefined
      return now
    },
  }
}

/** Returns the tokens a model would have read and written, had it written the summary that code wrote. */
export function likelyTokens({ tokens, summary }: Receipt): SummaryTokens {
  return { input: Math.max(0, tokens.before - tokens.after) + summary.tokens, output: summary.tokens }
}

/** The price of a summary that does not ride on the live prompt. */
export function freshFee(fee: SummaryFee, { input, output }: SummaryTokens, price: PriceUsage): Usd {
  switch (fee.kind) {
    case 'none':
      return 0
    case 'main':
    case 'cached':
      return price(plainUsage(input, output))
    case 'other':
      return timesUsd(price(plainUsage(input, output)), fee.ratio)
  }
}
