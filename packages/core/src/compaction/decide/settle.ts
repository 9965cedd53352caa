import type { Trigger } from '../../contract/occasion.ts'
import type { Instant } from '../../store/session.ts'
import {
  type CompactionRun,
  cooldownOf,
  type Guard,
  type RestCause,
  type RouteRecord,
  routeRecord,
  without,
} from './guard.ts'
import type { BegunEvent, CommittedEvent, GuardEvent, ReadingEvent, RunEndEvent, Tried } from './guard-event.ts'
import { cooldownKey, isSpent, longestPauseMs, mostSilentAnswers, needsPerson, restMs } from './pace.ts'

/** The guard after an event; the same object when the event changes nothing, so that nothing need be written. */
export function settle(guard: Guard, event: GuardEvent): Guard {
  switch (event.kind) {
    case 'begun':
      return begin(guard, event)
    case 'committed':
      return commit(guard, event)
    case 'reading':
      return read(guard, event)
    case 'told':
      return guard.told.includes(event.notice) ? guard : { ...guard, told: [...guard.told, event.notice] }
    case 'unchanged':
    case 'failed':
    case 'deferred':
    case 'contended':
    case 'cancelled':
      return guard.run?.id === event.run ? end(guard, guard.run, event) : guard
  }
}

function begin(guard: Guard, { run: id, situation }: BegunEvent): Guard {
  const { trigger, route, overheadTokens, budget, at } = situation
  const record = routeRecord(guard, route)
  const isProbe = isSpent(record, situation)
  const { thresholdTokens } = budget
  const run = { id, trigger, route, isProbe, triedBefore: record.triedAt, overheadTokens, thresholdTokens }
  if (trigger === 'manual') return { ...guard, run }
  const charged = isProbe ? { probes: record.probes + 1 } : { attempts: record.attempts + 1 }
  return withRoute({ ...guard, run }, route, { ...record, ...charged, triedAt: at })
}

/** A commit always counts, but only a run that is still awaited may clear the pause that its failures had set. */
function commit(guard: Guard, { run: id, situation, at, tried }: CommittedEvent): Guard {
  const { route, budget } = situation
  const awaiting = { route, thresholdTokens: budget.thresholdTokens, since: at, silent: 0 }
  const written = { ...guard, compactions: guard.compactions + 1, awaiting, told: [] }
  if (guard.run?.id !== id) return written
  const { trigger } = guard.run
  return calm(noteTried(closed(written), trigger, tried, at), cooldownKey(trigger, 'compaction', route))
}

/** A run that was stopped or overtaken proves nothing, not even about the models that it tried. */
function end(guard: Guard, run: CompactionRun, event: RunEndEvent): Guard {
  switch (event.kind) {
    case 'contended':
    case 'cancelled':
      return refund(closed(guard), run)
    case 'failed':
      return pause(noteEnd(guard, run, event), run, event.cause, event.at)
    case 'deferred':
      return defer(noteEnd(guard, run, event), run, event)
    case 'unchanged':
      return event.reason === 'aborted'
        ? refund(closed(guard), run)
        : leave(noteEnd(guard, run, event), run, event.reason, event.at)
  }
}

function noteEnd(guard: Guard, { trigger }: CompactionRun, { tried, at }: RunEndEvent): Guard {
  return noteTried(closed(guard), trigger, tried, at)
}

type Left = Exclude<Extract<RunEndEvent, { kind: 'unchanged' }>['reason'], 'aborted'>

/** Every answer that changes nothing leaves its mark, else the same question would be asked at once. */
function leave(guard: Guard, run: CompactionRun, reason: Left, at: Instant): Guard {
  switch (reason) {
    case 'irreducible':
      return setFloor(guard, run, at)
    case 'no-gain':
    case 'refused':
      return run.trigger === 'manual' ? guard : strike(guard, run.route, at)
    case 'nothing-to-compress':
    case 'below-threshold':
    case 'disabled':
      return run.trigger === 'manual' ? guard : pause(guard, run, 'declined', at)
  }
}

function setFloor(guard: Guard, { route, overheadTokens, thresholdTokens }: CompactionRun, at: Instant): Guard {
  const record = routeRecord(guard, route)
  return withRoute(guard, route, { ...record, triedAt: at, floor: { overheadTokens, thresholdTokens } })
}

function strike(guard: Guard, route: string, at: Instant): Guard {
  const record = routeRecord(guard, route)
  return withRoute(guard, route, { ...record, strikes: record.strikes + 1, triedAt: at })
}

/** A failure is paced by its pause alone; but a refused request does not wait for pauses, so there it costs an attempt. */
function pause(guard: Guard, run: CompactionRun, cause: RestCause, at: Instant): Guard {
  const paid = run.trigger === 'overflow' ? guard : refund(guard, run)
  return cool(paid, cooldownKey(run.trigger, 'compaction', run.route), cause, at)
}

function defer(guard: Guard, run: CompactionRun, { until, at }: Extract<RunEndEvent, { kind: 'deferred' }>): Guard {
  const paused = pause(guard, run, 'deferred', at)
  const key = cooldownKey(run.trigger, 'compaction', run.route)
  const least = cooldownOf(paused, key)
  if (least === undefined || !(until > least.until)) return paused
  const latest = Math.min(until, at + longestPauseMs)
  return { ...paused, cooldowns: { ...paused.cooldowns, [key]: { ...least, until: latest } } }
}

function refund(guard: Guard, { trigger, route, isProbe, triedBefore }: CompactionRun): Guard {
  if (trigger === 'manual') return guard
  const record = routeRecord(guard, route)
  const repaid = isProbe ? { probes: Math.max(0, record.probes - 1) } : { attempts: Math.max(0, record.attempts - 1) }
  return withRoute(guard, route, { ...record, ...repaid, triedAt: triedBefore })
}

/** The first answer to a request that was sent after a commit judges it, once. Later ones can only bring good news. */
function read(guard: Guard, event: ReadingEvent): Guard {
  const { awaiting } = guard
  const { route, estimatedTokens, askedAt, at } = event
  const reportedTokens = countOf(event)
  if (awaiting === undefined) return hear(guard, event)
  if (askedAt < awaiting.since && awaiting.since - askedAt <= longestPauseMs) return guard
  const { awaiting: _, ...judged } = guard
  if (awaiting.route !== route) return hear(judged, event)
  const silent = awaiting.silent + 1
  if (reportedTokens === undefined && silent < mostSilentAnswers) return { ...guard, awaiting: { ...awaiting, silent } }
  const tokens = reportedTokens ?? estimatedTokens
  return tokens < awaiting.thresholdTokens ? recover(judged, route) : strike(answered(judged, route), route, at)
}

/** It may not have come below the threshold, but it was taken: if the next request is refused, that is another matter. */
function answered(guard: Guard, route: string): Guard {
  return withRoute(guard, route, { ...routeRecord(guard, route), attempts: 0 })
}

function hear(guard: Guard, event: ReadingEvent): Guard {
  const tokens = countOf(event)
  return tokens !== undefined && tokens < event.thresholdTokens ? recover(guard, event.route) : guard
}

/** No prompt is empty, so a count of nothing is no count. */
function countOf({ reportedTokens }: ReadingEvent): number | undefined {
  return reportedTokens !== undefined && reportedTokens > 0 ? reportedTokens : undefined
}

/** A provider counted less than the threshold: everything held against this route is settled. */
function recover(guard: Guard, route: string): Guard {
  if (!Object.hasOwn(guard.routes, route) && guard.told.length === 0) return guard
  return { ...guard, routes: without(guard.routes, route), told: [] }
}

function noteTried(guard: Guard, trigger: Trigger, tried: readonly Tried[] = [], at: Instant): Guard {
  return tried.reduce((noted, { route, cause }) => {
    const key = cooldownKey(trigger, 'summary', route)
    if (cause !== undefined) return cool(noted, key, cause, at)
    return calm(noted, key)
  }, guard)
}

function cool(guard: Guard, key: string, cause: RestCause, at: Instant): Guard {
  const before = cooldownOf(guard, key)
  const streak = before !== undefined && needsPerson(before.cause) === needsPerson(cause) ? before.streak + 1 : 0
  return { ...guard, cooldowns: { ...guard.cooldowns, [key]: { cause, until: at + restMs(cause, streak), streak } } }
}

function calm(guard: Guard, key: string): Guard {
  return { ...guard, cooldowns: without(guard.cooldowns, key) }
}

function closed({ run: _, ...guard }: Guard): Guard {
  return guard
}

function withRoute(guard: Guard, route: string, record: RouteRecord): Guard {
  return { ...guard, routes: { ...guard.routes, [route]: record } }
}
