import { describe, expect, test } from 'vitest'
import { parseJson } from '../../json.ts'
import { freshGuard, type Guard } from './guard.ts'
import { judgePressure } from './judge-pressure.ts'
import { compress, minute, reading, route, situation } from './policy.arbitrary.ts'
import { readGuard } from './read-guard.ts'
import { settle } from './settle.ts'
import type { PressureSituation } from './verdict.ts'

const ask = (guard: Guard, at: number, change: Partial<PressureSituation> = {}) => {
  const found = judgePressure(guard, situation({ at, ...change }))
  return found.kind === 'compact' ? 'compact' : found.reason
}
const committed = { kind: 'committed' } as const
const overflow = { trigger: 'overflow' } as const
const other = 'openai/gpt'

/** A compaction whose next reading is still above the threshold. */
const struck = (guard: Guard, at: number) => settle(compress(guard, committed, { at }), reading(101_000, at))
const broken = struck(struck(freshGuard, 0), 1)

describe('the breaker', () => {
  test('two strikes open it, and it says so', () => {
    expect(ask(struck(freshGuard, 0), 2)).toBe('compact')
    expect(ask(broken, 2)).toBe('no-effect')
    expect(judgePressure(broken, situation({ at: 2 }))).toMatchObject({ until: 1 + 10 * minute, notify: true })
  })

  test('after ten minutes it lets a single probe through', () => {
    const due = 1 + 10 * minute
    expect(judgePressure(broken, situation({ at: due }))).toMatchObject({ kind: 'compact', isProbe: true })
    const begun = settle(broken, { kind: 'begun', run: 'p', situation: situation({ at: due }) })
    expect(ask(begun, due + 1)).toBe('no-effect')
  })

  test('a probe in vain doubles the wait, up to two hours', () => {
    let guard = broken
    const waits: number[] = []
    for (let at = 1, probe = 0; probe < 6; probe++) {
      while (ask(guard, at) !== 'compact') at += minute
      waits.push(Math.round((at - (guard.routes[route]?.triedAt ?? 0)) / minute))
      guard = struck(guard, at)
    }
    expect(waits).toEqual([10, 20, 40, 80, 120, 120])
  })

  test('a probe that helps closes it', () => {
    const probed = compress(broken, committed, { at: 11 * minute })
    expect(ask(settle(probed, reading(50_000, 11 * minute)), 12 * minute)).toBe('compact')
  })

  test('a restart or a continuation does not disarm it', () => {
    expect(ask(readGuard(parseJson(JSON.stringify(broken))) ?? freshGuard, 2)).toBe('no-effect')
  })

  test('the model that failed blocks no other, and coming back does not launder its strikes', () => {
    expect(ask(broken, 2, { route: other })).toBe('compact')
    expect(ask(settle(broken, reading(50_000, 3, { route: other })), 4)).toBe('no-effect')
  })

  test('the user passes it, which is no probe', () => {
    expect(judgePressure(broken, situation({ at: 2, trigger: 'manual' }))).toMatchObject({
      kind: 'compact',
      isProbe: false,
    })
  })

  test('a clock that was set back does not hold it open', () => {
    const later = struck(struck(freshGuard, 900 * minute), 900 * minute)
    expect(ask(later, 5)).toBe('compact')
  })
})

describe('the attempts', () => {
  test('a refused request is rescued three times, then the user is told what to do', () => {
    let guard = freshGuard
    for (const at of [1, 2, 3]) {
      expect(ask(guard, at, overflow)).toBe('compact')
      guard = compress(guard, committed, { ...overflow, at })
    }
    const verdict = judgePressure(guard, situation({ ...overflow, at: 4 }))
    expect(verdict).toMatchObject({ reason: 'attempts-spent', notify: true })
    expect(verdict).toMatchObject({ detail: expect.stringMatching(/3 attempts.*Nothing is lost.*\/compress.*\/new/) })
  })

  test('all triggers share one budget', () => {
    let guard = compress(freshGuard, committed)
    guard = compress(compress(guard, committed, { ...overflow, at: 2 }), committed, { ...overflow, at: 3 })
    expect(ask(guard, 4, overflow)).toBe('attempts-spent')
    expect(ask(guard, 4, { route: other, ...overflow })).toBe('compact')
  })

  test('a long turn whose compactions work never runs out', () => {
    let guard = freshGuard
    for (let at = 0; at < 20; at++) {
      expect(ask(guard, at, overflow)).toBe('compact')
      guard = settle(compress(guard, committed, { ...overflow, at }), reading(70_000, at))
    }
  })

  test('a request that was answered, however large, does not count against the rescue of another', () => {
    let guard = freshGuard
    for (let at = 0; at < 20; at++) {
      expect(ask(guard, at, overflow)).toBe('compact')
      guard = settle(compress(guard, committed, { ...overflow, at }), reading(120_000, at))
    }
  })

  test('an open breaker does not keep a refused request from its rescue', () => {
    expect(judgePressure(broken, situation({ ...overflow, at: 2 }))).toMatchObject({ kind: 'compact', isProbe: false })
    expect(compress(broken, committed, { ...overflow, at: 2 }).routes[route]).toMatchObject({ attempts: 1, probes: 0 })
  })

  test('a compaction that kills its process counts', () => {
    let guard = freshGuard
    for (const run of ['a', 'b', 'c']) guard = settle(guard, { kind: 'begun', run, situation: situation() })
    expect(ask(guard, 1)).toBe('attempts-spent')
  })

  test('a rescue that fails costs an attempt, for it does not wait for pauses', () => {
    let guard = freshGuard
    for (const at of [1, 2, 3]) guard = compress(guard, { kind: 'failed', cause: 'engine' }, { ...overflow, at })
    expect(ask(guard, 4, overflow)).toBe('attempts-spent')
  })

  test('what the user asks for is not charged', () => {
    let guard = freshGuard
    for (const at of [1, 2, 3]) guard = compress(guard, committed, { trigger: 'manual', at })
    expect(ask(guard, 4, overflow)).toBe('compact')
  })

  test.each(['contended', 'cancelled'] as const)('a run that is %s is refunded', (kind) => {
    let guard = freshGuard
    for (let at = 0; at < 9; at++) guard = compress(guard, { kind }, { ...overflow, at })
    expect(ask(guard, 9, overflow)).toBe('compact')
  })

  test('a probe that lost a race is due again at once', () => {
    const due = 1 + 10 * minute
    expect(ask(compress(broken, { kind: 'contended' }, { at: due }), due + 1)).toBe('compact')
  })
})
