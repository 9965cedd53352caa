import { createCatalogue } from '@palimpsest/core/models'
import { expect, test } from 'vitest'
import { createHourPremium } from './hour-premium.ts'
import { priceOf } from './usd.ts'

const model = createCatalogue().find('claude-haiku-5-5') ?? expect.unreachable()
const usage = { read: 0, write5m: 0, write1h: 0, plain: 0 }
const minutes = 60_000

test('an hour costs what its price is above that of five minutes, at the size of the prompt', () => {
  const { prices } = model
  const above = prices?.above ?? expect.unreachable()
  const hours = createHourPremium(priceOf(model))
  hours.note({ ...usage, write5m: 500, write1h: 2_000, plain: 10 }, 0)
  const low = (2_000 * ((prices?.cacheWrite1h ?? 0) - (prices?.cacheWrite5m ?? 0))) / 1e6
  expect([low > 0, hours.total().hourPremiumUsd]).toEqual([true, expect.closeTo(low, 12)])
  hours.note({ ...usage, write1h: 2_000, plain: above.promptTokens }, 1)
  const high = (2_000 * ((above.prices.cacheWrite1h ?? 0) - (above.prices.cacheWrite5m ?? 0))) / 1e6
  expect([high > low, hours.total().hourPremiumUsd]).toEqual([true, expect.closeTo(low + high, 12)])
})

test.each([
  ['five minutes, then a read', 5 * minutes, 100, 1],
  ['a shorter silence', 5 * minutes - 1, 100, 0],
  ['nothing left to read', 70 * minutes, 0, 0],
])('whether a pause was bridged: %s', (_, silenceMs, read, bridged) => {
  const hours = createHourPremium(priceOf(model))
  hours.note({ ...usage, write1h: 2_000 }, 1_000)
  hours.note({ ...usage, read }, 1_000 + silenceMs)
  expect(hours.total().bridgedPauses).toBe(bridged)
})

test('what was never written for an hour bridges nothing and costs nothing', () => {
  const hours = createHourPremium(priceOf(model))
  hours.note({ ...usage, write5m: 2_000 }, 0)
  hours.note({ ...usage, read: 2_000 }, 20 * minutes)
  expect(hours.total()).toEqual({ hourPremiumUsd: 0, bridgedPauses: 0 })
})

test('at an unknown price the premium is unknown, never 0', () => {
  const hours = createHourPremium(priceOf(undefined))
  hours.note({ ...usage, write1h: 1 }, 0)
  expect(hours.total().hourPremiumUsd).toBeNull()
})
