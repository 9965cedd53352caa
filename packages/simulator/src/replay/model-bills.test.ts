import type { Message } from '@palimpsest/core/message'
import { createCatalogue } from '@palimpsest/core/models'
import { assistant, call, result, system, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { expect, test } from 'vitest'
import { createModelBills } from './model-bills.ts'

const named = (name: string) => createCatalogue().find(name) ?? expect.unreachable()
const model = named('claude-sonnet-5')
const counter = createCounter()
const start: readonly Message[] = [system('Obey the rules. '.repeat(1_000)), user('Begin.')]

function grow(count: number): readonly (readonly Message[])[] {
  const talks: (readonly Message[])[] = [start]
  for (let i = 0; i < count; i++) talks.push([...(talks.at(-1) ?? []), assistant(`reply ${i}`), user(`go on ${i}`)])
  return talks
}

const at = (seconds: number) => ({
  startMs: seconds * 1_000,
  replyMs: seconds * 1_000 + 1,
  isHuman: true,
  isFresh: false,
})
const tillFor = (keepAlive = false, known = true) =>
  createModelBills(
    { modelName: 'm', ...(known && { model }), route: { channel: 'agent', keepAlive }, strategy: 'anchored' },
    counter,
  )

test('every way pays for the same tokens, and none beats the oracle', () => {
  const bills = tillFor()
  for (const [i, messages] of grow(20).entries()) bills.call({ messages }, at(i * 200), 10)
  const { none, system_and_3, anchored } = bills.totals()
  expect([system_and_3.promptTokens, anchored.promptTokens]).toEqual([none.promptTokens, none.promptTokens])
  const oracle = bills.oracle().costUsd ?? expect.unreachable()
  for (const { costUsd } of [none, system_and_3, anchored]) expect(costUsd).toBeGreaterThanOrEqual(oracle - 1e-9)
  expect(none.readTokens).toBe(0)
  expect(anchored.readTokens / anchored.promptTokens).toBeGreaterThan(0.9)
})

test.each(['claude-haiku-5-5', 'gpt-6.1-sol'])(
  'above the price cliff of %s the oracle pays what is paid there',
  (id) => {
    const high = named(id)
    const { promptTokens, prices } = high.prices?.above ?? expect.unreachable()
    const bills = createModelBills(
      { modelName: id, model: high, route: { channel: 'agent' }, strategy: 'anchored' },
      counter,
    )
    bills.call({ messages: [user('Rules upon rules. '.repeat(promptTokens / 3))] }, at(0), 1_000)
    const { promptTokens: size, costUsd } = bills.totals().none
    expect(size).toBeGreaterThan(promptTokens)
    expect(bills.oracle().costUsd).toBeCloseTo((size * prices.input + 1_000 * prices.output) / 1e6, 9)
    expect(bills.oracle().costUsd).toBeCloseTo(costUsd ?? 0, 9)
  },
)

test('a summary on top of the live prompt reads what is cached; one apart costs every way the same', () => {
  const bills = tillFor()
  const request = { messages: start }
  bills.call(request, at(0), 10)
  const before = bills.totals()
  const cost = bills.fork(request, at(10), 100) ?? expect.unreachable()
  const fresh = bills.price(counter.request(start) + 800, 100) ?? expect.unreachable()
  expect(cost).toBeLessThan(fresh * 0.6)
  expect((bills.totals().none.costUsd ?? 0) - (before.none.costUsd ?? 0)).toBeCloseTo(fresh, 6)
  const after = bills.totals()
  bills.pay(1)
  for (const name of ['none', 'system_and_3', 'anchored'] as const)
    expect((bills.totals()[name].costUsd ?? 0) - (after[name].costUsd ?? 0)).toBeCloseTo(1, 9)
})

test('keep-alives are paid for, and bridge a pause', () => {
  const [kept, cold] = [true, false].map((keepAlive) => {
    const bills = tillFor(keepAlive)
    const [first = [], second = []] = grow(1)
    bills.call({ messages: first }, at(0), 10)
    bills.wait(400_000, 'person')
    const paid = bills.totals().anchored.costUsd ?? 0
    return { paid, read: bills.call({ messages: second }, at(400), 10).usage.read }
  })
  expect(kept?.paid).not.toBe(cold?.paid)
  expect(kept?.read).toBeGreaterThan(3_000)
})

test.each([
  ['claude-sonnet-5', 3_600],
  ['gpt-6.1-sol', 1_800],
  ['gpt-4o', 300],
] as const)('the oracle of %s reads nothing after %i seconds of silence', (id, seconds) => {
  const [first = [], second = []] = grow(1)
  const [within, after] = [seconds - 1, seconds].map((silence) => {
    const bills = createModelBills(
      { modelName: id, model: named(id), route: { channel: 'agent' }, strategy: 'none' },
      counter,
    )
    bills.call({ messages: first }, at(0), 10)
    bills.call({ messages: second }, at(silence), 10)
    const { readTokens, promptTokens } = bills.oracle()
    return readTokens / promptTokens
  })
  expect([within && within > 0.4, after]).toEqual([true, 0])
})

test.each([
  ['claude-opus-4-5', 'kept', 'read'],
  ['claude-haiku-5-5', 'kept', 'read'],
  ['claude-sonnet-4-5', 'left out once the user speaks', 'written anew behind it'],
])('what %s thought is %s, and the prompt %s', (id, fate) => {
  const keeps = fate === 'kept'
  const thought = { type: 'thinking', text: 'Let me see. '.repeat(400), signature: 'seal' } as const
  const ask = [...start, assistant(thought, call('look')), result('look', 'much. '.repeat(1_000))]
  const ended = [...ask, assistant('Done.'), user('More.')]
  const bills = createModelBills(
    { modelName: id, model: named(id), route: { channel: 'agent' }, strategy: 'anchored' },
    counter,
  )
  const [first, second, third] = [start, ask, ended].map((messages, i) => bills.call({ messages }, at(i * 10), 10))
  const bare = ended.map((message) => (message === ask[2] ? assistant(call('look')) : message))
  expect(second?.prompt.tokens).toBe(counter.request(ask))
  expect(third?.prompt.tokens).toBe(counter.request(keeps ? ended : bare))
  expect(third?.usage.read).toBe(keeps ? second?.prompt.tokens : first?.prompt.tokens)
})

test('a price that nobody knows is unknown in every way, never 0', () => {
  const bills = tillFor(false, false)
  bills.call({ messages: start }, at(0), 10)
  expect(bills.price(1, 1)).toBeNull()
  expect(Object.values(bills.totals()).map(({ costUsd }) => costUsd)).toEqual([null, null, null])
  expect(bills.oracle().costUsd).toBeNull()
})
