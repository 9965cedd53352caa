import type { AssistantMessage, Message, Part } from '@palimpsest/core/message'
import { createCatalogue } from '@palimpsest/core/models'
import { assistant, system, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createReplayBills } from './replay-bills.ts'
import type { BilledModel } from './replay-options.ts'

const opus = 'claude-opus-4-6'
const haiku = 'claude-haiku-4-5'
const gpt = 'gpt-6.1-sol'
const counter = createCounter()
const start: readonly Message[] = [system('Obey the rules. '.repeat(3_000)), user('Begin.')]
const by = (model: string, ...said: readonly (string | Part)[]): AssistantMessage => ({
  ...assistant(...said),
  model,
})

function billed(modelName: string, keepAlive = false): BilledModel {
  const model = createCatalogue().find(modelName)
  return { modelName, ...(model && { model }), route: { channel: 'agent', keepAlive } }
}

function tillsFor(names: readonly string[], keepAlive = false) {
  const writers = new Map(names.map((name) => [name, billed(name, keepAlive)]))
  return createReplayBills({ ...billed(names[0] ?? '', keepAlive), writers, strategy: 'anchored' }, counter)
}

const at = (seconds: number) => ({
  startMs: seconds * 1_000,
  replyMs: seconds * 1_000 + 1,
  isHuman: true,
  isFresh: false,
})

/** Asks one model after the other, a call every so many seconds; each adds what it said and what the user said to it. */
function ask(names: readonly string[], seconds: number, bills = tillsFor([...new Set(names)])) {
  let messages = start
  const calls = names.map((name, i) => {
    const reply = by(name, `reply ${i}`)
    bills.turnTo(reply)
    const call = bills.call({ messages }, at(i * seconds), 10)
    messages = [...messages, reply, user(`go on ${i}`)]
    return call
  })
  return { till: bills, calls }
}

test('what was written for one model no other can read, and the first may still find its own', () => {
  const { calls } = ask([opus, haiku, opus, haiku], 20)
  const [first, other, again, last] = calls.map(({ usage }) => usage.read)
  expect([first, other]).toEqual([0, 0])
  expect(again).toBeGreaterThanOrEqual(calls[0]?.prompt.tokens ?? Number.NaN)
  expect(last).toBeGreaterThanOrEqual(calls[1]?.prompt.tokens ?? Number.NaN)
})

test('how people pause is known to the next model, and a model that was away meanwhile takes that for no pause', () => {
  expect(ask([opus, haiku], 1_200).till.memory().pauses).toEqual({ turns: 2, long: 1 })
  expect(ask([opus, haiku, haiku, haiku, opus], 100).till.memory().pauses).toEqual({ turns: 5, long: 0 })
})

test('each call is billed at the prices of its model, and all of them are in every sum', () => {
  const { till: bills, calls } = ask([opus, haiku, gpt], 20)
  const plain = calls.map(({ prompt }, i) => {
    const { input = 0, output = 0 } = billed([opus, haiku, gpt][i] ?? '').model?.prices ?? {}
    return (prompt.tokens * input + 10 * output) / 1e6
  })
  const { none, anchored } = bills.totals()
  expect(none.costUsd).toBeCloseTo(
    plain.reduce((sum, usd) => sum + usd, 0),
    9,
  )
  expect(anchored.costUsd).toBeCloseTo(
    calls.reduce((sum, { costUsd }) => sum + (costUsd ?? Number.NaN), 0),
    9,
  )
  expect(anchored.promptTokens).toBe(calls.reduce((sum, { prompt }) => sum + prompt.tokens, 0))
})

test('one model without a price makes every sum unknown', () => {
  const { till: bills, calls } = ask([opus, 'homemade-1'], 20)
  expect(calls.map(({ costUsd }) => costUsd)).toEqual([expect.any(Number), null])
  const sums = [...Object.values(bills.totals()), bills.oracle()]
  expect(sums.map(({ costUsd }) => costUsd)).toEqual([null, null, null, null])
})

test('no way to pay beats the oracle, whoever is asked and whenever', () => {
  const call = fc.record({ name: fc.constantFrom(opus, haiku, gpt), seconds: fc.constantFrom(5, 290, 400, 4_000) })
  fc.assert(
    fc.property(fc.array(call, { minLength: 1, maxLength: 12 }), (calls) => {
      const bills = tillsFor([opus, haiku, gpt])
      let messages = start
      let second = 0
      for (const [i, { name, seconds }] of calls.entries()) {
        const reply = by(name, `reply ${i}`)
        second += seconds
        bills.turnTo(reply)
        bills.call({ messages }, at(second), 10)
        messages = [...messages, reply, user(`go on ${i}. ${'Much to say. '.repeat(300)}`)]
      }
      const best = bills.oracle().costUsd ?? Number.NaN
      for (const { costUsd } of Object.values(bills.totals())) expect(costUsd).toBeGreaterThanOrEqual(best - 1e-9)
    }),
    { numRuns: 60 },
  )
})

test('after a change of model nothing is taken for cached, also by who comes back', () => {
  const bills = tillsFor([opus, haiku])
  const long = [...start, ...Array.from({ length: 30 }, (_, i) => [by(opus, `reply ${i}`), user(`go on ${i}`)]).flat()]
  const longer = [...long, ...Array.from({ length: 30 }, (_, i) => [by(haiku, `or ${i}`), user(`and on ${i}`)]).flat()]
  const steps = [
    [opus, long],
    [haiku, long],
    [opus, longer],
  ] as const
  const reads = steps.map(([name, messages], i) => {
    bills.turnTo(by(name, 'next'))
    expect(bills.isWarm(i * 10_000)).toBe(false)
    const { usage } = bills.call({ messages }, at(i * 10), 10)
    expect(bills.isWarm(i * 10_000 + 1)).toBe(true)
    return usage.read
  })
  // The marks of a fresh start find the system prompt and the first request, and not where the model stopped before.
  expect(reads).toEqual([0, 0, counter.request(start)])
})

test('thinking is sent to the model that wrote it and to no other', () => {
  const thought = { type: 'thinking', text: 'Let me see. '.repeat(400), signature: 'seal' } as const
  const messages = [...start, by(opus, thought, 'Done.')]
  const bills = tillsFor([opus, haiku])
  const sizes = [opus, haiku, opus].map((name, i) => {
    bills.turnTo(by(name, 'next'))
    return bills.call({ messages }, at(i), 10).prompt.tokens
  })
  const bare = counter.request([...start, by(opus, 'Done.')])
  expect(sizes).toEqual([counter.request(messages), bare, counter.request(messages)])
})

test('only what was sent last is kept warm, and paid by its model', () => {
  const bills = tillsFor([opus, haiku], true)
  ask([opus, haiku], 10, bills)
  bills.wait(600_000, 'person')
  const [first, second] = bills.keepAlives()
  expect(first).toMatchObject({ model: opus, calls: 0, costUsd: 0 })
  expect(second).toMatchObject({ model: haiku, calls: expect.any(Number) })
  expect(second?.calls).toBeGreaterThan(0)
  expect(bills.totals().anchored.keepAlives).toEqual({
    calls: second?.calls,
    usage: second?.usage,
    costUsd: second?.costUsd,
  })
})
