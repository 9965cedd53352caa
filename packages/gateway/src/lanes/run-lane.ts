import type { Arrival, ConversationId } from '@palimpsest/core/store'
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
  const compactions = createCompactionCount(context, run.lane.conversation)
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
      if (outcome.kind === 'later') await pauseFor(againMs * arrival.tries, run.signal)
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
function createCompactionCount(context: LaneContext, conversation: ConversationId): CompactionCount {
  let before: number | undefined
  const sessions = async () => (await context.store.conversation(conversation))?.sessions ?? 1
  return {
    start: async () => {
      before ??= await sessions()
    },
    count: async (during) => {
      const after = await sessions()
      if (before !== undefined && after > before) {
        context.metrics.compactions.inc({ during }, after - before)
        const event = { kind: 'compacted', during, sessions: after }
        await context.store.events.append(conversation, [event], context.now())
      }
      before = after
    },
  }
}
