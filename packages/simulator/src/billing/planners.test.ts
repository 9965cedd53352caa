import {
  beginCall,
  type CacheMemory,
  type CacheRequest,
  type Planner,
  planners,
  startMemory,
} from '@palimpsest/core/cache'
import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, system, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BilledRequest } from './billed-request.ts'
import { emptyCache } from './cache-state.ts'
import { bill } from './call-bill.ts'
import { oracleCost } from './oracle-cost.ts'
import { defaultRates, promptCost } from './prompt-cost.ts'
import { createPromptReader } from './prompt-reader.ts'
import { anthropicBilling, type BreakpointRules } from './rules.ts'

const { anchored, system_and_3: systemAnd3 } = planners

interface Sent extends CacheRequest {
  readonly startMs: number
}

interface Paid {
  readonly cost: number
  readonly oracle: number
  readonly requests: readonly BilledRequest[]
}

/** What a conversation costs under a planner, headless. */
function pay(planner: Planner, sent: readonly Sent[], rules: BreakpointRules): Paid {
  const read = createPromptReader('claude', createCounter())
  let memory: CacheMemory = startMemory
  let cache = emptyCache
  let cost = 0
  const requests = sent.map(({ startMs, ...request }) => {
    const planned = planner(request, beginCall(memory, { startMs }, { channel: 'headless' }))
    memory = planned.memory
    const billed: BilledRequest = { ...read(planned.request), startMs }
    const { usage, cache: after } = bill(cache, billed, rules)
    cache = after
    cost += promptCost(usage, defaultRates)
    return billed
  })
  return { cost, oracle: oracleCost(requests, rules, defaultRates), requests }
}

const long = (what: string, times = 400) => `${what} `.repeat(times)
const opening: readonly Message[] = [system(long('Follow the rules.', 4000)), user('Begin.')]
const raw = { ...anthropicBilling, positions: 'raw' } as const

/** A call every ten seconds; each adds what `add` says. */
function session(calls: number, add: (turn: number) => readonly Message[]): readonly Sent[] {
  let messages = opening
  return Array.from({ length: calls }, (_, turn) => {
    if (turn > 0) messages = [...messages, ...add(turn)]
    return { messages, startMs: turn * 10_000 }
  })
}

const batch = (count: number) => (turn: number) => {
  const ids = Array.from({ length: count }, (_, i) => `call_${turn}_${i}`)
  return [
    assistant(long('I look.', 20), ...ids.map((id) => call('read', { path: id }, id))),
    ...ids.map((id) => result(id, long(`content of ${id}`, 20))),
  ]
}

const queued = (turn: number) => [
  assistant(`answer ${turn}`),
  ...Array.from({ length: 60 }, (_, i) => user(long(`message ${turn}.${i}`, 10))),
]

test.each([
  ['40 parallel tool calls under raw block counting', batch(40)],
  ['60 messages queued between two calls', queued],
])('anchored pays at most one per cent more than the bound with %s', (_, add) => {
  const sent = session(40, add)
  const { cost, oracle } = pay(anchored, sent, raw)
  expect(cost / oracle).toBeLessThanOrEqual(1.01)
  expect(cost).toBeGreaterThanOrEqual(oracle)
  expect(pay(systemAnd3, sent, raw).cost / oracle).toBeGreaterThan(1.5)
})

const addition: fc.Arbitrary<(turn: number) => readonly Message[]> = fc.oneof(
  fc.integer({ min: 1, max: 12 }).map(batch),
  fc
    .integer({ min: 1, max: 30 })
    .map((count) => (turn: number) => [
      assistant(`answer ${turn}`),
      ...Array.from({ length: count }, (_, i) => user(long(`said ${turn}.${i}`, 5))),
    ]),
)

const silences = fc.constantFrom(2, 30, 299, 301, 4_000)

test('anchored never pays one per cent more than system_and_3 on a conversation that only grows', () => {
  const drawn = fc.array(fc.tuple(addition, silences), { minLength: 1, maxLength: 12 })
  fc.assert(
    fc.property(drawn, fc.constantFrom('raw', 'collapsed'), (turns, positions) => {
      let messages = opening
      let second = 0
      const sent: Sent[] = [{ messages, startMs: 0 }]
      turns.forEach(([add, silence], turn) => {
        messages = [...messages, ...add(turn)]
        second += silence
        sent.push({ messages, startMs: second * 1000 })
      })
      const rules = { ...anthropicBilling, positions } as const
      const ours = pay(anchored, sent, rules)
      expect(ours.cost).toBeLessThanOrEqual(pay(systemAnd3, sent, rules).cost * 1.01)
      expect(ours.cost).toBeGreaterThanOrEqual(ours.oracle - 1e-6)
    }),
    { numRuns: 60 },
  )
})

test('anchored never pays twice for what it sent within the lifetime', () => {
  const sent = session(30, batch(25))
  const { requests } = pay(anchored, sent, raw)
  let cache = emptyCache
  requests.forEach((request, i) => {
    const { usage, cache: after } = bill(cache, request, raw)
    cache = after
    if (i > 0) expect(usage.read).toBe(requests[i - 1]?.prompt.tokens)
  })
})

test('after a compaction anchored reads the system prompt and the head again', () => {
  const before = session(20, batch(5))
  const last = before.at(-1)?.messages ?? []
  const compacted = [...opening, user(long('summary')), ...last.slice(-6)]
  const read = createPromptReader('claude', createCounter())
  let memory: CacheMemory = startMemory
  let cache = emptyCache
  const all = [...before, { messages: compacted, frontier: 2, startMs: 200_000 }]
  const usages = all.map(({ startMs, ...request }) => {
    const planned = anchored(request, beginCall(memory, { startMs }, { channel: 'headless' }))
    memory = planned.memory
    const billed = bill(cache, { ...read(planned.request), startMs }, raw)
    cache = billed.cache
    return billed.usage
  })
  expect(usages.at(-1)?.read).toBe(read({ messages: opening }).prompt.tokens)
})

test('after a pause anchored reads all that was written for an hour, though what came later lived shorter', () => {
  const read = createPromptReader('claude', createCounter())
  const sent = session(60, batch(3))
  const sizes = sent.map((each) => read(each).prompt.tokens)
  const thresholdTokens = (sizes.at(-1) ?? 0) + 2_000
  let memory: CacheMemory = startMemory
  let cache = emptyCache
  let hourTokens = 0
  const pay = (i: number, startMs: number) => {
    const { startMs: _, ...request } = sent[i] ?? expect.unreachable()
    const call = { startMs, isHuman: i % 6 === 0, promptTokens: sizes[i] ?? 0, thresholdTokens }
    const planned = anchored(request, beginCall(memory, call, { channel: 'chat' }))
    memory = planned.memory
    const billed = bill(cache, { ...read(planned.request), startMs }, raw)
    cache = billed.cache
    if (memory.ttl === '1h') hourTokens = sizes[i] ?? 0
    return billed.usage
  }
  for (let i = 0; i < 59; i++) pay(i, i * 20_000)
  expect(memory).toMatchObject({ ttl: '5m', baseTtl: '1h' })
  expect(hourTokens).toBeGreaterThan(sizes[5] ?? 0)
  expect(pay(59, 58 * 20_000 + 10 * 60_000).read).toBe(hourTokens)
})
