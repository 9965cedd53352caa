import { describe, expect, test } from 'vitest'
import type { Trigger } from '../../contract/occasion.ts'
import { freshGuard, type Guard } from './guard.ts'
import { judgePressure } from './judge-pressure.ts'
import { compress, minute, reading, route, situation } from './policy.arbitrary.ts'
import { settle } from './settle.ts'
import type { PressureSituation } from './verdict.ts'

const verdict = (change: Partial<PressureSituation> = {}, guard: Guard | undefined = freshGuard) => {
  const found = judgePressure(guard, situation(change))
  return found.kind === 'compact' ? 'compact' : found.reason
}
const detail = (change: Partial<PressureSituation>, guard: Guard | undefined = freshGuard) => {
  const found = judgePressure(guard, situation(change))
  return found.kind === 'compact' ? undefined : found.detail
}
const automatic: readonly Trigger[] = ['hygiene', 'preflight', 'response', 'overflow']
const small = { thresholdTokens: 30_000, contextTokens: 60_000 }

describe('when a trigger fires', () => {
  test.each(['preflight', 'response'] as const)('%s compacts at the threshold, not one token below', (trigger) => {
    expect(verdict({ trigger, promptTokens: 100_000 })).toBe('compact')
    expect(verdict({ trigger, promptTokens: 99_999 })).toBe('below-threshold')
  })

  test('in a loop that would lose its thinking nothing is compacted below the size it is put off to', () => {
    const loop = { trigger: 'response', putOffTokens: 170_000 } as const
    expect(verdict({ ...loop, promptTokens: 169_999 })).toBe('below-threshold')
    expect(verdict({ ...loop, promptTokens: 170_000 })).toBe('compact')
    expect(verdict({ ...loop, trigger: 'overflow', promptTokens: 120_000 })).toBe('compact')
    expect(verdict({ ...loop, putOffTokens: 90_000, promptTokens: 99_999 })).toBe('below-threshold')
  })

  test('hygiene waits for 85 % of the window, whatever the threshold is', () => {
    expect(verdict({ trigger: 'hygiene', promptTokens: 170_000 })).toBe('compact')
    expect(verdict({ trigger: 'hygiene', promptTokens: 169_999 })).toBe('below-threshold')
  })

  test('hygiene leaves histories of less than four messages to the agent', () => {
    expect(verdict({ trigger: 'hygiene', promptTokens: 180_000, messages: 3 })).toBe('too-few-messages')
    expect(verdict({ trigger: 'hygiene', promptTokens: 180_000, messages: 4 })).toBe('compact')
  })

  test('few huge messages are compacted all the same: size decides in the loop', () => {
    expect(verdict({ messages: 1 })).toBe('compact')
  })

  test('without a count from the provider the estimate decides, so a lost connection does not end compaction', () => {
    expect(verdict({ isReported: false })).toBe('compact')
  })

  test('a refused request is compacted although our count says that it fits', () => {
    expect(verdict({ trigger: 'overflow', promptTokens: 5_000 })).toBe('compact')
  })

  test('the user may compress at any size', () => {
    expect(verdict({ trigger: 'manual', promptTokens: 1_000 })).toBe('compact')
  })

  test('a size that is not a number starts nothing', () => {
    expect(verdict({ promptTokens: Number.NaN })).toBe('below-threshold')
  })
})

describe('when nothing can be done', () => {
  test.each(automatic)('the switch covers %s', (trigger) => {
    expect(verdict({ trigger, promptTokens: 190_000, enabled: false })).toBe('disabled')
  })

  test('the switch does not cover what the user asks for', () => {
    expect(verdict({ trigger: 'manual', enabled: false })).toBe('compact')
  })

  test.each([...automatic, 'manual'] as const)('with all protected, %s says so without a model call', (trigger) => {
    expect(verdict({ trigger, promptTokens: 190_000, hasContent: false })).toBe('nothing-to-compress')
  })

  test('system prompt and tools above the threshold are a floor that no compaction lowers', () => {
    expect(verdict({ overheadTokens: 100_000 })).toBe('irreducible-floor')
    expect(detail({ overheadTokens: 104_000 })).toContain('104,000 tokens')
  })

  test('a floor is looked at anew when overhead, model or threshold changes', () => {
    expect(verdict({ overheadTokens: 99_000 })).toBe('compact')
    expect(verdict({ overheadTokens: 100_000, budget: { thresholdTokens: 150_000, contextTokens: 300_000 }, promptTokens: 160_000 })).toBe('compact') // biome-ignore format: one case a line
  })

  test('a floor above the threshold does not stop the rescue of a refused request, one above the window does', () => {
    expect(verdict({ trigger: 'overflow', overheadTokens: 150_000 })).toBe('compact')
    expect(verdict({ trigger: 'overflow', overheadTokens: 200_000 })).toBe('irreducible-floor')
  })

  test('a guard that could not be read is not an empty one: only the user compresses', () => {
    for (const trigger of automatic)
      expect(judgePressure(undefined, situation({ trigger, promptTokens: 190_000 }))).toMatchObject({
        reason: 'guard-unknown',
      })
    expect(judgePressure(undefined, situation({ trigger: 'manual' })).kind).toBe('compact')
  })
})

describe('after a compaction', () => {
  const committed = compress(freshGuard, { kind: 'committed' })

  test.each(['hygiene', 'preflight', 'response'] as const)('%s waits for one real reading', (trigger) => {
    expect(verdict({ trigger, promptTokens: 190_000, at: 5 }, committed)).toBe('awaiting-reading')
  })

  test('a refused request and the user do not wait', () => {
    expect(verdict({ trigger: 'overflow', at: 5 }, committed)).toBe('compact')
    expect(verdict({ trigger: 'manual', at: 5 }, committed)).toBe('compact')
  })

  test('a switch to another model, or to a lower threshold, does not wait', () => {
    expect(verdict({ route: 'openai/gpt', at: 5 }, committed)).toBe('compact')
    expect(verdict({ budget: small, at: 5 }, committed)).toBe('compact')
  })

  test('once the provider has counted, the next may run', () => {
    expect(verdict({ at: 9 }, settle(committed, reading(101_000, 6)))).toBe('compact')
    expect(verdict({ at: 9 }, settle(committed, reading(50_000, 6)))).toBe('compact')
  })
})

describe('what the user is told', () => {
  const blocked = settle(compress(freshGuard, { kind: 'failed', cause: 'timeout' }), {
    kind: 'told',
    notice: `cooldown ${route}`,
  })

  test('a block is told once', () => {
    const guard = compress(freshGuard, { kind: 'failed', cause: 'timeout' })
    expect(judgePressure(guard, situation({ at: 1 }))).toMatchObject({ notify: true, notice: `cooldown ${route}` })
    expect(judgePressure(blocked, situation({ at: 1 }))).toMatchObject({ notify: false })
  })

  test('another block is told although the first was', () => {
    expect(judgePressure(blocked, situation({ enabled: false }))).toMatchObject({ reason: 'disabled', notify: true })
  })

  test('the ordinary course of things is not told', () => {
    expect(judgePressure(freshGuard, situation({ promptTokens: 5 }))).toMatchObject({ notify: false })
    expect(judgePressure(compress(freshGuard, { kind: 'committed' }), situation({ at: 1 }))).toMatchObject({
      notify: false,
    })
  })

  test('who asked, or whose request was refused, is always told', () => {
    const none = { hasContent: false } as const
    const told = settle(freshGuard, { kind: 'told', notice: `nothing-to-compress ${route}` })
    expect(judgePressure(told, situation({ ...none, trigger: 'manual' }))).toMatchObject({ notify: true })
    expect(judgePressure(told, situation({ ...none, trigger: 'overflow' }))).toMatchObject({ notify: true })
    expect(judgePressure(told, situation(none))).toMatchObject({ notify: false })
  })

  test('numbers, the time of the next try and a way out are named', () => {
    expect(judgePressure(blocked, situation({ at: 30_000 }))).toMatchObject({ until: minute })
    expect(detail({ at: 30_000 }, blocked)).toMatch(/took too long.*in 30 seconds.*\/compress/)
    expect(detail({ enabled: false })).toMatch(/120,000 tokens.*compression\.enabled.*\/compress.*\/new/)
    expect(detail({ enabled: false, isReported: false })).toContain('about 120,000 tokens')
  })
})
