import { explain } from './explain.ts'
import { cooldownOf, type Guard, type RouteRecord, routeRecord } from './guard.ts'
import { cooldownKey, isAhead, isAtFloor, isSpent, mostAttempts, mostStrikes, probeAt } from './pace.ts'
import type { Objection, PressureSituation, SkipReason, Verdict } from './verdict.ts'

const hygieneShare = 0.85
const leastHygieneMessages = 4

/**
 * Decides if a compaction is to run now. Hosts may skip the question where a prompt is plainly below the threshold. `undefined` is a guard that could not be read. A
 * verdict to compact is to be settled as `begun` before any work, under the conversation's lease.
 */
export function judgePressure(guard: Guard | undefined, situation: PressureSituation): Verdict {
  const objection = situation.trigger === 'manual' ? objectToManual(situation) : objectTo(guard, situation)
  if (objection !== undefined) return skip(guard, situation, objection)
  const isProbe = guard !== undefined && isSpent(routeRecord(guard, situation.route), situation)
  return { kind: 'compact', isProbe, resting: guard === undefined ? [] : restingRoutes(guard, situation) }
}

/** A user who asks for it gets it, unless there is nothing to do. */
function objectToManual({ hasContent }: PressureSituation): Objection | undefined {
  return hasContent ? undefined : { reason: 'nothing-to-compress' }
}

function objectTo(guard: Guard | undefined, situation: PressureSituation): Objection | undefined {
  return (
    objectToSize(situation) ??
    (situation.enabled ? undefined : { reason: 'disabled' }) ??
    objectToContent(situation) ??
    (guard === undefined ? { reason: 'guard-unknown' } : objectToHistory(guard, situation))
  )
}

/** The gateway's safety net is at a share of the window, regardless of the threshold. */
export function hygieneLevel(contextTokens: number): number {
  return Math.floor(contextTokens * hygieneShare)
}

/** At this size a trigger fires. A provider that refuses has decided already. */
function levelOf({ trigger, budget, putOffTokens = 0 }: PressureSituation): number {
  if (trigger === 'overflow') return budget.contextTokens
  if (trigger === 'response') return Math.max(budget.thresholdTokens, putOffTokens)
  return trigger === 'hygiene' ? hygieneLevel(budget.contextTokens) : budget.thresholdTokens
}

function objectToSize(situation: PressureSituation): Objection | undefined {
  const { trigger, promptTokens, messages } = situation
  const levelTokens = levelOf(situation)
  if (trigger !== 'overflow' && !(promptTokens >= levelTokens)) return { reason: 'below-threshold', levelTokens }
  if (trigger === 'hygiene' && messages < leastHygieneMessages) return { reason: 'too-few-messages' }
  return undefined
}

function objectToContent(situation: PressureSituation): Objection | undefined {
  const levelTokens = levelOf(situation)
  if (situation.overheadTokens >= levelTokens) return { reason: 'irreducible-floor', levelTokens }
  return situation.hasContent ? undefined : { reason: 'nothing-to-compress' }
}

/** A refused request cannot wait for anything, so only the attempts bound its recovery. */
function objectToHistory(guard: Guard, situation: PressureSituation): Objection | undefined {
  const record = routeRecord(guard, situation.route)
  if (situation.trigger === 'overflow') return objectToAttempts(record, situation)
  return (
    (isAwaited(guard, situation) ? { reason: 'awaiting-reading' } : undefined) ??
    objectToPause(guard, situation) ??
    objectToFloor(record, situation) ??
    objectToStrikes(record, situation) ??
    objectToAttempts(record, situation)
  )
}

/** A model or a threshold that the commit did not aim at needs no reading of it. */
function isAwaited({ awaiting }: Guard, { route, budget }: PressureSituation): boolean {
  return awaiting?.route === route && budget.thresholdTokens >= awaiting.thresholdTokens
}

function objectToPause(guard: Guard, { trigger, route, at }: PressureSituation): Objection | undefined {
  const cooldown = cooldownOf(guard, cooldownKey(trigger, 'compaction', route))
  if (cooldown === undefined || !isAhead(cooldown.until, at)) return undefined
  return { reason: 'cooldown', cause: cooldown.cause, until: cooldown.until }
}

function objectToFloor(record: RouteRecord, situation: PressureSituation): Objection | undefined {
  const until = probeAt(record)
  if (!isAtFloor(record, situation) || !isAhead(until, situation.at)) return undefined
  return { reason: 'irreducible-floor', levelTokens: situation.budget.thresholdTokens, until }
}

function objectToStrikes(record: RouteRecord, { at }: PressureSituation): Objection | undefined {
  const until = probeAt(record)
  if (record.strikes < mostStrikes || !isAhead(until, at)) return undefined
  return { reason: 'no-effect', strikes: record.strikes, until }
}

function objectToAttempts(record: RouteRecord, { at }: PressureSituation): Objection | undefined {
  const until = probeAt(record)
  if (record.attempts < mostAttempts || !isAhead(until, at)) return undefined
  return { reason: 'attempts-spent', attempts: record.attempts, until }
}

/** A summary model that rests is left out, which never stops a compaction: the ledger can write too. */
export function restingRoutes(
  guard: Guard,
  { trigger, summaryRoutes, at }: Pick<PressureSituation, 'trigger' | 'summaryRoutes' | 'at'>,
): readonly string[] {
  if (trigger === 'manual') return []
  return summaryRoutes.filter((route) => {
    const cooldown = cooldownOf(guard, cooldownKey(trigger, 'summary', route))
    return cooldown !== undefined && isAhead(cooldown.until, at)
  })
}

/** These are the ordinary course of things. */
const quiet: readonly SkipReason[] = ['below-threshold', 'too-few-messages', 'awaiting-reading']

function skip(guard: Guard | undefined, situation: PressureSituation, objection: Objection): Verdict {
  const { trigger, route } = situation
  const { reason } = objection
  const notice = `${reason} ${route}`
  const isAsked = trigger === 'manual' || trigger === 'overflow'
  const notify = isAsked || !(quiet.includes(reason) || (guard?.told.includes(notice) ?? false))
  const until = 'until' in objection ? objection.until : undefined
  const verdict = { kind: 'skip', reason, detail: explain(objection, situation), notify, notice } as const
  return until === undefined ? verdict : { ...verdict, until }
}
