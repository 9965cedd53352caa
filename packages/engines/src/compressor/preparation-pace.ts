import type { Occasion } from '@palimpsest/core/engine'

/** One preparation for each summary that is shown, and one that brings it up to date. */
const mostBegun = 2
/** Preparations that came to nothing are tried again after so long: somebody pays for each of them. */
const restMs = 1_800_000

/** True when another preparation may be begun: one that fails, is stopped or is in vain time and again, rests. */
export function mayBegin({ begun = [], at: now }: Pick<Occasion, 'begun' | 'at'>): boolean {
  return begun.filter((at) => now - at < restMs).length < mostBegun
}

/** The preparations of this process. */
export interface PreparationPace {
  isRunning(): boolean
  /** True when somebody was told to go on until the one that runs is done: that need not be found out again. */
  isAwaited(): boolean
  await(): void
  /** Counts a preparation as long as it runs. */
  run<T>(work: () => Promise<T>): Promise<T>
  /** True when a compaction was due that could not use what was prepared: more had been said than fits beside it. */
  isOutgrown(): boolean
  outgrow(): void
  /** A summary is shown. */
  published(): void
}

export function createPreparationPace(): PreparationPace {
  let running = 0
  let isAwaited = false
  let isOutgrown = false
  return {
    isRunning: () => running > 0,
    isAwaited: () => isAwaited && running > 0,
    await: () => {
      isAwaited = true
    },
    run: async (work) => {
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
    },
  }
}
