import { originalsOf } from '@palimpsest/core/compaction'
import { type ContextEngine, createListLog, type SummaryModel } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import type { SessionStore } from '@palimpsest/core/store'
import type { BilledUsage } from '@palimpsest/core/tokens'
import { createCompressor } from '@palimpsest/engines/compressor'

/** The default engine with a model for summaries that answers only once it is let. */
export interface SlowCompressor {
  readonly engine: ContextEngine
  /** From now on it answers at once. */
  release(): void
  /** How often it was asked, and how many of those who asked went away before it answered. */
  asked(): number
  stopped(): number
  /** Ends when it was asked so often. */
  until(asked: number): Promise<void>
  /** Prompt tokens that each answer is billed with. */
  readonly promptTokens: number
  bill(onUsage: (usage: BilledUsage) => void): void
}

const summary =
  '## Goal\nCount far.\n## Completed Actions\n1. Step by step: look at the next numbers, command `seq 1 40`.'

export function slowCompressor(store: SessionStore): SlowCompressor {
  const promptTokens = 1_000
  let asked = 0
  let stopped = 0
  let onUsage = (_: BilledUsage) => {}
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let wake = () => {}
  const slow: SummaryModel = {
    name: 'slow',
    contextTokens: 100_000,
    async *write(_, signal) {
      asked++
      wake()
      await Promise.race([
        released,
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason), { once: true })
        }),
      ]).catch((error: unknown) => {
        stopped++
        throw error
      })
      onUsage({ input: promptTokens, output: 100 })
      yield summary
    },
  }
  let minted = 0
  const engine = createCompressor({
    mintId: () => entryId(`slow-${minted++}`),
    originals: (ids) => originalsOf(store, ids),
    log: createListLog(() => []),
    howToRead: (number) => `Read it with read_original("${number}").`,
    howToRecall: 'Find what was said with recall.',
    pause: () => Promise.resolve(),
    now: Date.now,
    wait: () => new Promise(() => {}),
    summaryModels: [slow],
  })
  return {
    engine,
    release,
    asked: () => asked,
    stopped: () => stopped,
    until: async (count) => {
      while (asked < count)
        await new Promise<void>((resolve) => {
          wake = resolve
        })
    },
    promptTokens,
    bill: (listen) => {
      onUsage = listen
    },
  }
}
