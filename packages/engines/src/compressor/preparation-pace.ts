import type { EnginePorts, Instant } from '@palimpsest/core/engine'

/** One preparation for each summary that is shown, and one that brings it up to date. */
const mostBegun = 2
/** Preparations that came to nothing are tried again after so long: somebody pays for each of them. */
const restMs = 1_800_000

/** Limits what is spent on preparations: one that fails, or is in vain time and again, rests. */
export interface PreparationPace {
  /** True when another one may be begun. */
  mayBegin(): boolean
  isRunning(): boolean
  /** True when somebody was told to go on until the one that runs is done: that need not be found out again. */
  isAwaited(): boolean
  await(): void
  /** Counts a preparation as long as it runs. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** True when a compaction was due that could not use what was prepared: more had been said than fits beside it. */
  isOutgrown(): boolean
  outgrow(): void
  /** A summary is shown: whatever was spent on it was not in vain. */
  published(): void
}

export function createPreparationPace({ now }: Pick<EnginePorts, 'now'>): PreparationPace {
  let begun: readonly Instant[] = []
  let running = 0
  let isAwaited = false
  let isOutgrown = false
  return {
    mayBegin: () => begun.filter((at) => now() - at < restMs).length < mostBegun,
    isRunning: () => running > 0,
    isAwaited: () => isAwaited && running > 0,
    await: () => {
      isAwaited = true
    },
    run: async (work) => {
      begun = [...begun.slice(1 - mostBegun), now()]
      running++
      return work().finally(() => {
        running--
        isAwaited = false
      })
    },
    isOutgrown: () => isOutgrown,
    outgrow: () => {
      isOutgrown = true
    },
    published: () => {
      isOutgrown = false
      begun = []
    },
  }
}
