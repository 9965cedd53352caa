import { conversationId, sessionId } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createUnbilledCalls } from './unbilled-calls.ts'

const model = { name: 'writer', contextTokens: 1_000, maxTokens: 100 }

async function unbilledStand() {
  const store = createMemoryStore()
  const session = sessionId('root')
  await store.begin({ id: session, conversation: conversationId('talk'), at: 0 })
  return { open: () => createUnbilledCalls({ store }, session) }
}

test('a call that ends while others are written is owed once, now and in the next run', async () => {
  const { open } = await unbilledStand()
  const unbilled = open()
  unbilled.add({ input: 5 }, model)
  await unbilled.keep()
  const due = unbilled.read() ?? expect.unreachable()
  unbilled.add({ input: 7 }, model)
  await Promise.all([unbilled.settle(due), unbilled.keep()])
  await unbilled.settle(due)
  expect(unbilled.read()).toMatchObject({ usage: { input: 7 }, calls: 1 })
  const next = open()
  await next.takeUp()
  await next.takeUp()
  expect(next.read()).toMatchObject({ usage: { input: 7 }, calls: 1 })
})
