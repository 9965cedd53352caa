import { createCatalogue } from '@palimpsest/core/models'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BilledRequest, PromptUsage } from './billed-request.ts'
import { type CacheState, emptyCache } from './cache-state.ts'
import { cachingRefusal } from './caching-refusal.ts'
import { bill } from './call-bill.ts'
import { extend, startPrefix } from './prefix.ts'
import { billedUsage, ratesOf } from './prompt-cost.ts'
import { anthropicBilling, type CachingRules, cachingRules, openAiBilling, prefixRules } from './rules.ts'
import { prompt, request } from './talk.arbitrary.ts'

const rules = { ...anthropicBilling, minTokens: 100 }

/** Bills one after the other on one cache. */
function billAll(requests: readonly BilledRequest[], by: CachingRules = rules): readonly PromptUsage[] {
  let cache: CacheState = emptyCache
  return requests.map((each) => {
    const billed = bill(cache, each, by)
    cache = billed.cache
    return billed.usage
  })
}

const last = (requests: readonly BilledRequest[], by?: CachingRules) => billAll(requests, by).at(-1)
const used = (part: Partial<PromptUsage>) => ({ read: 0, write5m: 0, write1h: 0, plain: 0, ...part })

test('what comes after the last breakpoint is plain', () => {
  expect(last([request('a b c', 0, [[1, '5m']])])).toEqual(used({ write5m: 200, plain: 100 }))
})

test('a changed tool at the front leaves nothing to read', () => {
  expect(last([request('tool system hi', 0, [[-1, '5m']]), request('other system hi', 1, [[-1, '5m']])])).toEqual(
    used({ write5m: 300 }),
  )
})

test('another model has another cache', () => {
  const first = request('a b', 0, [[-1, '5m']])
  const grown = prompt('a b', 'another')
  const at = grown.at(-1) ?? startPrefix('')
  expect(last([first, { prompt: at, breakpoints: [{ at, ttl: '5m' }], startMs: 1000 }])).toEqual(used({ write5m: 200 }))
})

test('a breakpoint writes one entry and nothing before it', () => {
  expect(last([request('a b c', 0, [[2, '5m']]), request('a b x', 1, [[1, '5m']])])).toEqual(
    used({ write5m: 200, plain: 100 }),
  )
})

test('an entry is found only at or behind a breakpoint', () => {
  expect(last([request('a b', 0, [[1, '5m']]), request('a b c', 1)])).toEqual(used({ plain: 300 }))
})

test('the search goes on at the breakpoint before', () => {
  const long = `a ${Array.from({ length: 30 }, (_, i) => `x${i}`).join(' ')}`
  const marks = [
    [0, '5m'],
    [-1, '5m'],
  ] as const
  expect(last([request('a', 0, [[0, '5m']]), request(long, 1, marks)])).toEqual(used({ read: 100, write5m: 3000 }))
})

test('runs of calls and of results are one position each, but not on gateways', () => {
  const batch = [...Array(15).keys()].flatMap((i) => [`u${i}:100:tool_use`])
  const results = [...Array(15).keys()].map((i) => `r${i}:100:tool_result`)
  const requests = [request('a', 0, [[-1, '5m']]), request(['a', ...batch, ...results].join(' '), 1, [[-1, '5m']])]
  expect(last(requests)?.read).toBe(100)
  expect(last(requests, { ...rules, positions: 'raw' })?.read).toBe(0)
})

test.each([
  [299.9, 100],
  [300, 0],
])('five minutes count from the start of the request: after %d s', (second, read) => {
  const first = { ...request('a', 0, [[0, '5m']]), replyMs: 100_000 }
  expect(last([first, request('a', second, [[0, '5m']])])?.read).toBe(read)
})

test('a read keeps an hour alive for another hour', () => {
  const at = (second: number) => request('a', second, [[0, '1h']])
  expect(billAll([at(0), at(3_599), at(7_198), at(10_798)]).map(({ read }) => read)).toEqual([0, 100, 100, 0])
})

test('a keep-alive bills a read and keeps the entry', () => {
  const at = (second: number) => request('a', second, [[0, '5m']])
  expect(billAll([at(0), at(285), at(500)])).toEqual([used({ write5m: 100 }), used({ read: 100 }), used({ read: 100 })])
})

test('nothing can be read before the reply that wrote it began', () => {
  const first = { ...request('a', 0, [[0, '5m']]), replyMs: 4_000 }
  expect(billAll([first, request('a', 3, [[0, '5m']])])[1]).toEqual(used({ write5m: 100 }))
  expect(billAll([first, request('a', 4, [[0, '5m']])])[1]).toEqual(used({ read: 100 }))
})

test('an hour written over five minutes does not extend them', () => {
  const first = request('a', 0, [[0, '5m']])
  const second = request('a b', 10, [
    [0, '1h'],
    [1, '1h'],
  ])
  expect(billAll([first, second, request('a b', 400, [[1, '1h']])])).toEqual([
    used({ write5m: 100 }),
    used({ read: 100, write1h: 100 }),
    used({ write1h: 200 }),
  ])
})

test('a read refreshes the five minutes that an hour rests on', () => {
  const requests = [
    request('a', 0, [[0, '5m']]),
    ...[10, 300, 590].map((second) => request('a b', second, [[1, '1h']])),
  ]
  expect(billAll(requests).map(({ read }) => read)).toEqual([0, 100, 200, 200])
})

test('five minutes expire above an hour that stays', () => {
  const marks = [
    [0, '1h'],
    [1, '5m'],
  ] as const
  expect(billAll([request('a b', 0, marks), request('a b', 400, marks)])).toEqual([
    used({ write1h: 100, write5m: 100 }),
    used({ read: 100, write5m: 100 }),
  ])
})

test('below the least size nothing is cached and nothing refused', () => {
  expect(billAll([request('a:99', 0, [[0, '5m']]), request('a:99', 1, [[0, '5m']])])).toEqual([
    used({ plain: 99 }),
    used({ plain: 99 }),
  ])
})

test('automatic caching marks the last block that can carry it', () => {
  const first = { ...request('a b:50:thinking', 0), automatic: '5m' as const }
  expect(billAll([first, { ...request('a b:50:thinking c', 1), automatic: '5m' }])).toEqual([
    used({ write5m: 100, plain: 50 }),
    used({ read: 100, write5m: 150 }),
  ])
})

const five = [0, 1, 2, 3, 4].map((i) => [i, '5m'] as const)

test.each([
  ['a fifth breakpoint', request('a b c d e', 0, five), 'Found 5'],
  ['automatic caching beside four', { ...request('a b c d e', 0, five.slice(1)), automatic: '5m' as const }, 'Found 5'],
  [
    'an hour after five minutes',
    request('a b', 0, [
      [0, '5m'],
      [1, '1h'],
    ]),
    'must not come after',
  ],
  ['two lifetimes on the last block', { ...request('a b', 0, [[1, '1h']]), automatic: '5m' as const }, 'Top-level'],
])('refuses %s', (_, refused, words) => {
  expect(cachingRefusal(refused, rules)).toContain(words)
  expect(() => bill(emptyCache, refused, rules)).toThrow(words)
})

test('since GPT-5.6 a prompt is found again where it ended, and its growth is written', () => {
  const own = { ...openAiBilling, minTokens: 100 }
  expect(billAll([request('a b', 0), request('a b c d', 1_799), request('a b x', 1_800)], own)).toEqual([
    used({ write5m: 200 }),
    used({ read: 200, write5m: 200 }),
    used({ read: 200, write5m: 100 }),
  ])
  expect(last([request('a b', 0), request('a b c', 1_800)], own)?.read).toBe(0)
})

test('since GPT-5.6 a shared beginning is read only if a breakpoint ended it', () => {
  const own = { ...openAiBilling, minTokens: 100 }
  expect(last([request('a b', 0), request('a x', 1)], own)?.read).toBe(0)
  expect(last([request('a b', 0, [[0, '5m']]), request('a x', 1)], own)?.read).toBe(100)
})

test('since GPT-5.6 only the latest eighty ends are looked up', () => {
  const own = { ...openAiBilling, minTokens: 100 }
  const grown = (count: number) => ['a', ...[...Array(count).keys()].map((i) => `x${i}`)].join(' ')
  expect(last([request('a', 0), request(grown(79), 1)], own)?.read).toBe(100)
  expect(last([request('a', 0), request(grown(80), 1)], own)?.read).toBe(0)
})

test('older OpenAI models read in steps of 128 from 1,024 on and write for nothing', () => {
  const own = { ...prefixRules, stepTokens: 128 }
  expect(last([request('a:1100 b:99', 0), request('a:1100 c', 1)], own)).toEqual(used({ read: 1024, plain: 176 }))
  expect(last([request('a:1200 b:99', 0), request('a:1200 c', 1)], own)).toEqual(used({ read: 1152, plain: 148 }))
  expect(last([request('a:1023 b:99', 0), request('a:1023 c', 1)], own)).toEqual(used({ plain: 1123 }))
})

test('a common beginning is found among several prompts', () => {
  const own = { ...prefixRules, minTokens: 1 }
  expect(last([request('a b c', 0), request('a x', 1), request('a b y', 2)], own)).toEqual(
    used({ read: 200, plain: 100 }),
  )
})

test('billing leaves the cache it was given as it was', () => {
  const { cache } = bill(emptyCache, request('a', 0, [[0, '5m']]), rules)
  bill(cache, request('a b', 299, [[1, '1h']]), rules)
  expect(bill(cache, request('a', 300, [[0, '5m']]), rules).usage).toEqual(used({ write5m: 100 }))
  expect(emptyCache.entries.size).toBe(0)
})

test('every token of a prompt is billed exactly once', () => {
  const words = fc.array(fc.constantFrom('a', 'b:7', 'u:30:tool_use', 'r:5:tool_result'), {
    minLength: 1,
    maxLength: 9,
  })
  const drawn = fc.array(fc.tuple(words, fc.nat(400), fc.nat(8), fc.constantFrom('5m', '1h')), { maxLength: 9 })
  fc.assert(
    fc.property(
      drawn,
      fc.constantFrom<CachingRules>(rules, openAiBilling, prefixRules, { kind: 'none' }),
      (calls, by) => {
        let second = 0
        const requests = calls.map(([said, pause, mark, ttl]) => {
          second += pause
          return request(said.join(' '), second, [[mark % said.length, ttl]])
        })
        billAll(requests, by).forEach(({ read, write5m, write1h, plain }, i) => {
          expect(read + write5m + write1h + plain).toBe(requests[i]?.prompt.tokens)
          expect(Math.min(read, write5m, write1h, plain)).toBeGreaterThanOrEqual(0)
        })
      },
    ),
  )
})

test('equal blocks give equal prefixes and other blocks others', () => {
  const start = startPrefix('m')
  const block = (key: string) => extend(start, { key, tokens: 1, kind: 'text' }).key
  expect(block('a')).toBe(block('a'))
  expect(new Set(Array.from({ length: 20_000 }, (_, i) => block(`k${i}`))).size).toBe(20_000)
})

test('the catalogue says which rules hold', () => {
  const { find } = createCatalogue()
  const rulesOf = (name: string) => cachingRules(find(name) ?? { id: '', provider: '', contextTokens: 0 })
  expect(rulesOf('claude-opus-4-6')).toMatchObject({ kind: 'breakpoints', minTokens: 4096, lookbackPositions: 20 })
  expect(rulesOf('gpt-6-sol')).toMatchObject({ kind: 'endpoints', ttlMs: 1_800_000 })
  expect(rulesOf('gpt-4.1')).toMatchObject({ kind: 'prefix', stepTokens: 128 })
  expect(rulesOf('nobody')).toEqual({ kind: 'none' })
})

test('prices become rates, and counts become usage', () => {
  const prices = createCatalogue().find('claude-opus-5-5')?.prices
  expect(prices && ratesOf(prices)).toEqual({ read: 0.05, write5m: 1.25, write1h: 2 })
  expect(billedUsage({ read: 1, write5m: 2, write1h: 3, plain: 4 }, 5)).toEqual({
    input: 4,
    output: 5,
    cacheRead: 1,
    cacheWrite: 5,
    cacheWrite1h: 3,
  })
})
