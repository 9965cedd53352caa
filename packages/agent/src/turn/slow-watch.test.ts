import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createSlowWatch } from './slow-watch.ts'

test('slow work is told while it runs, once, and again only after some was quick', async () => {
  let told = 0
  const watch = createSlowWatch(() => told++, 40)
  expect(await watch(Promise.resolve(1))).toBe(1)
  expect(told).toBe(0)
  let toldMeanwhile = 0
  await watch(sleep(200).then(() => (toldMeanwhile = told)))
  expect(toldMeanwhile).toBe(1)
  await expect(watch(sleep(100).then(() => Promise.reject(new Error('locked'))))).rejects.toThrow('locked')
  expect(told).toBe(1)
  await watch(Promise.resolve())
  await watch(sleep(100))
  expect(told).toBe(2)
})
