import type { Budget } from '@palimpsest/core/budget'
import {
  type CompactionRequest,
  compactSession,
  createStoreLog,
  originalsOf,
  prepareCompaction,
  type SessionOutcome,
} from '@palimpsest/core/compaction'
import type { EnginePorts, SummaryModel } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { conversationId, type SessionId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { createCounter } from '@palimpsest/core/tokens'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { createCompressor } from './compressor.ts'

/** A conversation in a real store, with the engine beside it. */
export interface Stand {
  readonly store: SessionStore
  say(messages: readonly Message[]): Promise<void>
  compress(budget: Budget, more?: Partial<CompactionRequest>): Promise<SessionOutcome>
  /** Prepares for the next compaction; true when something was kept. */
  prepare(budget: Budget, more?: Partial<CompactionRequest>): Promise<boolean>
  undo(): Promise<void>
  /** Goes on with an engine that knows nothing but what is in the store. */
  restart(): void
  view(): Promise<readonly Message[]>
}

export const counter = createCounter()
const never = new AbortController().signal

export async function createStand(
  models: readonly SummaryModel[] = [],
  ports: Partial<EnginePorts> = {},
): Promise<Stand> {
  const store = createMemoryStore()
  let minted = 0
  const mint = () => `id-${minted++}`
  const root = sessionId(mint())
  await store.begin({ id: root, conversation: conversationId('talk'), at: 0 })
  const startEngine = () =>
    createCompressor({
      mintId: () => entryId(mint()),
      originals: (ids) => originalsOf(store, ids),
      log: createStoreLog(store, () => conversationId('talk')),
      howToRead: (number) => `Read it with read_original("${number}").`,
      howToRecall: 'Search what was said with recall.',
      pause: () => Promise.resolve(),
      now: () => 0,
      wait: (ms) => (ms < 60_000 ? Promise.resolve() : new Promise(() => {})),
      summaryModels: models,
      ...ports,
    })
  const tip = () => store.compressionTip(root)
  let engine = startEngine()
  const host = {
    store,
    get engine() {
      return engine
    },
    counter,
    now: () => 0,
    mintSession: (): SessionId => sessionId(mint()),
    alone: <T>(_: unknown, work: (signal: AbortSignal) => Promise<T>) => work(never),
  }
  const request = { session: root, trigger: 'preflight', overheadTokens: 0 } as const
  return {
    store,
    say: async (messages) => {
      const { id, nextSeq } = await tip()
      const entries = messages.map((message) => ({ id: entryId(mint()), message }))
      await store.append(id, nextSeq, entries, 0)
    },
    compress: (budget, more = {}) => compactSession(host, { ...request, budget, ...more }, never),
    prepare: (budget, more = {}) => prepareCompaction(host, { ...request, budget, ...more }, never),
    restart: () => {
      engine = startEngine()
    },
    undo: async () => {
      await store.undo((await tip()).id, 0)
    },
    view: async () => (await store.view((await tip()).id)).map(({ message }) => message),
  }
}
