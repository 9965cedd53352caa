import type { Lane } from '@palimpsest/core/store'
import { createWakeLoop } from '../timing/wake-loop.ts'
import { createWakeSources } from '../timing/wake-sources.ts'
import type { LaneContext } from './lane-context.ts'
import { createWorkedLanes } from './worked-lanes.ts'

export interface LanesDeps extends LaneContext {
  /** Names this process among all that work on the store. */
  readonly holder: string
}

export interface LanesOptions {
  /** Lanes that are worked on at the same time. @default 16 */
  readonly width?: number
  /** How long a lane is held without being renewed. @default 5_000 */
  readonly ttlMs?: number
  /** How often it looks by itself: hints may be lost. @default 1_000 */
  readonly sweepMs?: number
}

/** Works on the conversations for which something arrived. */
export interface Lanes {
  start(): void
  /** Takes no more lanes; turns that still run when the signal aborts are aborted, and go on elsewhere. */
  stop(signal: AbortSignal): Promise<void>
  /** The number of lanes that are worked on. */
  working(): number
}

export function createLanes(deps: LanesDeps, options: LanesOptions = {}): Lanes {
  const { width = 16, ttlMs = 5_000, sweepMs = 1_000 } = options
  const { inbox } = deps.store
  const sources = createWakeSources()
  const worked = createWorkedLanes(deps, { width, sweepMs, onFree: () => claims.wake() })
  let isStopped = true

  const claims = createWakeLoop(async () => {
    if (isStopped || worked.free() <= 0) return
    for (const lane of await inbox.claim(deps.holder, worked.free(), ttlMs)) worked.begin(lane)
  }, deps.onFault)

  async function renew(): Promise<void> {
    // A lane that is claimed meanwhile may be missing in the answer.
    const runs = worked.runs()
    const held = await inbox.renew(deps.holder, ttlMs)
    const keys = new Set(held.map(laneKey))
    const now = new Set(worked.runs())
    for (const run of runs) if (now.has(run) && !keys.has(laneKey(run.lane))) worked.lose(run)
    // A claim whose answer was lost left lanes with us that nobody works on, and that would be renewed for ever.
    const known = new Set(runs.map(({ lane }) => laneKey(lane)))
    if (!isStopped) for (const lane of held) if (!known.has(laneKey(lane))) worked.begin(lane)
  }

  return {
    working: () => worked.runs().length,
    start: () => {
      if (!isStopped) return
      isStopped = false
      sources.add(inbox.watch(claims.wake))
      sources.every(sweepMs, () => {
        deps.pool.expire()
        claims.wake()
      })
      // A lane that cannot be renewed does no harm: the fence holds, its lease runs out, and somebody else goes on.
      sources.every(ttlMs / 3, () => void renew().catch(deps.onFault))
      claims.wake()
    },
    stop: async (signal) => {
      isStopped = true
      await claims.settled()
      await worked.end(signal)
      sources.stop()
      await deps.pool.closeAll()
    },
  }
}

function laneKey({ conversation, epoch }: Lane): string {
  return `${epoch} ${conversation}`
}
