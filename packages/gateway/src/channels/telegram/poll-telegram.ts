import { setTimeout as delay } from 'node:timers/promises'
import type { Update } from 'grammy/types'
import { telegramRefusal } from './telegram-failure.ts'

/** Polling is made of these. */
export interface TelegramPolling {
  /** Waits for updates from `offset` on; asking for an offset acknowledges everything before it. */
  readonly getUpdates: (offset: number, signal: AbortSignal) => Promise<readonly Update[]>
  /** Resolves once they are durable. */
  readonly take: (updates: readonly Update[]) => Promise<void>
  readonly onTrouble: (error: unknown) => void
  /** The wait after a first failure; it doubles with each that follows. */
  readonly retryMs: number
}

const longestWaitMs = 30_000

/** Takes updates until it is told to stop. The offset moves on only once a batch is durable, so a failed one comes again. */
export async function pollTelegram(polling: TelegramPolling, signal: AbortSignal): Promise<void> {
  let offset = 0
  let failures = 0
  while (!signal.aborted) {
    try {
      const updates = await polling.getUpdates(offset, signal)
      if (signal.aborted) return
      await polling.take(updates)
      offset = updates.reduce((next, { update_id: id }) => Math.max(next, id + 1), offset)
      failures = 0
    } catch (error) {
      if (signal.aborted) return
      polling.onTrouble(error)
      await wait(waitMs(error, polling.retryMs, failures), signal)
      failures++
    }
  }
}

function waitMs(error: unknown, retryMs: number, failures: number): number {
  const seconds = telegramRefusal(error)?.retrySeconds
  return seconds === undefined ? Math.min(retryMs * 2 ** Math.min(failures, 10), longestWaitMs) : seconds * 1000
}

async function wait(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await delay(ms, undefined, { signal })
  } catch {
    // The wait was cut short by the signal, which the loop reads next.
  }
}
