import { describe, expect, test } from 'vitest'
import { freshGuard, type Guard } from './guard.ts'
import { judgePressure } from './judge-pressure.ts'
import { compress, minute, reading, route, situation } from './policy.arbitrary.ts'
import { settle } from './settle.ts'
import type { PressureSituation } from './verdict.ts'

const ask = (guard: Guard, at: number, change: Partial<PressureSituation> = {}) => {
  const found = judgePressure(guard, situation({ at, ...change }))
  return found.kind === 'compact' ? 'compact' : found.reason
}
const committed = { kind: 'committed' } as const
const noGain = { kind: 'unchanged', reason: 'no-gain' } as const
const other = 'openai/gpt'

/** A compaction whose next reading is still above the threshold. */
const struck = (guard: Guard, at: number) => settle(compress(guard, committed, { at }), reading(101_000, at))
const broken = struck(struck(freshGuard, 0), 1)

describe('strikes', () => {
  test('only the next count against the threshold judges a compaction, however much it saved', () => {
    expect(struck(freshGuard, 0).routes[route]?.strikes).toBe(1)
    expect(settle(compress(freshGuard, committed), reading(99_999, 1)).routes).toEqual({})
  })

  test('a count at the threshold is not below it', () => {
    expect(settle(compress(freshGuard, committed), reading(100_000, 1)).routes[route]?.strikes).toBe(1)
  })

  test('a compaction is judged by the threshold that it aimed at, not by one set since', () => {
    expect(settle(compress(freshGuard, committed), reading(90_000, 1, { thresholdTokens: 80_000 })).routes).toEqual({})
  })

  test('an answer of another model ends the wait, but judges nothing', () => {
    const guard = settle(compress(freshGuard, committed), reading(150_000, 1, { route: other }))
    expect(guard.awaiting).toBeUndefined()
    expect(guard.routes).toMatchObject({ [route]: { strikes: 0, attempts: 1 } })
    expect(Object.keys(guard.routes)).toEqual([route])
  })

  test('only the first reading after a compaction judges it', () => {
    expect(settle(struck(freshGuard, 0), reading(130_000, 5)).routes[route]?.strikes).toBe(1)
  })

  test('an answer to a request from before the compaction does not judge it', () => {
    const guard = compress(freshGuard, committed, { at: 100 })
    expect(settle(guard, reading(150_000, 120, { askedAt: 99 }))).toBe(guard)
    expect(settle(guard, reading(40_000, 120, { askedAt: 99 }))).toBe(guard)
  })

  test('a clock that was set back does not make every answer old', () => {
    const guard = compress(freshGuard, committed, { at: 500 * minute })
    expect(settle(guard, reading(40_000, 5)).awaiting).toBeUndefined()
  })

  test('an estimate between two counts neither strikes nor clears', () => {
    const silent = settle(compress(struck(freshGuard, 0), committed, { at: 1 }), reading(undefined, 2))
    expect(silent.routes[route]?.strikes).toBe(1)
    expect(settle(silent, reading(101_000, 3)).routes[route]?.strikes).toBe(2)
  })

  test('a provider that never counts is judged by the estimate, so its conversations go on being compressed', () => {
    const silent = settle(settle(compress(freshGuard, committed), reading(undefined, 1)), reading(undefined, 2))
    expect(silent).toEqual({ ...freshGuard, compactions: 1 })
    const above = { estimatedTokens: 110_000 }
    const tight = settle(compress(freshGuard, committed), reading(undefined, 1, above))
    expect(settle(tight, reading(undefined, 2, above)).routes[route]?.strikes).toBe(1)
  })

  test('a count of zero is no count', () => {
    expect(settle(compress(freshGuard, committed), reading(0, 1)).awaiting?.silent).toBe(1)
  })

  test.each(['no-gain', 'refused'] as const)(
    'a result that is %s counts, so it is not made again every turn',
    (reason) => {
      const once = compress(freshGuard, { kind: 'unchanged', reason })
      expect(ask(compress(once, { kind: 'unchanged', reason }, { at: 1 }), 2)).toBe('no-effect')
    },
  )

  test('what the user tried in vain is not held against automatic compaction', () => {
    const guard = compress(freshGuard, noGain, { trigger: 'manual' })
    expect(guard).toEqual(freshGuard)
  })

  test('a count below the threshold clears the strikes', () => {
    expect(settle(broken, reading(60_000, 5)).routes).toEqual({})
  })
})

describe('what is left as it was', () => {
  const irreducible = { kind: 'unchanged', reason: 'irreducible' } as const

  test('a floor that the engine met is reported at once and not tried again every turn', () => {
    const guard = compress(freshGuard, irreducible)
    expect(ask(guard, 1)).toBe('irreducible-floor')
    expect(judgePressure(guard, situation({ at: 1 }))).toMatchObject({ until: 10 * minute, notify: true })
  })

  test('such a floor is forgotten when overhead, threshold or model changes, and probed after its time', () => {
    const guard = compress(freshGuard, irreducible)
    expect(ask(guard, 1, { overheadTokens: 20_500 })).toBe('irreducible-floor')
    expect(ask(guard, 1, { overheadTokens: 12_000 })).toBe('compact')
    expect(ask(guard, 1, { budget: { thresholdTokens: 110_000, contextTokens: 220_000 } })).toBe('compact')
    expect(ask(guard, 1, { route: other })).toBe('compact')
    expect(ask(guard, 10 * minute)).toBe('compact')
  })

  test.each(['nothing-to-compress', 'below-threshold', 'disabled'] as const)(
    'an engine that answers %s is given a minute, no strike',
    (reason) => {
      const guard = compress(freshGuard, { kind: 'unchanged', reason })
      expect(ask(guard, 1)).toBe('cooldown')
      expect(ask(guard, minute)).toBe('compact')
      expect(guard.routes[route]).toMatchObject({ strikes: 0, attempts: 0 })
    },
  )

  test('what the engine answers the user pauses nothing', () => {
    const asked = { trigger: 'manual' } as const
    expect(compress(freshGuard, { kind: 'unchanged', reason: 'nothing-to-compress' }, asked)).toEqual(freshGuard)
  })

  test('probes of a floor come ever later', () => {
    const probed = compress(compress(freshGuard, irreducible), irreducible, { at: 10 * minute })
    expect(judgePressure(probed, situation({ at: 11 * minute }))).toMatchObject({ until: 30 * minute })
  })

  test('an aborted run clears nothing and costs nothing', () => {
    expect(compress(broken, { kind: 'unchanged', reason: 'aborted' }, { at: 10 * minute + 1 })).toEqual(broken)
  })

  test('an engine that asks to wait is waited for, but not for ever', () => {
    const until = (ms: number) =>
      judgePressure(compress(freshGuard, { kind: 'deferred', until: ms }), situation({ at: 1 }))
    expect(until(5 * minute)).toMatchObject({ reason: 'cooldown', until: 5 * minute })
    expect(until(0)).toMatchObject({ until: minute })
    expect(until(Number.MAX_VALUE)).toMatchObject({ until: 120 * minute })
  })
})

test('an event that changes nothing gives back the same guard, so nothing is written', () => {
  expect(settle(freshGuard, reading(10_000, 1))).toBe(freshGuard)
  expect(settle(freshGuard, reading(150_000, 1))).toBe(freshGuard)
  expect(settle(freshGuard, reading(undefined, 1))).toBe(freshGuard)
  const told = settle(freshGuard, { kind: 'told', notice: 'x' })
  expect(settle(told, { kind: 'told', notice: 'x' })).toBe(told)
})

test('after a compaction, or when all is well, the user may be told again', () => {
  const told = settle(freshGuard, { kind: 'told', notice: 'x' })
  expect(compress(told, committed).told).toEqual([])
  expect(settle(told, reading(10_000, 1)).told).toEqual([])
  expect(settle(told, reading(150_000, 1)).told).toEqual(['x'])
})
