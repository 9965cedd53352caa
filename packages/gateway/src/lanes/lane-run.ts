import type { Lane } from '@palimpsest/core/store'

/** Why a run was told to stop. */
export type LaneStop = 'lost' | 'stopping'

/** A lane that this process works on. */
export interface LaneRun {
  readonly lane: Lane
  readonly signal: AbortSignal
  /** Tells it to stop at once; that it was lost counts more. */
  stop(reason: LaneStop): void
  stopped(): LaneStop | undefined
  /** Tells it to begin nothing new. */
  drain(): void
  isDraining(): boolean
  /** True while it only compacts: nobody waits for that. */
  isTidying: boolean
  /** True when its lane was given back or lost: it no longer matters who has it. */
  isOver: boolean
}

export function createLaneRun(lane: Lane): LaneRun {
  const controller = new AbortController()
  let stopped: LaneStop | undefined
  let isDraining = false
  return {
    lane,
    signal: controller.signal,
    isTidying: false,
    isOver: false,
    stopped: () => stopped,
    stop: (reason) => {
      if (stopped !== 'lost') stopped = reason
      controller.abort()
    },
    isDraining: () => isDraining,
    drain: () => {
      isDraining = true
    },
  }
}
