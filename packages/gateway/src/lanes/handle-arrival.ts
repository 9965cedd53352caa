import { isFailure } from '@palimpsest/core/errors'
import type { Arrival } from '@palimpsest/core/store'
import { type ArrivalEnding, endingEvent } from '../events/arrival-ending.ts'
import { type ArrivalBody, readArrivalBody } from '../inbound/arrival-body.ts'
import { heeded, UnheededAbort } from '../timing/heeded.ts'
import { answerArrival, type SpokenWork } from './answer-arrival.ts'
import { answerPieces } from './answer-pieces.ts'
import type { ArrivalWork } from './arrival-work.ts'
import type { LaneContext } from './lane-context.ts'
import type { LaneRun } from './lane-run.ts'
import { type CommandWork, runSlashLine } from './run-slash-line.ts'

/** How far an arrival came: done, or to be handed out again later, or to whoever holds the lane by now. */
export type ArrivalOutcome =
  | { readonly kind: 'done'; readonly ending: ArrivalEnding }
  | { readonly kind: 'later' }
  | { readonly kind: 'lost' }

/**
 * A message that was handed out more often is answered with an apology: it may be what ends the process. Lost leases and
 * a store that is busy count as well, so it is not a small number.
 */
const mostTries = 20
/** After so many tries even the apology is left out. */
const mostApologies = 25

const apology = 'Sorry, something went wrong here and I could not deal with this message. Please try it again.'

/** Deals with one arrival. It never throws: one message must not stop those behind it. */
export async function handleArrival(context: LaneContext, run: LaneRun, arrival: Arrival): Promise<ArrivalOutcome> {
  const startedAt = context.now()
  if (arrival.tries === 1) context.metrics.startSeconds.observe(Math.max(0, startedAt - arrival.at) / 1_000)
  const body = readArrivalBody(arrival.body)
  const work: ArrivalWork | undefined = body && {
    arrival,
    body,
    shownAfter: arrival.tries > 1 ? shownBefore(context, body) : undefined,
  }
  try {
    const ending = await endArrival(context, run, { arrival, work })
    if (ending === undefined) {
      context.metrics.turns.inc({ outcome: 'aborted' })
      return { kind: run.stopped() === 'lost' ? 'lost' : 'later' }
    }
    const outcome = await finish(context, run, { arrival, work, ending })
    context.metrics.turns.inc({ outcome: outcome.kind === 'done' ? ending.kind : outcome.kind })
    context.metrics.turnSeconds.observe((context.now() - startedAt) / 1_000)
    return outcome
  } catch (error) {
    if (isFailure(error, 'store/fenced') || run.stopped() === 'lost') return { kind: 'lost' }
    if (!isFailure(error, 'store/unavailable')) context.onFault(error)
    return { kind: 'later' }
  }
}

/** Whoever had it before may have begun to show the answer. */
function shownBefore({ channels }: LaneContext, { kind, channel }: ArrivalBody): number | undefined {
  return kind === 'answer' && channels.get(channel)?.edit !== undefined ? 0 : undefined
}

interface HandedArrival {
  readonly arrival: Arrival
  readonly work: ArrivalWork | undefined
}

async function endArrival(
  context: LaneContext,
  run: LaneRun,
  { arrival, work }: HandedArrival,
): Promise<ArrivalEnding | undefined> {
  const { entry, tries } = arrival
  try {
    if (work === undefined) return { kind: 'failed', entry, text: apology }
    if (tries <= mostTries) return await act(context, run, work)
    await keepWords(context, run, work)
    return { kind: 'failed', entry, text: apology }
  } catch (error) {
    // The lane gets a new epoch with its next holder, so that what still runs here cannot write any more.
    if (error instanceof UnheededAbort) run.stop('stopping')
    if (run.stopped() !== undefined) return undefined
    if (isFailure(error, 'store/fenced') || isFailure(error, 'store/unavailable')) throw error
    context.onFault(error)
    // An agent that failed in a way nobody foresaw is not asked again.
    await context.pool.drop(run.lane)
    if (work !== undefined) await keepWords(context, run, work)
    return { kind: 'failed', entry, text: apology }
  }
}

/** What was said stays in the log, also where nobody can answer it. */
async function keepWords(context: LaneContext, run: LaneRun, { arrival, body }: ArrivalWork): Promise<void> {
  if (body.kind === 'command') return
  try {
    const agent = await context.pool.open(run.lane, { channel: body.channel })
    await heeded(agent.note([{ entry: arrival.entry, message: body.message }]), run.signal)
  } catch (error) {
    if (isFailure(error, 'store/fenced') || isFailure(error, 'store/unavailable')) throw error
    context.onFault(error)
  }
}

async function act(context: LaneContext, run: LaneRun, work: ArrivalWork): Promise<ArrivalEnding | undefined> {
  const { entry } = work.arrival
  switch (work.body.kind) {
    case 'answer':
      return answerArrival(context, run, work as SpokenWork)
    case 'note': {
      const agent = await context.pool.open(run.lane, { channel: work.body.channel })
      await heeded(agent.note([{ entry, message: work.body.message }]), run.signal)
      return { kind: 'noted', entry }
    }
    case 'command':
      return runSlashLine(context, run, work as CommandWork)
  }
}

interface FinishedArrival extends HandedArrival {
  readonly ending: ArrivalEnding
}

/** Tells those who watch, then those who are elsewhere, and only then marks it as done: each may be repeated. */
async function finish(context: LaneContext, run: LaneRun, finished: FinishedArrival): Promise<ArrivalOutcome> {
  const { store, channels, now } = context
  const { arrival, work, ending } = finished
  const { lane } = run
  if (arrival.tries <= mostApologies) {
    const events = [...(work?.untold ?? []), ...(ending.kind === 'noted' ? [] : [endingEvent(ending)])]
    if (events.length > 0) await store.events.append(lane.conversation, events, now())
    const channel = work?.body.thread === undefined ? undefined : channels.get(work.body.channel)
    const pieces = work && channel ? answerPieces(work, ending, channel, now()) : []
    if (pieces.length > 0 && !(await store.outbox.add(pieces, lane))) return { kind: 'lost' }
  }
  return (await store.inbox.done(lane, arrival.no)) ? { kind: 'done', ending } : { kind: 'lost' }
}
