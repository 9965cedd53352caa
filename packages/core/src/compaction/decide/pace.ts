import type { Trigger } from '../../contract/occasion.ts'
import type { Instant } from '../../store/session.ts'
import type { RestCause, RouteRecord } from './guard.ts'
import type { PressureSituation } from './verdict.ts'

const minute = 60_000

/** One useless compaction may be bad luck, two are a pattern. */
export const mostStrikes = 2
/** This many compactions may be unproven, regardless of their triggers. */
export const mostAttempts = 3
/** One answer without a count may be a torn connection; two in a row are a provider that does not count. */
export const mostSilentAnswers = 2

/** An overhead that changed by less is the same overhead: a date in the prompt, one tool more. */
const sameOverheadShare = 0.05

const probePace = { firstMs: 10 * minute, longestMs: 120 * minute }
/** Causes that fix themselves are retried soon; those that need a person are not. */
const shortPace = { firstMs: minute, longestMs: 15 * minute }
const longPace = { firstMs: 30 * minute, longestMs: 120 * minute }

/** No pause is longer, so one that ends later was written by a clock that has since been set back. */
export const longestPauseMs = 120 * minute

/** True when a pause still lasts. */
export function isAhead(until: Instant, at: Instant): boolean {
  return until > at && until <= at + longestPauseMs
}

/** Returns how long to pause for a cause, after this many failures of its kind in a row. */
export function restMs(cause: RestCause, streak: number): number {
  return doubled(needsPerson(cause) ? longPace : shortPace, streak)
}

/** True when a person has to fix it. Streaks of the two kinds are not added up. */
export function needsPerson(cause: RestCause): boolean {
  return cause === 'auth' || cause === 'quota' || cause === 'no-provider'
}

/** True when a route has used up a trigger's tries and gets one only now and then: so no block lasts forever. */
export function isSpent(record: RouteRecord, situation: PressureSituation): boolean {
  if (situation.trigger === 'manual') return false
  if (record.attempts >= mostAttempts) return true
  return situation.trigger !== 'overflow' && (record.strikes >= mostStrikes || isAtFloor(record, situation))
}

/** True when the floor that the engine reached still holds: another overhead or threshold is another question. */
export function isAtFloor({ floor }: RouteRecord, { overheadTokens, budget }: PressureSituation): boolean {
  if (floor === undefined || floor.thresholdTokens !== budget.thresholdTokens) return false
  return Math.abs(overheadTokens - floor.overheadTokens) <= floor.overheadTokens * sameOverheadShare
}

/** When a spent route may be tried once. */
export function probeAt({ triedAt, probes }: RouteRecord): Instant {
  return triedAt + doubled(probePace, probes)
}

/** The gateway's passes are shorter than the agent's, so what stops one must not stop the other. */
export function cooldownKey(trigger: Trigger, subject: 'compaction' | 'summary', route: string): string {
  return `${trigger === 'hygiene' ? 'gateway' : 'agent'} ${subject} ${route}`
}

function doubled({ firstMs, longestMs }: typeof probePace, times: number): number {
  return Math.min(firstMs * 2 ** times, longestMs)
}
