/** Waits for something as usual, and reports once when it takes long. */
export type SlowWatch = <T>(work: Promise<T>) => Promise<T>

/** Nobody sits before a silent screen for longer without a doubt. */
const slowMs = 3_000

/** Reports slow work, and not again until some was quick. */
export function createSlowWatch(tell: () => void, afterMs = slowMs): SlowWatch {
  let isTold = false
  return async (work) => {
    let isSlow = false
    const timer = setTimeout(() => {
      isSlow = true
      if (!isTold) tell()
      isTold = true
    }, afterMs)
    try {
      const value = await work
      if (!isSlow) isTold = false
      return value
    } finally {
      clearTimeout(timer)
    }
  }
}
