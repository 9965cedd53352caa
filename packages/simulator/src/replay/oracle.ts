import { type ModelInfo, pricesAt } from '@palimpsest/core/models'
import type { BilledRequest } from '../billing/billed-request.ts'
import { oracleCost } from '../billing/oracle-cost.ts'
import type { Prefix } from '../billing/prefix.ts'
import { tierOf } from '../billing/prompt-cost.ts'
import type { CachingRules } from '../billing/rules.ts'
import type { Usd } from './replay-result.ts'
import type { BillTotal } from './strategy-bill.ts'
import { addUsd } from './usd.ts'

/** Collects requests, and reports afterwards the least that they could have cost. */
export interface Oracle {
  call(request: BilledRequest, outputTokens: number): void
  /** Something that no cache makes cheaper. */
  pay(amount: Usd): void
  total(): OracleTotal
}

/** Read is what could have been. */
export type OracleTotal = Pick<BillTotal, 'costUsd' | 'promptTokens' | 'readTokens'>

export function createOracle(model: ModelInfo | undefined, rules: CachingRules): Oracle {
  const requests: BilledRequest[] = []
  const prices = model?.prices
  const longestMs = longestLifeMs(rules)
  let besides: Usd = 0
  let promptTokens = 0
  let readTokens = 0
  return {
    call: (request, outputTokens) => {
      const before = requests.at(-1)
      requests.push(request)
      promptTokens += request.prompt.tokens
      const isCached = before !== undefined && request.startMs - before.startMs < longestMs
      readTokens += isCached ? sharedPrefix(before.prompt, request.prompt).tokens : 0
      if (prices === undefined) return
      const { output } = pricesAt(prices, request.prompt.tokens)
      besides = addUsd(besides, (outputTokens * output) / 1_000_000)
    },
    pay: (amount) => {
      besides = addUsd(besides, amount)
    },
    total: () => {
      if (prices === undefined) return { costUsd: null, promptTokens, readTokens }
      const promptUsd = oracleCost(requests, rules, (tokens) => tierOf(pricesAt(prices, tokens))) / 1_000_000
      return { costUsd: addUsd(promptUsd, besides), promptTokens, readTokens }
    },
  }
}

/** After a longer silence nothing can be read, whatever was marked. */
function longestLifeMs(rules: CachingRules): number {
  switch (rules.kind) {
    case 'breakpoints':
      return rules.ttlMs['1h']
    case 'endpoints':
    case 'prefix':
      return rules.ttlMs
    case 'none':
      return 0
  }
}

/** Finds where two prompts diverge; the longer side steps back first, so equal beginnings are not walked. */
function sharedPrefix(one: Prefix, other: Prefix): Prefix {
  let a = one
  let b = other
  while (a.key !== b.key) {
    if (a.blocks >= b.blocks && a.parent) a = a.parent
    else if (b.parent) b = b.parent
    else return b
  }
  return a
}
