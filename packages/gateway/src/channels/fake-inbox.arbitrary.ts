import type { Inbound, PutInbound } from './channel.ts'

/** An inbox that keeps each source once, and fails when it is told to. */
export interface FakeInbox {
  readonly put: PutInbound
  /** The messages that are kept, in order. */
  readonly kept: readonly Inbound[]
  /** The number of times that each source was handed in, kept or not. */
  readonly tries: ReadonlyMap<string, number>
  /** The next puts fail. */
  failNext(times: number): void
  /** Resolves once that many messages are kept. */
  until(count: number): Promise<void>
}

/** Makes an empty inbox. */
export function fakeInbox(): FakeInbox {
  const kept: Inbound[] = []
  const tries = new Map<string, number>()
  let failures = 0
  const put: PutInbound = async (inbound) => {
    // A store answers later, so that nothing is acknowledged before it did.
    await new Promise((resolve) => setTimeout(resolve, 2))
    for (const { source } of inbound) tries.set(source, (tries.get(source) ?? 0) + 1)
    if (failures > 0) {
      failures--
      throw new Error('The store is down.')
    }
    kept.push(...inbound.filter(({ source }) => !kept.some((other) => other.source === source)))
  }
  return {
    put,
    kept,
    tries,
    failNext: (times) => {
      failures = times
    },
    async until(count) {
      while (kept.length < count) await new Promise((resolve) => setTimeout(resolve, 5))
    },
  }
}

/** Returns the reason of a promise that must be rejected. */
export async function rejectionOf(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise
  } catch (error) {
    return error
  }
  throw new Error('It was not rejected.')
}
