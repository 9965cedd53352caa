import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyCache } from './cache-state.ts'
import { bill } from './call-bill.ts'
import { createBiller } from './create-biller.ts'
import { anthropicBilling, type BilledTtl, type CachingRules, openAiBilling, prefixRules } from './rules.ts'
import { request } from './talk.arbitrary.ts'

const rules = { ...anthropicBilling, minTokens: 10 }
const word = fc.constantFrom('a', 'b', 'c')
const silence = fc.constantFrom(1, 200, 299, 300, 400, 3_599, 3_600, 5_000)
const ttls = fc.constantFrom<readonly BilledTtl[]>(['5m'], ['1h'], ['1h', '5m'], ['1h', '1h'])

test('whoever keeps a cache to themselves is billed as whoever hands it on', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.array(word, { minLength: 2, maxLength: 5 }), silence, ttls, fc.nat(1_000)), {
        maxLength: 14,
      }),
      fc.constantFrom<CachingRules>(rules, openAiBilling, prefixRules, { kind: 'none' }),
      (calls, by) => {
        const biller = createBiller(by)
        let cache = emptyCache
        let second = 0
        for (const [said, pause, lifetimes, replyMs] of calls) {
          second += pause
          const marks = lifetimes.map((ttl, i) => [i - lifetimes.length, ttl] as const)
          const asked = request(said.join(' '), second, marks)
          const each = { ...asked, replyMs: asked.startMs + replyMs }
          const billed = bill(cache, each, by)
          cache = billed.cache
          expect(biller(each)).toEqual(billed.usage)
        }
      },
    ),
    { numRuns: 500 },
  )
})

test('an hour that continued five minutes does not come back when those are written anew', () => {
  const calls = [
    request('a', 0, [[-1, '5m']]),
    request('a b', 10, [[-1, '1h']]),
    request('a', 400, [[-1, '5m']]),
    request('a b', 410, [[-1, '1h']]),
  ]
  expect(calls.map(createBiller(rules)).map(({ read }) => read)).toEqual([0, 100, 0, 100])
})

test('thousands of prompts are billed although the dead are searched for only now and then', () => {
  const biller = createBiller(rules)
  const reads = Array.from({ length: 1_500 }, (_, i) => biller(request(`a b${i}`, i * 10, [[-1, '5m']])).read)
  expect(reads.every((read) => read === 0)).toBe(true)
  expect(biller(request('a b1499 c', 15_000, [[-1, '5m']])).read).toBe(200)
  expect(biller(request('a b3', 15_010, [[-1, '5m']])).read).toBe(0)
})

test('what the provider would refuse is refused', () => {
  const tooMany = request(
    'a b c d e',
    0,
    [0, 1, 2, 3, 4].map((i) => [i, '5m'] as const),
  )
  expect(() => createBiller(rules)(tooMany)).toThrow(RangeError)
})
