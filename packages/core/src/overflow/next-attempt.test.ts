import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Attempts, attemptLimits, freshAttempts, nextAttempt, type RecoveryStep } from './next-attempt.ts'
import type { Refusal } from './refusal.ts'

const fresh = freshAttempts({ promptTokens: 180_000, maxTokens: 20_000, mayCompact: true })
const tooLong: Refusal = { kind: 'input-too-long', isGuess: false }

/** The steps after each refusal in turn, up to the one that gives up. */
function steps(start: Attempts, refusals: readonly Refusal[]): readonly RecoveryStep[] {
  const taken: RecoveryStep[] = []
  let attempts = start
  for (const refusal of refusals) {
    const next = nextAttempt(attempts, refusal)
    taken.push(next.step)
    attempts = next.attempts
    if (next.step.kind === 'give-up') break
  }
  return taken
}

const kinds = (taken: readonly RecoveryStep[]) => taken.map(({ kind }) => kind)

describe('a prompt that is too long', () => {
  test('is compacted three times, each time further, and then the user gets a way out', () => {
    const taken = steps(fresh, Array(4).fill(tooLong))
    expect(kinds(taken)).toEqual(['compact', 'compact', 'compact', 'give-up'])
    const budgets = taken.flatMap((step) => (step.kind === 'compact' ? [step.budgetTokens] : []))
    expect(budgets).toEqual([108_000, 86_400, 69_120])
    expect(taken.at(-1)).toMatchObject({
      message: expect.stringMatching(/3 attempts.*Nothing is lost.*\/compress.*\/new/),
    })
  })

  test('is compacted to fit a stated limit beside the output', () => {
    const refusal: Refusal = { kind: 'input-too-long', limitTokens: 128_000, isGuess: false }
    expect(nextAttempt(fresh, refusal).step).toEqual({ kind: 'compact', budgetTokens: Math.floor(108_000 * 0.95) })
  })

  test('is compacted further where the provider counts more than we do', () => {
    const refusal: Refusal = { kind: 'input-too-long', limitTokens: 200_000, actualTokens: 240_000, isGuess: false }
    expect(nextAttempt(fresh, refusal).step).toEqual({
      kind: 'compact',
      budgetTokens: Math.floor(180_000 * 0.95 * 0.75),
    })
  })

  test('is left alone when the user has switched compaction off, and the message says so', () => {
    const [step] = steps({ ...fresh, mayCompact: false }, [tooLong])
    expect(step).toMatchObject({ kind: 'give-up', message: expect.stringMatching(/switched off.*\/compress.*\/new/) })
  })
})

describe('thinking that is refused', () => {
  const refused: Refusal = { kind: 'seal-refused', place: 'messages.1.content.0' }

  test('is left out from where it is named, then all of it, and neither costs an attempt to compress', () => {
    const taken = steps(fresh, Array(3).fill(refused))
    expect(taken).toEqual([
      { kind: 'drop-thinking', place: 'messages.1.content.0' },
      { kind: 'drop-thinking' },
      { kind: 'give-up', message: expect.stringMatching(/thought in earlier calls.*Nothing is lost/) },
    ])
    expect(kinds(steps(fresh, [refused, tooLong, tooLong, tooLong]))).toEqual([
      'drop-thinking',
      'compact',
      'compact',
      'compact',
    ])
  })

  test('is left out altogether where no place is named', () => {
    expect(kinds(steps(fresh, Array(2).fill({ kind: 'seal-refused' })))).toEqual(['drop-thinking', 'give-up'])
  })
})

describe('an output that is too long', () => {
  const lowered = (maxTokens: number): Refusal => ({ kind: 'output-too-long', maxTokens })
  const outputs = (taken: readonly RecoveryStep[]) =>
    taken.flatMap((step) => (step.kind === 'lower-output' ? [step.maxTokens] : []))

  test('is lowered to what the text states, time and again, and the history is never touched', () => {
    const taken = steps(fresh, [lowered(16_384), lowered(4_096), lowered(2_048), lowered(1_024)])
    expect(kinds(taken)).toEqual(['lower-output', 'lower-output', 'lower-output', 'give-up'])
    expect(outputs(taken)).toEqual([16_384, 4_096, 2_048])
  })

  test('is halved where what is stated was refused too', () => {
    expect(outputs(steps(fresh, Array(4).fill(lowered(4_096))))).toEqual([4_096, 2_048, 1_024])
  })

  test('is given up with the setting to change, whether or not compaction is allowed', () => {
    for (const mayCompact of [true, false]) {
      const taken = steps({ ...fresh, mayCompact }, Array(4).fill(lowered(4_096)))
      expect(taken.at(-1)).toMatchObject({
        message: expect.stringMatching(
          /answer of this length, and 3 attempts.*Nothing is lost\. Set model\.max_tokens/,
        ),
      })
    }
  })
})

test('a body that is too large is made smaller like a prompt', () => {
  expect(nextAttempt(fresh, { kind: 'body-too-large' }).step).toEqual({ kind: 'compact', budgetTokens: 108_000 })
})

describe('waiting', () => {
  test('doubles, is at least what the provider asks for, and ends', () => {
    const waits = steps(fresh, Array(20).fill({ kind: 'overloaded' } satisfies Refusal))
    expect(waits.slice(0, -1)).toEqual(
      [1, 2, 4, 8, 16, 32, 60].map((seconds) => ({ kind: 'wait', waitMs: seconds * 1_000 })),
    )
    expect(waits.at(-1)?.kind).toBe('give-up')
    expect(nextAttempt(fresh, { kind: 'rate-limited', retryAfterMs: 12_345 }).step).toEqual({
      kind: 'wait',
      waitMs: 12_345,
    })
  })

  test('is not done for hours: the user is told how long instead', () => {
    expect(nextAttempt(fresh, { kind: 'rate-limited', retryAfterMs: 7_200_000 }).step).toMatchObject({
      kind: 'give-up',
      message: expect.stringContaining('120 minutes'),
    })
  })

  test('does not use up the attempts to make room', () => {
    const taken = steps(fresh, [{ kind: 'network' }, tooLong, { kind: 'timeout' }, tooLong, tooLong, tooLong])
    expect(kinds(taken)).toEqual(['wait', 'compact', 'wait', 'compact', 'compact', 'give-up'])
  })

  test('happens once for what nobody knows', () => {
    expect(kinds(steps(fresh, [{ kind: 'unknown' }, { kind: 'unknown' }]))).toEqual(['wait', 'give-up'])
  })
})

test.each(['auth', 'quota', 'malformed', 'not-found', 'certificate', 'content-filter'] as const)(
  '%s is told to the user at once, with what to do',
  (kind) => {
    const { step, attempts } = nextAttempt(fresh, { kind })
    expect(step).toMatchObject({ kind: 'give-up', message: expect.stringMatching(/Nothing is lost\. .+/) })
    expect(attempts).toEqual(fresh)
  },
)

const amount = fc.option(fc.integer({ min: 1, max: 2_000_000 }), { nil: undefined })
const anyRefusal: fc.Arbitrary<Refusal> = fc.oneof(
  fc.record({
    kind: fc.constant('input-too-long' as const),
    limitTokens: amount,
    actualTokens: amount,
    isGuess: fc.boolean(),
  }) as fc.Arbitrary<Refusal>,
  fc.record({ kind: fc.constant('output-too-long' as const), maxTokens: fc.integer({ min: 1, max: 100_000 }) }),
  fc.record({
    kind: fc.constantFrom('rate-limited' as const, 'overloaded' as const),
    retryAfterMs: fc.integer({ min: 0, max: 400_000 }),
  }),
  fc.record({
    kind: fc.constantFrom(
      'body-too-large' as const,
      'network' as const,
      'timeout' as const,
      'unknown' as const,
      'auth' as const,
    ),
  }),
)

test('every turn ends: at most three recoveries, budgets that only fall, waits that are bounded', () => {
  fc.assert(
    fc.property(
      fc.array(anyRefusal, { minLength: 12, maxLength: 30 }),
      fc.integer({ min: 1, max: 2_000_000 }),
      (refusals, promptTokens) => {
        const taken = steps({ ...fresh, promptTokens }, refusals)
        expect(taken.at(-1)?.kind).toBe('give-up')
        expect(taken.filter(({ kind }) => kind === 'compact' || kind === 'lower-output').length).toBeLessThanOrEqual(
          attemptLimits.recoveries,
        )
        const budgets = taken.flatMap((step) => (step.kind === 'compact' ? [step.budgetTokens] : []))
        for (const [index, budget] of budgets.entries()) {
          expect(budget).toBeGreaterThanOrEqual(1)
          expect(budget).toBeLessThanOrEqual(Math.max(1, index === 0 ? promptTokens - 1 : (budgets[index - 1] ?? 0)))
        }
      },
    ),
  )
})
