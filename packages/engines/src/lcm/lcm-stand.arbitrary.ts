import { type Budget, deriveBudget } from '@palimpsest/core/budget'
import {
  type CompactionRequest,
  compactSession,
  createStoreLog,
  originalsOf,
  prepareCompaction,
  type SessionOutcome,
  verifyCoverage,
} from '@palimpsest/core/compaction'
import type { ContextEngine, EnginePorts, Json, SummaryModel } from '@palimpsest/core/engine'
import { type EntryId, entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { conversationId, type SessionStore, type StoredMessage, sessionId } from '@palimpsest/core/store'
import { createCounter } from '@palimpsest/core/tokens'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { createLcm } from './lcm.ts'

/** A conversation in a real store, with the engine beside it. */
export interface LcmStand {
  readonly store: SessionStore
  readonly engine: ContextEngine
  say(messages: readonly Message[]): Promise<readonly EntryId[]>
  compact(more?: Partial<CompactionRequest>): Promise<SessionOutcome>
  prepare(): Promise<boolean>
  view(): Promise<readonly StoredMessage[]>
  /** Tokens of the view. */
  tokens(): Promise<number>
  undo(): Promise<void>
  /** Runs a tool of the engine as an agent would; answers with its text. */
  use(tool: string, input: Json): Promise<string>
  /** Problems of the store and of the coverage of its views. */
  problems(): Promise<readonly unknown[]>
}

export interface LcmStandOptions {
  readonly store?: SessionStore
  readonly models?: readonly SummaryModel[]
  readonly budget?: Budget
  readonly create?: (ports: EnginePorts) => ContextEngine
  readonly ports?: Partial<EnginePorts>
}

export const smallBudget = deriveBudget({ contextTokens: 16_000 })

const talk = conversationId('talk')
const root = sessionId('root')
const never = new AbortController().signal

/** Opens the one conversation of a store, or begins it. */
export async function createLcmStand(options: LcmStandOptions = {}): Promise<LcmStand> {
  const { store = createMemoryStore(), models = [], budget = smallBudget, create = createLcm } = options
  const counter = createCounter()
  let clock = 1_000
  const mint = () => `id-${Math.random().toString(36).slice(2)}-${clock++}`
  await store.begin({ id: root, conversation: talk, at: 0 })
  const engine = create({
    mintId: () => entryId(mint()),
    originals: (ids) => originalsOf(store, ids),
    log: createStoreLog(store, () => talk),
    offersTools: true,
    howToRead: (number) => `Read it with read_original("${number}").`,
    howToRecall: 'Search what was said with recall.',
    pause: () => Promise.resolve(),
    now: () => clock++,
    wait: (ms) => (ms < 60_000 ? Promise.resolve() : new Promise(() => {})),
    summaryModels: models,
    ...options.ports,
  })
  const tip = () => store.compressionTip(root)
  const host = { store, engine, counter, now: () => clock++, mintSession: () => sessionId(mint()) }
  const request = { session: root, trigger: 'preflight', budget, overheadTokens: 100 } as const
  const view = async () => store.view((await tip()).id)
  return {
    store,
    engine,
    view,
    say: async (messages) => {
      const entries = messages.map((message) => ({ id: entryId(mint()), message }))
      const { id, nextSeq } = await tip()
      await store.append(id, nextSeq, entries, clock++)
      return entries.map(({ id: entry }) => entry)
    },
    compact: (more = {}) => compactSession(host, { ...request, ...more }, never),
    prepare: () => prepareCompaction({ ...host, alone: (_, work) => work(never) }, request, never),
    tokens: async () => (await view()).reduce((sum, { message }) => sum + counter.message(message), 0),
    undo: async () => void (await store.undo((await tip()).id, clock++)),
    use: async (name, input) => {
      const tool = engine.tools?.find((each) => each.name === name)
      if (tool === undefined) throw new Error(`There is no tool ${name}.`)
      const parts = await tool.run(input, await view(), never)
      return parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
    },
    problems: async () => [...(await store.verify()), ...(await verifyCoverage(store, talk))],
  }
}
