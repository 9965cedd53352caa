/** All that wakes somebody, to be ended together. */
export interface WakeSources {
  /** Adds a source by how to end it. */
  add(stop: () => void): void
  /** Acts again and again; it does not keep the process alive. */
  every(ms: number, act: () => void): void
  stop(): void
}

export function createWakeSources(): WakeSources {
  const stops: (() => void)[] = []
  return {
    add: (stop) => void stops.push(stop),
    every: (ms, act) => {
      const timer = setInterval(act, ms)
      timer.unref()
      stops.push(() => clearInterval(timer))
    },
    stop: () => {
      for (const stop of stops.splice(0)) stop()
    },
  }
}
