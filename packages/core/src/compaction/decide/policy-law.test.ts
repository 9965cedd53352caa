import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from '../../json.ts'
import { type Guard, routeRecord } from './guard.ts'
import { judgePressure } from './judge-pressure.ts'
import { isSpent, mostAttempts } from './pace.ts'
import {
  anySituation,
  anySteps,
  live,
  minute,
  reading,
  route,
  type Seen,
  type Step,
  situation,
} from './policy.arbitrary.ts'
import { readGuard } from './read-guard.ts'
import { settle } from './settle.ts'

/** Holds for every life of a guard; nothing in it may be mutated, for all of it is frozen. */
function law(check: (seen: readonly Seen[]) => void, numRuns = 400): void {
  fc.assert(
    fc.property(anySteps, (steps) => check(live(steps))),
    { numRuns },
  )
}

const last = (seen: readonly Seen[]): Guard | undefined => seen.at(-1)?.after
const isOrdinary = ({ situation: now }: Seen) => now?.trigger !== 'overflow' && now?.trigger !== 'manual'

test('after a commit nothing is compacted automatically on its route before an answer came, unless the provider refuses', () => {
  let commits = 0
  law((seen) => {
    let unread: string | undefined
    for (const one of seen) {
      if (one.step.kind === 'answer') unread = undefined
      else if (one.verdict?.kind === 'compact') {
        if (isOrdinary(one)) expect(one.situation?.route).not.toBe(unread)
        if (one.after.compactions > one.before.compactions) {
          commits++
          unread = one.situation?.route
        }
      }
    }
  })
  expect(commits).toBeGreaterThan(100)
})

test('attempts never exceed their budget', () => {
  law((seen) => {
    for (const { after } of seen)
      for (const { attempts } of Object.values(after.routes)) expect(attempts).toBeLessThanOrEqual(mostAttempts)
  })
})

test('whatever the triggers, three compactions are committed in ten minutes without a count below the threshold, no more', () => {
  const isAbove = (step: Step) => step.kind === 'ask' || (step.tokens !== undefined && step.tokens >= 100_000)
  const unproven = anySteps.map((steps) =>
    steps.filter(isAbove).map((step) => ({ ...step, waitMs: step.waitMs % 9_000 })),
  )
  let most = 0
  fc.assert(
    fc.property(unproven, (steps) => {
      const commits = live(steps).filter(({ situation: now, before, after }) => {
        return now?.route === route && now.trigger !== 'manual' && after.compactions > before.compactions
      })
      expect(commits.length).toBeLessThanOrEqual(mostAttempts)
      most = Math.max(most, commits.length)
    }),
    { numRuns: 1_000 },
  )
  expect(most).toBe(mostAttempts)
})

test('every skip says why, in a whole sentence', () => {
  law((seen) => {
    for (const { verdict } of seen)
      if (verdict?.kind === 'skip') {
        expect(verdict.detail).toMatch(/^[A-Z].{20,}\.$/)
        expect(verdict.detail).not.toMatch(/undefined|NaN|Infinity|\s{2}/)
      }
  })
})

test('a guard comes back from JSON as it was', () => {
  law((seen) => {
    for (const { after } of seen) expect(readGuard(parseJson(JSON.stringify(after)))).toEqual(after)
  })
})

test('no block lasts: after its time every guard lets one through, and a blocked one only one', () => {
  let probes = 0
  law((seen) => {
    const guard = last(seen)
    if (guard === undefined) return
    const { awaiting: _, ...answered } = guard
    const now = situation({ at: (seen.at(-1)?.at ?? 0) + 121 * minute })
    const isBlocked = isSpent(routeRecord(guard, route), now)
    expect(judgePressure(answered, now)).toMatchObject({ kind: 'compact', isProbe: isBlocked })
    if (!isBlocked) return
    probes++
    const begun = settle(answered, { kind: 'begun', run: 'probe', situation: now })
    expect(judgePressure(begun, { ...now, at: now.at + 1 }).kind).toBe('skip')
  })
  expect(probes).toBeGreaterThan(20)
})

test('switched off means never, unless the user asks', () => {
  law((seen) => {
    for (const { situation: now, verdict } of seen)
      if (now !== undefined && !now.enabled && now.trigger !== 'manual') expect(verdict?.kind).toBe('skip')
  })
})

test('who asks gets it, whatever has happened, unless there is nothing to compress', () => {
  fc.assert(
    fc.property(anySteps, anySituation, fc.boolean(), (steps, change, hasContent) => {
      const guard = last(live(steps))
      const verdict = judgePressure(guard, situation({ ...change, trigger: 'manual', hasContent }))
      expect(verdict.kind).toBe(hasContent ? 'compact' : 'skip')
    }),
    { numRuns: 300 },
  )
})

test('one count below the threshold settles all that was held against a route', () => {
  law((seen) => {
    const guard = last(seen)
    if (guard === undefined) return
    const well = settle(guard, reading(40_000, (seen.at(-1)?.at ?? 0) + 1))
    expect(well.routes[route]).toBeUndefined()
    expect(well.awaiting).toBeUndefined()
  })
})

test('someone who was faster, or a user who stops it, leaves no trace', () => {
  law((seen) => {
    for (const { step, before, after, verdict } of seen)
      if (verdict?.kind === 'compact' && step.kind === 'ask' && step.ending !== 'crash')
        if (step.ending.kind === 'contended' || step.ending.kind === 'cancelled') {
          const { run: _, ...rest } = before
          for (const name of Object.keys(after.routes))
            expect(routeRecord(after, name)).toEqual(routeRecord(rest, name))
          expect({ ...after, routes: {} }).toEqual({ ...rest, routes: {} })
        }
  })
})

test('the same block is told once, until something was compacted or all was well', () => {
  law((seen) => {
    const told = new Set<string>()
    for (const { step, verdict, situation: now, before, after } of seen) {
      if (after.compactions > before.compactions || (step.kind === 'answer' && after.told.length === 0)) told.clear()
      if (verdict?.kind !== 'skip' || !verdict.notify || now?.trigger === 'overflow' || now?.trigger === 'manual')
        continue
      expect(told).not.toContain(verdict.notice)
      told.add(verdict.notice)
    }
  })
})
