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
const overflow = { trigger: 'overflow' } as const
const other = 'openai/gpt'

describe('cooldowns', () => {
  const waits = (cause: 'timeout' | 'auth', times: number) => {
    let guard = freshGuard
    let at = 0
    return Array.from({ length: times }, () => {
      guard = compress(guard, { kind: 'failed', cause }, { at })
      const verdict = judgePressure(guard, situation({ at }))
      const until = verdict.kind === 'skip' ? (verdict.until ?? 0) : 0
      const wait = until - at
      at = until
      return wait / minute
    })
  }

  test('what passes by itself is tried again soon, and ever later while it does not pass', () => {
    expect(waits('timeout', 6)).toEqual([1, 2, 4, 8, 15, 15])
  })

  test('what needs a person rests long', () => {
    expect(waits('auth', 4)).toEqual([30, 60, 120, 120])
  })

  test('streaks of the two kinds are not added up', () => {
    const failed = compress(freshGuard, { kind: 'failed', cause: 'timeout' })
    const refused = compress(failed, { kind: 'failed', cause: 'quota' }, { at: minute })
    expect(judgePressure(refused, situation({ at: minute }))).toMatchObject({ until: 31 * minute })
  })

  test('success ends the streak', () => {
    const failed = compress(freshGuard, { kind: 'failed', cause: 'timeout' })
    expect(compress(failed, committed, { at: minute }).cooldowns).toEqual({})
  })

  test('failures are no strikes and cost no attempts: history is as compressible as before', () => {
    const guard = compress(freshGuard, { kind: 'failed', cause: 'transient' })
    expect(guard.routes[route]).toMatchObject({ strikes: 0, attempts: 0 })
  })

  test('a cooldown of one model does not block another', () => {
    expect(ask(compress(freshGuard, { kind: 'failed', cause: 'auth' }), 1, { route: other })).toBe('compact')
  })

  test('a time-out of the gateway does not block the agent, nor the other way round', () => {
    const hygiene = { trigger: 'hygiene', promptTokens: 190_000 } as const
    const failed = compress(freshGuard, { kind: 'failed', cause: 'timeout' }, hygiene)
    expect(ask(failed, 1, hygiene)).toBe('cooldown')
    expect(ask(failed, 1)).toBe('compact')
    expect(ask(compress(freshGuard, { kind: 'failed', cause: 'timeout' }), 1, hygiene)).toBe('compact')
  })

  test('neither a refused request nor the user waits for one', () => {
    const failed = compress(freshGuard, { kind: 'failed', cause: 'no-provider' })
    expect(ask(failed, 1, overflow)).toBe('compact')
    expect(ask(failed, 1, { trigger: 'manual' })).toBe('compact')
  })

  test('a late success of a cancelled run is written down, but calms nothing', () => {
    const failed = compress(freshGuard, {
      kind: 'failed',
      cause: 'timeout',
      tried: [{ route: other, cause: 'timeout' }],
    })
    const late = settle(failed, {
      kind: 'committed',
      run: 'r',
      situation: situation(),
      at: 5,
      tried: [{ route: other }],
    })
    expect(late.cooldowns).toEqual(failed.cooldowns)
    expect(late).toMatchObject({ compactions: 1, awaiting: { since: 5 } })
  })

  test('any other late end changes nothing, even while another run is under way', () => {
    const begun = settle(freshGuard, { kind: 'begun', run: 'new', situation: situation() })
    expect(settle(begun, { kind: 'cancelled', run: 'gone', at: 5 })).toBe(begun)
    const failed = compress(freshGuard, { kind: 'failed', cause: 'timeout' })
    expect(settle(failed, { kind: 'unchanged', reason: 'no-gain', run: 'gone', at: 5 })).toBe(failed)
  })
})

describe('summary models', () => {
  const tried = [{ route: 'openai/mini', cause: 'timeout' }] as const
  const resting = (guard: Guard, at: number, change: Partial<PressureSituation> = {}) => {
    const verdict = judgePressure(guard, situation({ at, ...change }))
    return verdict.kind === 'compact' ? verdict.resting : verdict.reason
  }
  const without = settle(compress(freshGuard, { ...committed, tried }), reading(50_000, 1))

  test('one that failed is left out for a while, which stops no compaction', () => {
    expect(resting(without, 2)).toEqual(['openai/mini'])
    expect(resting(without, minute)).toEqual([])
  })

  test('one that failed is asked again when the user compresses', () => {
    expect(resting(without, 2, { trigger: 'manual' })).toEqual([])
  })

  test('a cancelled run clears nothing', () => {
    const tried = [{ route: 'openai/mini' }]
    expect(compress(without, { kind: 'cancelled', tried }, { at: 2 }).cooldowns).toEqual(without.cooldowns)
    const aborted = { kind: 'unchanged', reason: 'aborted', tried } as const
    expect(compress(without, aborted, { at: 2 }).cooldowns).toEqual(without.cooldowns)
  })

  test('one that wrote is trusted again', () => {
    const well = compress(without, { ...committed, tried: [{ route: 'openai/mini' }] }, { at: 2 })
    expect(well.cooldowns).toEqual({})
  })
})
