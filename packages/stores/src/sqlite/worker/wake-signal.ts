import { availableParallelism } from 'node:os'
import { setImmediate } from 'node:timers'

/** Notifies a thread that something waits for it; it counts the rings, so that none is missed. */
export type WakeSignal = Int32Array<SharedArrayBuffer>

export function createWakeSignal(): WakeSignal {
  return new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
}

export function ring(signal: WakeSignal): void {
  Atomics.add(signal, 0, 1)
  Atomics.notify(signal, 0)
}

/** Returns how often it rang. Read it before looking for work: a ring after that ends the next wait at once. */
export function countRings(signal: WakeSignal): number {
  return Atomics.load(signal, 0)
}

/**
 * Waking a sleeping thread costs as much as writing several messages, and an agent often writes again within this time.
 * Where there is one core, who watches keeps the other from working.
 */
const watchMs = availableParallelism() > 1 ? 0.3 : 0

/** Waits for a ring after those counted, awake at first and then asleep. Returns whether one came in time. */
export function awaitRing(signal: WakeSignal, counted: number, timeoutMs: number): boolean {
  const asleepAt = performance.now() + watchMs
  while (performance.now() < asleepAt) if (countRings(signal) !== counted) return true
  return Atomics.wait(signal, 0, counted, timeoutMs) !== 'timed-out'
}

/**
 * The same for a thread that must not wait: it continues with its other work, and while an answer is awaited its event
 * loop turns instead of falling asleep.
 */
export function createWatch(isAwaited: () => boolean): () => void {
  let asleepAt = 0
  let turning = false
  const turn = (): void => {
    turning = isAwaited() && performance.now() < asleepAt
    if (turning) setImmediate(turn)
  }
  return () => {
    asleepAt = performance.now() + watchMs
    if (!turning) turn()
  }
}
