import { entryId } from '@palimpsest/core/log'
import { conversationId, sessionId, unbilledOf } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createUnbilledCalls } from './unbilled-calls.ts'

const model = { name: 'writer', contextTokens: 1_000, maxTokens: 100 }
const talk = conversationId('talk')
const carrier = entryId('said')

async function unbilledStand() {
  const store = createMemoryStore()
  const session = sessionId('root')
  await store.begin({ id: session, conversation: talk, at: 0 })
  const say = async (input: number | undefined) => {
    const entry = { id: carrier, message: user('Go on.'), ...(input !== undefined && { usage: { input } }) }
    await store.append(session, 0, [entry], 1)
  }
  /** All that was counted: what messages carry, and what is still owed. */
  const counted = async () => {
    const carried = (await store.session(session))?.usage.input ?? 0
    return carried + ((await unbilledOf(store, talk))?.usage.input ?? 0)
  }
  return { open: () => createUnbilledCalls({ store }, session), say, counted }
}

test('a call that ends while others are written is owed once, now and in the next run', async () => {
  const { open, say } = await unbilledStand()
  const unbilled = open()
  unbilled.add({ input: 5 }, model)
  await unbilled.keep()
  expect(await unbilled.claim(carrier)).toMatchObject({ usage: { input: 5 }, calls: 1 })
  unbilled.add({ input: 7 }, model)
  await unbilled.keep()
  await say(5)
  await Promise.all([unbilled.settle(), unbilled.keep()])
  await unbilled.settle()
  expect(unbilled.read()).toMatchObject({ usage: { input: 7 }, calls: 1 })
  const next = open()
  await next.takeUp()
  await next.takeUp()
  expect(next.read()).toMatchObject({ usage: { input: 7 }, calls: 1 })
})

test.each([
  ['before the message was there', false],
  ['when the message was there', true],
])('a process that died %s lost no call, and counted none twice', async (_, isSaid) => {
  const { open, say, counted } = await unbilledStand()
  const first = open()
  first.add({ input: 5 }, model)
  await first.keep()
  const due = await first.claim(carrier)
  if (isSaid) await say(due?.usage.input)
  expect(await counted()).toBe(5)
  const next = open()
  await next.takeUp()
  next.add({ input: 7 }, model)
  await next.keep()
  expect(await counted()).toBe(12)
  expect(next.read()).toMatchObject({ usage: { input: isSaid ? 7 : 12 } })
})

test('of two processes on one conversation, one records what both have kept', async () => {
  const { open, say, counted } = await unbilledStand()
  const [one, other] = [open(), open()]
  one.add({ input: 5 }, model)
  await one.keep()
  await other.takeUp()
  other.add({ input: 7 }, model)
  await other.keep()
  const due = await other.claim(carrier)
  expect(due).toMatchObject({ usage: { input: 12 }, calls: 2 })
  await say(due?.usage.input)
  await other.settle()
  await one.takeUp()
  expect(await one.claim(entryId('next'))).toBeUndefined()
  expect(await counted()).toBe(12)
})
