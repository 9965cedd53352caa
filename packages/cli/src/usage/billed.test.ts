import { addBilled, type BilledUsage } from '@palimpsest/core/tokens'
import { expect, test } from 'vitest'
import { builder } from '../long-run/builder-model.arbitrary.ts'
import { createLongDesk } from '../long-run/long-desk.arbitrary.ts'
import { work } from '../long-run/long-session.arbitrary.ts'
import { conversationUsage } from './conversation-usage.ts'
import { insightsOf } from './insights-of.ts'

test.each(['5m', '1h'])('with a cache of %s, chat, usage and insights tell what the provider bills', async (ttl) => {
  const desk = await createLongDesk({ model: builder, settings: { 'prompt_caching.cache_ttl': ttl } })
  await work(desk, 3)
  const { calls } = desk.simulator
  const billed = calls.reduce((sum, { cost }) => sum + (cost?.kind === 'known' ? cost.usd : Number.NaN), 0)
  const usage = calls.reduce<BilledUsage>((sum, call) => addBilled(sum, call.usage ?? {}), {})
  expect(usage.cacheWrite).toBeGreaterThan(1_000)
  expect(usage.cacheWrite1h ?? 0).toBe(ttl === '1h' ? usage.cacheWrite : 0)
  expect(desk.runtime.status().costUsd).toBeCloseTo(billed, 9)
  const { store, runtime } = desk
  expect((await conversationUsage(store, runtime.conversation))?.total.usd).toBeCloseTo(billed, 9)
  expect((await insightsOf(store, { now: Date.now() })).total.usd).toBeCloseTo(billed, 9)
  expect(await desk.damage()).toEqual([])
})
