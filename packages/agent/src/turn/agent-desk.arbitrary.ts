import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { originalsOf } from '@palimpsest/core/compaction'
import { createListLog } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { createCompressor } from '@palimpsest/engines/compressor'
import { createSimulator, type Simulator } from '@palimpsest/simulator/server'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { onTestFinished } from 'vitest'
import { createArchive } from '../archive.ts'
import { createResultKeeper } from '../keep-result.ts'
import { createAnthropic, type ProviderOptions } from '../provider/anthropic.ts'
import { createOpenAiChat } from '../provider/openai-chat.ts'
import { createOpenAiResponses } from '../provider/openai-responses.ts'
import type { Provider } from '../provider/provider.ts'
import { builtInTools } from '../tools/built-in-tools.ts'
import type { AgentEvent, AgentParts, ModelConnection } from './agent.ts'
import { createAgent } from './create-agent.ts'

const notHere = async () => ({ kind: 'refused', reason: 'not here' }) as const

/** A protocol, who speaks it, a model, and where it is served. */
export type Way = readonly [
  api: 'anthropic' | 'openai-chat' | 'openai-responses',
  create: (options: ProviderOptions) => Provider,
  model: string,
  path: string,
]

export const ways: readonly [Way, Way, Way] = [
  ['anthropic', createAnthropic, 'claude-sonnet-5', ''],
  ['openai-chat', createOpenAiChat, 'gpt-5.6-sol', '/v1'],
  ['openai-responses', createOpenAiResponses, 'gpt-5.6-sol', '/v1'],
]

/** A provider on this machine that ends with the test. */
export async function startSimulator(options: Parameters<typeof createSimulator>[0]): Promise<Simulator> {
  const simulator = await createSimulator(options)
  onTestFinished(() => simulator.close())
  return simulator
}

/** A model of a simulator. */
export function lineTo({ url }: Simulator, [api, create, model, path]: Way, contextTokens: number): ModelConnection {
  return {
    provider: create({ apiKey: 'test', baseUrl: `${url}${path}`, name: api }),
    model: { name: model, contextTokens, maxTokens: 2_000 },
    caching: { strategy: api === 'anthropic' ? 'anchored' : 'none', route: { channel: 'headless' } },
    summaryRoutes: [],
  }
}

export interface DeskOptions {
  readonly simulator?: Parameters<typeof createSimulator>[0]
  readonly contextTokens?: number
  /** Parts that differ. */
  readonly change?: (parts: AgentParts) => Partial<AgentParts>
  readonly store?: SessionStore
}

/** An agent against the simulator over HTTP, with a workspace of its own and a 32K window. */
export async function createAgentDesk(way: Way, options: DeskOptions = {}) {
  const { contextTokens = 32_000, store = createMemoryStore() } = options
  const simulator = await startSimulator({ models: [{ id: way[2], contextTokens }], ...options.simulator })
  const workspace = mkdtempSync(join(tmpdir(), 'palimpsest-agent-'))
  onTestFinished(() => rmSync(workspace, { recursive: true }))
  const session = sessionId('root')
  await store.begin({ id: session, conversation: conversationId('talk'), at: Date.now(), system: 'You write code.' })
  let minted = 0
  const mint = () => `id-${minted++}`
  const resultsFolder = join(workspace, '.results')
  const basic: AgentParts = {
    ...lineTo(simulator, way, contextTokens),
    store,
    engine: compressorFor(store, mint),
    counter: createCounter(),
    tools: builtInTools,
    toolContext: {
      workspace,
      resultsFolder,
      confirm: async () => true,
      archive: createArchive(store, 'talk', resultsFolder),
      memory: { preview: notHere, change: notHere },
    },
    compaction: { enabled: true },
    alone: (_, work) => work(new AbortController().signal),
    now: Date.now,
    wait: async () => undefined,
    mintEntry: () => entryId(mint()),
    mintSession: () => sessionId(mint()),
    keepResult: createResultKeeper(resultsFolder),
  }
  const parts = { ...basic, ...options.change?.(basic) }
  const events: AgentEvent[] = []
  const agent = createAgent(parts, session)
  const turn = (text: string, signal = new AbortController().signal) =>
    agent.turn(user(text), (event) => events.push(event), signal)
  const notices = () => events.flatMap((event) => (event.kind === 'notice' ? [event.text] : []))
  const lineage = () => store.lineage(session)
  return { simulator, store, workspace, resultsFolder, parts, agent, turn, events, notices, lineage, session }
}

/** The default engine without a model for summaries: it writes them by itself. */
export function compressorFor(store: SessionStore, mint: () => string) {
  return createCompressor({
    mintId: () => entryId(mint()),
    originals: (ids) => originalsOf(store, ids),
    log: createListLog(() => []),
    howToRead: (number) => `Read it with read_original("${number}").`,
    howToRecall: 'Find what was said with recall.',
    pause: () => Promise.resolve(),
    now: Date.now,
    wait: (ms) => (ms < 60_000 ? Promise.resolve() : new Promise(() => {})),
    summaryModels: [],
  })
}

/** Steps that each print a few thousand characters. */
export function countingSteps(count: number, lines = 1_500) {
  return Array.from({ length: count }, (_, n) => ({
    text: `Step ${n}.`,
    calls: [{ name: 'terminal', input: { command: `seq 1 ${lines + n}` } }],
  }))
}
