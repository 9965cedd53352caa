import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CacheMemory, startMemory } from './cache-memory.ts'
import type { CacheRoute } from './cache-route.ts'
import { furtherTurns, longShare, lostShare, silenceAhead } from './pauses-ahead.ts'
import { ttlMs } from './ttl.ts'
import { costOfSilence, pingsWorth } from './wait-costs.ts'

const conversations: fc.Arbitrary<CacheMemory> = fc
  .record({ turns: fc.nat(300), long: fc.nat(300), lost: fc.nat(300) })
  .map(({ turns, long, lost }) => {
    const waits = Math.max(0, turns - 1)
    const few = Math.min(long, waits)
    return { ...startMemory, pauses: { turns, long: few, lost: Math.min(lost, waits - few) } }
  })

const known = fc.record({
  conversations: fc.integer({ min: 1, max: 9 }),
  turns: fc.nat(99),
  long: fc.nat(9),
  lost: fc.nat(9),
})

const routes: fc.Arbitrary<CacheRoute> = fc
  .record({
    channel: fc.constantFrom('agent', 'chat', 'headless'),
    readRate: fc.constantFrom(0.1, 0.05, 0.025),
    known: fc.option(known, { nil: undefined }),
  })
  .map(({ known, ...route }) => ({ ...route, keepAlive: true, ...(known && { known }) }))

test('a silence is as long as pauses were: so many of those who return do after five minutes, so many after an hour', () => {
  const memory = { ...startMemory, pauses: { turns: 41, long: 10, lost: 2 } }
  const route = { channel: 'agent' } as const
  const { returnAfter, isSilentAt } = silenceAhead(memory, route)
  const goesOn = 1 - 1 / (2 * furtherTurns(memory, route))
  const lost = lostShare(memory, route)
  expect(returnAfter(0)).toBeCloseTo(goesOn)
  expect(returnAfter(ttlMs['5m']) / goesOn).toBeCloseTo(longShare(memory, route) + lost)
  expect(returnAfter(ttlMs['1h']) / goesOn).toBeCloseTo(lost)
  expect(isSilentAt(0)).toBe(1)
  expect(isSilentAt(1e12)).toBeCloseTo(1 - goesOn, 2)
})

test('the longer a silence is the fewer are silent, whatever was seen', () => {
  fc.assert(
    fc.property(conversations, routes, fc.nat(1e8), fc.nat(1e8), (memory, route, ms, more) => {
      const { returnAfter, isSilentAt } = silenceAhead(memory, route)
      for (const share of [returnAfter(ms), isSilentAt(ms)]) {
        expect(share).toBeGreaterThanOrEqual(0)
        expect(share).toBeLessThanOrEqual(1)
      }
      expect(returnAfter(ms + more)).toBeLessThanOrEqual(returnAfter(ms))
    }),
  )
})

test('the cheaper a read is the more keep-alives pay, and the less a silence costs; none are sent that nobody wants', () => {
  fc.assert(
    fc.property(conversations, routes, fc.constantFrom('5m', '1h'), (memory, route, ttl) => {
      const silence = silenceAhead(memory, route)
      const at = (readRate: number) => ({ ...route, readRate })
      expect(pingsWorth(ttl, silence, at(0.025))).toBeGreaterThanOrEqual(pingsWorth(ttl, silence, at(0.1)))
      expect(costOfSilence(ttl, silence, route)).toBeGreaterThanOrEqual(0)
      expect(pingsWorth(ttl, silence, { ...route, keepAlive: false })).toBe(0)
    }),
  )
})
