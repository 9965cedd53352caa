import type { ConversationId, Lane } from '@palimpsest/core/store'
import { pauseFor } from '../timing/pause-for.ts'
import type { LaneContext } from './lane-context.ts'
import { createLaneRun, type LaneRun } from './lane-run.ts'
import { runLane } from './run-lane.ts'

export interface WorkedLanesOptions {
  readonly width: number
  /** The wait after a failure of the store. */
  readonly sweepMs: number
  /** Called when there may be room for another lane. */
  readonly onFree: () => void
}

/** The lanes that this process works on, at most one run for each conversation. */
export interface WorkedLanes {
  begin(lane: Lane): void
  readonly runs: () => readonly LaneRun[]
  /** Lanes that may still be taken. */
  free(): number
  /** The lane is somebody else's by now. */
  lose(run: LaneRun): void
  /** Begins nothing new; turns may end until the signal aborts, and whoever only compacts ends at once. */
  end(signal: AbortSignal): Promise<void>
}

interface WorkedLane {
  readonly run: LaneRun
  readonly end: Promise<void>
}

export function createWorkedLanes(context: LaneContext, options: WorkedLanesOptions): WorkedLanes {
  const { width, sweepMs, onFree } = options
  const worked = new Map<ConversationId, WorkedLane>()
  const runs = () => [...worked.values()].map(({ run }) => run)
  const tidying = () => runs().filter(({ isTidying }) => isTidying).length

  function lose(run: LaneRun): void {
    if (run.stopped() !== 'lost' && !run.isOver) context.metrics.lostLanes.inc()
    run.stop('lost')
  }

  async function work(run: LaneRun, before: Promise<void> | undefined): Promise<void> {
    await before
    await workLane(context, run, { sweepMs, mayTidy: () => tidying() < Math.max(1, width / 4) })
    if (worked.get(run.lane.conversation)?.run === run) worked.delete(run.lane.conversation)
    onFree()
  }

  return {
    runs,
    lose,
    // Those that compact in the background are not counted: they must not keep others waiting.
    free: () => width - (worked.size - tidying()),
    begin: (lane) => {
      const before = worked.get(lane.conversation)
      if (before?.run.lane.epoch === lane.epoch) return
      // Its lease ran out unnoticed, and it was handed to us again: the old run must be over before the new one begins.
      if (before !== undefined) lose(before.run)
      const run = createLaneRun(lane)
      worked.set(lane.conversation, { run, end: work(run, before?.end) })
    },
    end: async (signal) => {
      const abort = () => {
        for (const run of runs()) run.stop('stopping')
      }
      for (const run of runs()) {
        run.drain()
        if (run.isTidying) run.stop('stopping')
      }
      if (signal.aborted) abort()
      signal.addEventListener('abort', abort)
      while (worked.size > 0) await Promise.all([...worked.values()].map(({ end }) => end))
      signal.removeEventListener('abort', abort)
    },
  }
}

interface LaneWork {
  readonly sweepMs: number
  readonly mayTidy: () => boolean
}

/** Works on a lane and leaves nothing behind. It never throws. */
async function workLane(context: LaneContext, run: LaneRun, { sweepMs, mayTidy }: LaneWork): Promise<void> {
  const { pool, store } = context
  try {
    const end = await runLane(context, run, mayTidy)
    run.isOver = true
    if (end === 'released') await pool.park(run.lane)
    else await pool.drop(run.lane)
  } catch (error) {
    context.onFault(error)
    await pool.drop(run.lane)
    // The store fails: nobody gains when this is tried again at once.
    await pauseFor(sweepMs, run.signal)
    await store.inbox.yield(run.lane).catch(() => {})
  }
}
