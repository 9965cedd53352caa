import { planners, startMemory, type Ttl } from '@palimpsest/core/cache'
import type { Message } from '@palimpsest/core/message'
import { createCatalogue } from '@palimpsest/core/models'
import { assistant, call, result, system, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { expect, test } from 'vitest'
import { emptyCache } from '../billing/cache-state.ts'
import { bill } from '../billing/call-bill.ts'
import { billedUsage } from '../billing/prompt-cost.ts'
import { createPromptReader } from '../billing/prompt-reader.ts'
import { cachingRules } from '../billing/rules.ts'
import { createReplayBills } from './replay-bills.ts'
import { priceOf } from './usd.ts'

const named = (name: string) => createCatalogue().find(name) ?? expect.unreachable()
const counter = createCounter()
const opening = { messages: [system('Obey the rules. '.repeat(1_000))] }
const at = (seconds: number) => ({
  startMs: seconds * 1_000,
  replyMs: seconds * 1_000 + 1,
  isHuman: true,
  isFresh: false,
})

interface Setting {
  readonly model?: string
  readonly mostTokens?: number
  readonly pinned?: Ttl
}

function usualOf({ model, mostTokens = 1_000_000, pinned }: Setting) {
  const known = model === undefined ? {} : { model: named(model) }
  const route = { channel: 'agent', ...(pinned && { pinned }) } as const
  const bills = createReplayBills({ modelName: 'm', ...known, route, strategy: 'anchored' }, counter)
  return bills.openUsual({ opening, mostTokens, send: (message) => message })
}

/** A question and its answer, with a pause before each that is now and then longer than five minutes. */
const turns = Array.from({ length: 12 }, (_, i) => ({
  asked: user(`go on ${i}. ${'And this. '.repeat(100)}`),
  answer: assistant(`reply ${i}`),
  seconds: i * 200 + (i > 6 ? 900 : 0),
}))

test.each(['claude-sonnet-5', 'gpt-6.1-sol', 'gpt-4o'])('of %s it pays what each whole request is billed', (id) => {
  const model = named(id)
  const usual = usualOf({ model: id, pinned: '1h' })
  const price = priceOf(model)
  const read = createPromptReader('m', counter)
  let messages: readonly Message[] = opening.messages
  let cache = emptyCache
  let paid = 0
  for (const { asked, answer, seconds } of turns) {
    messages = [...messages, asked]
    usual.hear([asked])
    usual.call(at(seconds), 50)
    const { request } = planners.system_and_3({ messages }, startMemory)
    const prompt = read(model.caching?.kind === 'breakpoints' ? request : { messages })
    const billed = bill(cache, { ...prompt, ...at(seconds) }, cachingRules(model))
    cache = billed.cache
    paid += price(billedUsage(billed.usage, 50)) ?? Number.NaN
    messages = [...messages, answer]
    usual.hear([answer])
  }
  expect(usual.total()).toMatchObject({ calls: turns.length, costUsd: expect.closeTo(paid, 9), hourPremiumUsd: 0 })
  expect(usual.total().readTokens).toBeGreaterThan(0)
  expect(usual.total()).not.toHaveProperty('endsAtCall')
})

test('it ends where a prompt no longer fits, and pays nothing from there on', () => {
  const mostTokens = counter.request([...opening.messages, ...turns.slice(0, 4).flatMap((t) => [t.asked, t.answer])])
  const usual = usualOf({ model: 'claude-sonnet-5', mostTokens })
  const spent = turns.map(({ asked, answer, seconds }) => {
    usual.hear([asked])
    usual.call(at(seconds), 50)
    usual.hear([answer])
    return usual.total().costUsd ?? Number.NaN
  })
  expect(usual.total()).toMatchObject({ calls: 4, endsAtCall: 5 })
  expect(spent[3]).toBeGreaterThan(spent[2] ?? 0)
  expect(spent.slice(4)).toEqual(spent.slice(4).map(() => spent[3]))
})

test('a prompt that just fits is sent', () => {
  const asked = user('Hello.')
  const size = counter.request([...opening.messages, asked])
  const calls = [size, size - 1].map((mostTokens) => {
    const usual = usualOf({ model: 'claude-sonnet-5', mostTokens })
    usual.hear([asked])
    usual.call(at(0), 50)
    return usual.total()
  })
  expect(calls).toMatchObject([{ calls: 1 }, { calls: 0, endsAtCall: 1, costUsd: 0 }])
})

test.each([
  ['claude-opus-4-5', 'kept'],
  ['claude-sonnet-4-5', 'left out once the user speaks'],
])('what %s thought is %s', (id, fate) => {
  const usual = usualOf({ model: id })
  const thought = assistant({ type: 'thinking', text: 'Let me see. '.repeat(400), signature: 'seal' }, call('look'))
  const rest = [result('look', 'much. '), assistant('Done.')]
  usual.hear([user('Begin.'), thought, ...rest])
  usual.call(at(0), 10)
  const whole = [...opening.messages, user('Begin.'), thought, ...rest]
  expect(usual.total().promptTokens).toBe(counter.request(whole))
  usual.hear([user('More.')])
  usual.call(at(10), 10)
  const shown = whole.map((message) => (message === thought && fate !== 'kept' ? assistant(call('look')) : message))
  expect(usual.total().promptTokens - counter.request(whole)).toBe(counter.request([...shown, user('More.')]))
})

test('a price that nobody knows is unknown, and where it ends is not', () => {
  const usual = usualOf({ mostTokens: counter.request(opening.messages) + 20 })
  for (const text of ['One.', 'Two. '.repeat(100)]) {
    usual.hear([user(text)])
    usual.call(at(0), 10)
  }
  expect(usual.total()).toMatchObject({ costUsd: null, calls: 1, endsAtCall: 2 })
})
