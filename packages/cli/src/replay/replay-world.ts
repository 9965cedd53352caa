import { setImmediate } from 'node:timers/promises'
import { createStoreLog, originalsOf } from '@palimpsest/core/compaction'
import { type EntryId, entryId } from '@palimpsest/core/log'
import { outputLimits } from '@palimpsest/core/output'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import type { Counter } from '@palimpsest/core/tokens'
import { uuidv7 } from 'uuidv7'
import { createEngine, type ReplayWorld } from '../compose.ts'
import { enginePorts } from '../compress/engine-ports.ts'
import type { Summarizer } from '../compress/summarizer-for.ts'
import type { Io } from '../terminal/io.ts'
import { admitWith } from './admit-results.ts'
import type { KeepResult } from './keep-result.ts'

export interface WorldOptions {
  readonly store: SessionStore
  /** True when the store outlives the command; then ids must be new in it. */
  readonly isKept: boolean
  readonly engine: string
  readonly counter: Counter
  readonly summarizer: Summarizer
  readonly keepResult: KeepResult
  readonly contextTokens: number
  readonly onCall?: (done: number, total: number) => void
}

/** Builds what a replay needs from this machine. */
export function replayWorld(options: WorldOptions, io: Io): ReplayWorld {
  const { store, engine, counter, summarizer, keepResult, onCall } = options
  const startedMs = performance.now()
  return {
    store,
    counter,
    summaryModels: summarizer.models,
    createEngine: ({ conversation, ...ports }) => {
      const reading = {
        offersTools: true,
        originals: (ids: readonly EntryId[]) => originalsOf(store, ids),
        log: createStoreLog(store, () => conversation),
      }
      return createEngine(engine, { ...enginePorts({ ...io, progress: undefined }), ...reading, ...ports }, io.env)
    },
    mint: mintFor(options.isKept),
    admit: admitWith(outputLimits(options.contextTokens), keepResult),
    pause: () => setImmediate(),
    elapsedMs: () => performance.now() - startedMs,
    ...(onCall && { onCall }),
  }
}

/** Ids that only have to be new within one replay are counted, so that the same file gives the same result. */
function mintFor(isKept: boolean): ReplayWorld['mint'] {
  const counts = new Map<string, number>()
  const mint = (kind: string) => {
    if (isKept) return uuidv7()
    const count = (counts.get(kind) ?? 0) + 1
    counts.set(kind, count)
    return `${kind}-${count}`
  }
  return {
    conversation: () => conversationId(mint('conversation')),
    session: () => sessionId(mint('session')),
    entry: () => entryId(mint('entry')),
    run: () => mint('run'),
  }
}
