import fc from 'fast-check'
import { freshGuard, type Guard } from './guard.ts'
import type { CommittedEvent, ReadingEvent, RunEndEvent, Tried } from './guard-event.ts'
import { judgePressure } from './judge-pressure.ts'
import { settle } from './settle.ts'
import type { PressureSituation, Verdict } from './verdict.ts'

export const minute = 60_000
export const route = 'anthropic/claude'

/** A request of 120K before a threshold of 100K, with a history that can be compressed. */
export function situation(change: Partial<PressureSituation> = {}): PressureSituation {
  return {
    trigger: 'preflight',
    enabled: true,
    budget: { thresholdTokens: 100_000, contextTokens: 200_000 },
    promptTokens: 120_000,
    isReported: true,
    messages: 60,
    overheadTokens: 20_000,
    hasContent: true,
    route,
    summaryRoutes: ['openai/mini'],
    at: 0,
    ...change,
  }
}

/** An answer to a request of that many tokens, asked and read at once. */
export function reading(
  reportedTokens: number | undefined,
  at: number,
  change: Partial<ReadingEvent> = {},
): ReadingEvent {
  const base = { kind: 'reading', route, estimatedTokens: 50_000, thresholdTokens: 100_000, askedAt: at, at } as const
  return { ...base, ...(reportedTokens === undefined ? {} : { reportedTokens }), ...change }
}

/** How a run ends, without its name and time. */
export type Ending = DistributiveOmit<RunEndEvent | CommittedEvent, 'run' | 'at' | 'situation'>
type DistributiveOmit<T, Key extends PropertyKey> = T extends unknown ? Omit<T, Key> : never

/** Begins a run and ends it at once. */
export function compress(guard: Guard, ending: Ending, change: Partial<PressureSituation> = {}): Guard {
  const now = situation(change)
  const begun = settle(guard, { kind: 'begun', run: 'r', situation: now })
  return settle(begun, { ...ending, run: 'r', at: now.at, situation: now } as RunEndEvent | CommittedEvent)
}

/** One thing that happens: time passes, and the policy is asked, an answer comes, or a process dies at work. */
export type Step =
  | {
      readonly kind: 'ask'
      readonly waitMs: number
      readonly change: Partial<PressureSituation>
      readonly ending: Ending | 'crash'
    }
  | { readonly kind: 'answer'; readonly waitMs: number; readonly tokens: number | undefined; readonly route: string }

const routes = fc.constantFrom(route, 'openai/gpt')
const wait = fc.oneof(fc.nat(1_000), fc.nat(minute), fc.nat(200 * minute))
const cause = fc.constantFrom('transient', 'timeout', 'engine', 'store', 'auth', 'quota', 'no-provider')
const tried: fc.Arbitrary<readonly Tried[]> = fc.array(
  fc.oneof(fc.record({ route: routes, cause }), fc.record({ route: routes })),
  { maxLength: 2 },
)

const ending: fc.Arbitrary<Ending | 'crash'> = fc.oneof(
  fc.record({ kind: fc.constant('committed'), tried }),
  fc.record({ kind: fc.constant('failed'), cause, tried }),
  fc.record({ kind: fc.constant('deferred'), until: fc.nat(500 * minute) }),
  fc.record({ kind: fc.constantFrom('contended', 'cancelled') }),
  fc.record({
    kind: fc.constant('unchanged'),
    reason: fc.constantFrom('below-threshold', 'nothing-to-compress', 'irreducible', 'no-gain', 'aborted', 'refused'),
  }),
  fc.constant('crash'),
) as fc.Arbitrary<Ending | 'crash'>

export const anySituation: fc.Arbitrary<Partial<PressureSituation>> = fc.record(
  {
    trigger: fc.constantFrom('hygiene', 'preflight', 'response', 'overflow', 'manual'),
    enabled: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    promptTokens: fc.oneof({ weight: 4, arbitrary: fc.integer({ min: 100_000, max: 300_000 }) }, fc.nat(99_999)),
    isReported: fc.boolean(),
    messages: fc.nat(100),
    overheadTokens: fc.oneof({ weight: 5, arbitrary: fc.nat(50_000) }, fc.nat(300_000)),
    hasContent: fc.oneof({ weight: 9, arbitrary: fc.constant(true) }, fc.constant(false)),
    route: routes,
    summaryRoutes: fc.subarray([route, 'openai/gpt']),
  },
  { requiredKeys: ['trigger', 'route'] },
)

export const anySteps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('ask' as const), waitMs: wait, change: anySituation, ending }),
    },
    fc.record({
      kind: fc.constant('answer' as const),
      waitMs: wait,
      tokens: fc.oneof(
        { weight: 6, arbitrary: fc.integer({ min: 100_000, max: 200_000 }) },
        fc.nat(99_999),
        fc.constant(undefined),
      ),
      route: routes,
    }),
  ),
  { maxLength: 40, size: 'max' },
)

/** What was seen at one step. */
export interface Seen {
  readonly step: Step
  readonly at: number
  readonly before: Guard
  readonly after: Guard
  readonly situation?: PressureSituation
  readonly verdict?: Verdict
}

/** Lives through the steps as a host does, with everything frozen. */
export function live(steps: readonly Step[]): readonly Seen[] {
  let guard = frozen(freshGuard)
  let at = 1_000_000
  return steps.map((step, index) => {
    at += step.waitMs
    const before = guard
    if (step.kind === 'answer') {
      guard = frozen(settle(before, reading(step.tokens, at, { route: step.route })))
      return { step, at, before, after: guard }
    }
    const now = frozen(situation({ ...step.change, at }))
    const verdict = judgePressure(before, now)
    guard = frozen(obey(before, now, verdict, `run ${index}`, step.ending))
    return { step, at, before, after: guard, situation: now, verdict }
  })
}

function obey(
  guard: Guard,
  now: PressureSituation,
  verdict: Verdict,
  ...[run, end]: [string, Ending | 'crash']
): Guard {
  if (verdict.kind === 'skip') return verdict.notify ? settle(guard, { kind: 'told', notice: verdict.notice }) : guard
  const begun = frozen(settle(guard, { kind: 'begun', run, situation: now }))
  if (end === 'crash') return begun
  return settle(begun, { ...end, run, at: now.at, situation: now } as RunEndEvent | CommittedEvent)
}

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const field of Object.values(value)) frozen(field)
  }
  return value
}
