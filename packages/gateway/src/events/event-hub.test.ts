import { conversationId } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { until } from '../gateway-desk.arbitrary.ts'
import { createEventHub } from './event-hub.ts'

const ann = conversationId('ann')

test('while much is handed out to many, others get their turn, and all get it in order', async () => {
  const store = createMemoryStore()
  const hub = createEventHub(store.events)
  const heard = Array.from({ length: 60 }, (): number[] => [])
  for (const ids of heard)
    hub.follow(ann, 0, (events) => {
      for (const end = performance.now() + 1; performance.now() < end; );
      ids.push(...events.map(({ id }) => id))
    })
  const served = () => heard.filter((ids) => ids.length > 0).length
  const seen: number[] = []
  const timer = setInterval(() => seen.push(served()), 0)
  await store.events.append(ann, [1, 2], 1)
  await store.events.append(ann, [3], 1)
  await until(() => heard.every((ids) => ids.length === 3))
  clearInterval(timer)
  hub.stop()
  expect(seen.some((count) => count > 0 && count < heard.length)).toBe(true)
  expect(heard.every((ids) => ids.join() === '1,2,3')).toBe(true)
})
