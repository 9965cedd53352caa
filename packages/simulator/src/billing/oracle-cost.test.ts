import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BilledRequest, MarkedPrefix, PromptUsage } from './billed-request.ts'
import { type CacheState, emptyCache } from './cache-state.ts'
import { bill } from './call-bill.ts'
import { oracleCost } from './oracle-cost.ts'
import type { Prefix } from './prefix.ts'
import { promptCost, type Tier } from './prompt-cost.ts'
import { anthropicBilling, openAiBilling, prefixRules } from './rules.ts'
import { prompt, request, smallTalk } from './talk.arbitrary.ts'

const rates = { read: 0.1, write5m: 1.25, write1h: 2 }
const rules = { ...anthropicBilling, minTokens: 1 }
const oracle = (requests: readonly BilledRequest[]) => oracleCost(requests, rules, rates)

test('a prompt that never comes again is cheapest plain', () => {
  expect(oracle([request('a b', 0)])).toBe(200)
})

test('what comes again within five minutes is written for five', () => {
  expect(oracle([request('a', 0), request('a b', 299)])).toBeCloseTo(125 + 10 + 100)
})

test('a silence of five minutes is worth an hour only if the token is used often enough', () => {
  expect(oracle([request('a', 0), request('a', 300)])).toBeCloseTo(200)
  expect(oracle([request('a', 0), request('a', 300), request('a', 600)])).toBeCloseTo(200 + 20)
})

test('an hour of silence leaves nothing to read', () => {
  expect(oracle([request('a', 0), request('a', 3_600)])).toBe(200)
})

test('where prompts part, only what they share is read', () => {
  expect(oracle([request('a b c', 0), request('a x', 1), request('a b', 2)])).toBeCloseTo(
    125 + 10 + 10 + (125 + 10) + 100 + 100,
  )
})

test('keep-alives may bridge a silence at the price of reads', () => {
  const requests = [request('a', 0), request('a', 400)]
  expect(oracleCost(requests, rules, rates, { pings: true })).toBeCloseTo(125 + 20)
})

test('free writes are always made', () => {
  const requests = [request('a:2000', 0), request('a:2000 b:100', 9)]
  expect(oracleCost(requests, prefixRules, { read: 0.5, write5m: 1, write1h: 1 })).toBeCloseTo(2000 + 1000 + 100)
})

/** Every way to mark a prompt with at most four breakpoints, hours before minutes. */
function placements(prefixes: readonly Prefix[]): readonly (readonly MarkedPrefix[])[] {
  const [first, ...others] = prefixes
  if (first === undefined) return [[]]
  return placements(others).flatMap((marks): readonly (readonly MarkedPrefix[])[] => {
    const hour = marks.some(({ ttl }) => ttl === '1h')
    const short = { at: first, ttl: '5m' } as const
    const long = { at: first, ttl: '1h' } as const
    return [marks, [long, ...marks], ...(hour ? [] : [[short, ...marks]])]
  })
}

type Talk = readonly { readonly prefixes: readonly Prefix[]; readonly startMs: number }[]

const asRequest = ({ prefixes, startMs }: Talk[number], breakpoints: readonly MarkedPrefix[] = []): BilledRequest => ({
  prompt: prefixes.at(-1) as Prefix,
  breakpoints,
  startMs,
})

/** The least that any placement pays, found by trying all of them. */
function cheapest([next, ...later]: Talk, cost = promptPrice, cache: CacheState = emptyCache): number {
  if (next === undefined) return 0
  return Math.min(
    ...placements(next.prefixes).map((marks) => {
      const billed = bill(cache, asRequest(next, marks), rules)
      return cost(billed.usage) + cheapest(later, cost, billed.cache)
    }),
  )
}

const promptPrice = (usage: PromptUsage) => promptCost(usage, rates)

/** Above 150 tokens everything costs five times as much, and reading less than that. */
const tierAt = (promptTokens: number): Tier =>
  promptTokens > 150 ? { plain: 5, read: 0.4, write5m: 6.25, write1h: 10 } : { plain: 1, ...rates }

const cliffPrice = (usage: PromptUsage): number => {
  const { plain, read, write5m, write1h } = usage
  const tier = tierAt(plain + read + write5m + write1h)
  return plain * tier.plain + read * tier.read + write5m * tier.write5m + write1h * tier.write1h
}

test('a request above a price cliff is priced there, whole', () => {
  expect(oracleCost([request('a b', 0)], rules, tierAt)).toBe(1_000)
  expect(oracleCost([request('a', 0), request('a b', 299)], rules, tierAt)).toBeCloseTo(125 + 40 + 500)
})

test('no placement beats the bound where prices have a cliff', () => {
  fc.assert(
    fc.property(smallTalk, (talk) => {
      const asked = talk.map((each) => asRequest(each))
      expect(cheapest(talk, cliffPrice)).toBeGreaterThanOrEqual(oracleCost(asked, rules, tierAt) - 1e-9)
    }),
    { numRuns: 60 },
  )
})

test('no placement and no choice of lifetimes beats the bound, tried exhaustively', () => {
  fc.assert(
    fc.property(smallTalk, (talk) => {
      expect(cheapest(talk)).toBeGreaterThanOrEqual(oracle(talk.map((each) => asRequest(each))) - 1e-9)
    }),
    { numRuns: 60 },
  )
})

test('the bound is reached where a conversation only grows', () => {
  const seconds = fc.array(fc.constantFrom(1, 200, 299, 300, 1_000, 3_599, 4_000), { minLength: 3, maxLength: 3 })
  fc.assert(
    fc.property(seconds, (silences) => {
      let second = 0
      const talk = silences.map((silence, i) => {
        second += silence
        return { prefixes: prompt(['a:200', 'b:10', 'c:37'].slice(0, i + 1).join(' ')), startMs: second * 1000 }
      })
      const bound = oracle(talk.map((each) => asRequest(each)))
      expect(cheapest(talk)).toBeGreaterThanOrEqual(bound - 1e-9)
      expect(cheapest(talk)).toBeLessThanOrEqual(bound * 1.1)
    }),
    { numRuns: 30 },
  )
})

test('no automatic cache beats the bound either', () => {
  fc.assert(
    fc.property(smallTalk, fc.boolean(), (talk, ends) => {
      const its = ends ? { ...openAiBilling, minTokens: 1 } : { ...prefixRules, minTokens: 1 }
      const prices = ends ? rates : { read: 0.5, write5m: 1, write1h: 1 }
      let cache = emptyCache
      let paid = 0
      for (const each of talk) {
        const billed = bill(cache, asRequest(each), its)
        cache = billed.cache
        paid += promptCost(billed.usage, prices)
      }
      expect(paid).toBeGreaterThanOrEqual(
        oracleCost(
          talk.map((each) => asRequest(each)),
          its,
          prices,
        ) - 1e-9,
      )
    }),
  )
})

test('where input is free, every occurrence counts as it is', () => {
  const free = { read: Number.NaN, write5m: Number.NaN, write1h: Number.NaN }
  for (const each of [rules, openAiBilling, prefixRules])
    expect(oracleCost([request('a', 0), request('a b', 1)], each, free)).toBe(300)
})
