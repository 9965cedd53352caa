import type { Arrival, Lane } from '@palimpsest/core/store'
import { pauseFor } from '../timing/pause-for.ts'
import { handleArrival } from './handle-arrival.ts'
import type { LaneContext } from './lane-context.ts'
import type { LaneRun } from './lane-run.ts'
import { tidyLane } from './tidy-lane.ts'

/** Asks whether a lane may compact in the background now. */
export type MayTidy = () => boolean

/** How a run ended. */
export type LaneEnd = 'released' | 'lost' | 'yielded'

/** The wait before a message is tried again, times its tries. */
const againMs = 500
/** A lane that is neither empty nor has anything to do is left to others. */
const mostIdleRounds = 3

/** Works on a lane until nothing waits in it, or it is lost, or the run is told to stop. */
export async function runLane(context: LaneContext, run: LaneRun, mayTidyNow: MayTidy): Promise<LaneEnd> {
  const { inbox } = context.store
  const compactions = createCompactionCount(context, run.lane)
  let handed: Arrival | undefined
  let mayTidy = false
  let isEmpty = false
  for (let idleRounds = 0; idleRounds < mostIdleRounds; ) {
    if (run.stopped() === 'lost') return 'lost'
    if (run.stopped() === 'stopping' || run.isDraining()) break
    const arrival = handed ?? (isEmpty ? undefined : await inbox.next(run.lane))
    handed = undefined
    isEmpty = false
    if (arrival !== undefined) {
      idleRounds = 0
      const outcome = await handleArrival(context, run, arrival)
      if (outcome.kind === 'lost') return 'lost'
      if (outcome.kind === 'later') await pauseFor(againMs * arrival.tries, run.signal)
      else await compactions.count(outcome.ending.kind === 'blocks' ? 'command' : 'turn')
      mayTidy = outcome.kind === 'done' && outcome.ending.kind === 'answered'
    } else if (mayTidy) {
      mayTidy = false
      handed = await tidy(context, run, mayTidyNow)
      await compactions.count('idle')
      // Whoever gives a lane back learns what came meanwhile.
      isEmpty = handed === undefined
    } else if (await inbox.release(run.lane)) return 'released'
    else idleRounds++
  }
  await inbox.yield(run.lane)
  return 'yielded'
}

async function tidy(context: LaneContext, run: LaneRun, mayTidyNow: MayTidy): Promise<Arrival | undefined> {
  if (!mayTidyNow()) return undefined
  run.isTidying = true
  try {
    // The agent that has just answered is open.
    const agent = await context.pool.open(run.lane, { channel: 'gateway' })
    return await tidyLane(context, run, agent)
  } finally {
    run.isTidying = false
  }
}

interface CompactionCount {
  count(during: 'turn' | 'command' | 'idle'): Promise<void>
}

/** Tells of the compactions that the agent makes on its own. */
function createCompactionCount({ store, pool, metrics, now }: LaneContext, lane: Lane): CompactionCount {
  const { conversation } = lane
  let before = pool.compactions(lane)
  return {
    count: async (during) => {
      const made = pool.compactions(lane) - before
      before += made
      if (made <= 0) return
      metrics.compactions.inc({ during }, made)
      const sessions = (await store.conversation(conversation))?.sessions ?? made + 1
      await store.events.append(conversation, [{ kind: 'compacted', during, sessions }], now())
    },
  }
}
