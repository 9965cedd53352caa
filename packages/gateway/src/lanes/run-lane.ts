import type { Arrival, ConversationId, GatewayStore } from '@palimpsest/core/store'
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts'
import { pause } from '../timing/pause.ts'
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
  const compactions = createCompactionCount(context.store, context.metrics, run.lane.conversation)
  let handed: Arrival | undefined
  let mayTidy = false
  for (let idleRounds = 0; idleRounds < mostIdleRounds; ) {
    if (run.stopped() === 'lost') return 'lost'
    if (run.stopped() === 'stopping' || run.isDraining()) break
    const arrival = handed ?? (await inbox.next(run.lane))
    handed = undefined
    if (arrival !== undefined) {
      idleRounds = 0
      await compactions.start()
      const outcome = await handleArrival(context, run, arrival)
      if (outcome.kind === 'lost') return 'lost'
      if (outcome.kind === 'later') await pause(againMs * arrival.tries, run.signal)
      else await compactions.count(outcome.ending.kind === 'blocks' ? 'command' : 'turn')
      mayTidy = outcome.kind === 'done' && outcome.ending.kind === 'answered'
    } else if (mayTidy) {
      mayTidy = false
      handed = await tidy(context, run, mayTidyNow)
      await compactions.count('idle')
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
  start(): Promise<void>
  count(during: 'turn' | 'command' | 'idle'): Promise<void>
}

/** Sees compactions by the sessions that they add: the agent makes them on its own. */
function createCompactionCount(
  store: GatewayStore,
  metrics: GatewayMetrics,
  conversation: ConversationId,
): CompactionCount {
  let before: number | undefined
  const sessions = async () => (await store.conversation(conversation))?.sessions ?? 1
  return {
    start: async () => {
      before ??= await sessions()
    },
    count: async (during) => {
      const after = await sessions()
      if (before !== undefined && after > before) metrics.compactions.inc({ during }, after - before)
      before = after
    },
  }
}
