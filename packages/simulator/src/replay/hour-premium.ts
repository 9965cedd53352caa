import { ttlMs } from '@palimpsest/core/cache'
import type { PromptUsage } from '../billing/billed-request.ts'
import { billedUsage } from '../billing/prompt-cost.ts'
import type { Usd } from './replay-result.ts'
import { addUsd, type PriceUsage } from './usd.ts'

/** The cost and effect of entries that live an hour. */
export interface HourTotal {
  /** The extra cost of writing them compared with five-minute ones. */
  readonly hourPremiumUsd: Usd
  /** Silences of five minutes or more after which one was read. */
  readonly bridgedPauses: number
}

/** Follows the requests of one cache. */
export interface HourPremium {
  note(usage: PromptUsage, startMs: number): void
  total(): HourTotal
}

export function createHourPremium(price: PriceUsage): HourPremium {
  let hourPremiumUsd: Usd = 0
  let bridgedPauses = 0
  let isWritten = false
  let lastMs = Number.POSITIVE_INFINITY
  return {
    note: (usage, startMs) => {
      // Nothing else lives so long.
      if (isWritten && usage.read > 0 && startMs - lastMs >= ttlMs['5m']) bridgedPauses++
      lastMs = startMs
      if (usage.write1h === 0) return
      isWritten = true
      hourPremiumUsd = addUsd(hourPremiumUsd, premiumOf(usage, price))
    },
    total: () => ({ hourPremiumUsd, bridgedPauses }),
  }
}

function premiumOf(usage: PromptUsage, price: PriceUsage): Usd {
  const { write5m, write1h } = usage
  const paid = price(billedUsage(usage, 0))
  const brief = price(billedUsage({ ...usage, write5m: write5m + write1h, write1h: 0 }, 0))
  return paid === null || brief === null ? null : paid - brief
}
