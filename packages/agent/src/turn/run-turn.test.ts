import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { conversationId, createCounter, entryId, originalsOf, promptTokens, sessionId } from '@palimpsest/core'
import { user } from '@palimpsest/core/testing'
import { createCompressor } from '@palimpsest/engines/compressor'
import { scripted } from '@palimpsest/simulator'
import { createSimulator, type Simulator } from '@palimpsest/simulator/server'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { afterEach, describe, expect, test } from 'vitest'
import { createAnthropic, type ProviderOptions } from '../provider/anthropic.ts'
import { createOpenAiChat } from '../provider/openai-chat.ts'
import { createOpenAiResponses } from '../provider/openai-responses.ts'
import type { Provider } from '../provider/provider.ts'
import { builtInTools } from '../tools/built-in-tools.ts'
import type { AgentEvent, AgentParts } from './agent.ts'
import { createAgent } from './run-turn.ts'

type Way = readonly [
  api: 'anthropic' | 'openai-chat' | 'openai-responses',
  create: (options: ProviderOptions) => Provider,
  model: string,
  path: string,
]

const ways: readonly [Way, ...Way[]] = [
  ['anthropic', createAnthropic, 'claude-sonnet-5', ''],
  ['openai-chat', createOpenAiChat, 'gpt-5.6-sol', '/v1'],
  ['openai-responses', createOpenAiResponses, 'gpt-5.6-sol', '/v1'],
]

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

/** An agent against the simulator over HTTP, with a workspace of its own and a 32K window. */
async function createDesk(way: Way, options: Parameters<typeof createSimulator>[0], contextTokens = 32_000) {
  const [api, create, model, path] = way
  const simulator: Simulator = await createSimulator({
    models: [{ id: model, contextTokens }],
    ...options,
  })
  cleanUps.push(() => simulator.close())
  const workspace = mkdtempSync(join(tmpdir(), 'palimpsest-agent-'))
  cleanUps.push(() => rmSync(workspace, { recursive: true }))
  const store = createMemoryStore()
  const session = sessionId('root')
  await store.begin({ id: session, conversation: conversationId('talk'), at: Date.now(), system: 'You write code.' })
  let minted = 0
  const mint = () => `id-${minted++}`
  const engine = createCompressor({
    mintId: () => entryId(mint()),
    originals: (ids) => originalsOf(store, ids),
    howToRead: (number) => `Read it with read_original("${number}").`,
    howToRecall: 'Find what was said with recall.',
    pause: () => Promise.resolve(),
    now: Date.now,
    wait: () => new Promise(() => {}),
    summaryModels: [],
  })
  const parts: AgentParts = {
    store,
    engine,
    provider: create({ apiKey: 'test', baseUrl: `${simulator.url}${path}`, name: api }),
    model: { name: model, contextTokens, maxTokens: 2_000 },
    counter: createCounter(),
    tools: builtInTools,
    toolContext: {
      workspace,
      resultsFolder: join(workspace, '.results'),
      confirm: async () => true,
      archive: { recall: async () => ({ hits: [], searched: 0, capped: false }), readOriginal: async () => undefined },
      memory: { change: async () => ({ kind: 'refused', reason: 'not here' }) },
    },
    compression: { enabled: true },
    caching: { strategy: api === 'anthropic' ? 'anchored' : 'none', route: { channel: 'headless' } },
    summaryRoutes: [],
    alone: (_, work) => work(new AbortController().signal),
    now: Date.now,
    wait: async () => undefined,
    mintEntry: () => entryId(mint()),
    mintSession: () => sessionId(mint()),
    keepResult: async (text) => {
      const file = join(workspace, `result-${text.length}.txt`)
      writeFileSync(file, text)
      return file
    },
  }
  const events: AgentEvent[] = []
  const agent = createAgent(parts, session)
  const turn = (text: string, signal = new AbortController().signal) =>
    agent.turn(user(text), (event) => events.push(event), signal)
  const lineage = () => store.lineage(session)
  return { simulator, store, workspace, parts, agent, turn, events, lineage, session }
}

describe.each(ways)('over %s', (...way) => {
  test('a turn runs tools until the model has nothing more to do', async () => {
    const { turn, workspace, events } = await createDesk(way, {
      model: scripted([
        {
          calls: [
            { name: 'write_file', input: { path: 'a.txt', content: 'one' } },
            { name: 'list_files', input: {} },
          ],
        },
        { calls: [{ name: 'read_file', input: { path: 'a.txt' } }] },
        'It says one.',
      ]),
    })
    expect(await turn('Write a file and read it.')).toEqual({ kind: 'answered', text: 'It says one.' })
    expect(events.filter(({ kind }) => kind === 'tool-ended')).toHaveLength(3)
    expect(workspace).toBeTruthy()
  })

  test('a long session in a small window never meets a refusal for length, and usage is what was billed', async () => {
    const steps = 60
    const replies = Array.from({ length: steps }, (_, n) => ({
      text: `Step ${n}.`,
      calls: [{ name: 'terminal', input: { command: `seq 1 ${1_500 + n}` } }],
    }))
    const { turn, simulator, lineage } = await createDesk(way, { model: scripted([...replies, 'All done.']) })
    expect(await turn('Never touch main.yaml. Count far.')).toEqual({ kind: 'answered', text: 'All done.' })
    expect(simulator.calls).toHaveLength(steps + 1)
    expect(simulator.calls.filter(({ status }) => status !== 200)).toEqual([])
    const sessions = await lineage()
    expect(sessions.length).toBeGreaterThan(2)
    const kept = sessions.reduce((sum, { usage }) => sum + (promptTokens(usage) ?? 0), 0)
    const billed = simulator.calls.reduce(
      (sum, { usage }) => sum + (usage === undefined ? 0 : (promptTokens(usage) ?? 0)),
      0,
    )
    expect(kept).toBe(billed)
  })

  test('failures on the way are survived', async () => {
    const { turn, simulator } = await createDesk(way, {
      // A stream that breaks has used up its reply.
      model: scripted(['Here I am.', 'Here I am.', 'Here I am.']),
      inject: [
        { onCall: 1, kind: 'rate-limit', retryAfterMs: 10 },
        { onCall: 2, kind: 'server-error' },
        { onCall: 3, kind: 'cut-stream' },
        { onCall: 4, kind: 'malformed-stream' },
      ],
    })
    expect(await turn('Are you there?')).toEqual({ kind: 'answered', text: 'Here I am.' })
    expect(simulator.calls.length).toBeGreaterThanOrEqual(5)
  })

  test('a key that is refused is told, and nothing is lost', async () => {
    const { turn, store, session } = await createDesk(way, { inject: [{ kind: 'bad-key' }] })
    const outcome = await turn('Hello?')
    expect(outcome.kind).toBe('refused')
    expect(await store.view(session)).toHaveLength(1)
  })

  test('an abort between tools leaves a log that can go on', async () => {
    const { turn, store, session } = await createDesk(way, {
      model: scripted([{ calls: [{ name: 'terminal', input: { command: 'sleep 20' } }] }, 'Back again.']),
    })
    const stop = new AbortController()
    setTimeout(() => stop.abort(), 400)
    expect(await turn('Wait a little.', stop.signal)).toEqual({ kind: 'aborted' })
    const roles = (await store.view(session)).map(({ message }) => message.role)
    expect(roles).toEqual(['user', 'assistant', 'tool'])
    expect(await turn('Go on.')).toEqual({ kind: 'answered', text: 'Back again.' })
  })
})

test('a window that turns out smaller than believed is learned, and the turn goes on', async () => {
  const [way] = ways
  const replies = Array.from({ length: 20 }, (_, n) => ({
    calls: [{ name: 'terminal', input: { command: `seq 1 ${1_200 + n}` } }],
  }))
  const { turn, parts, simulator } = await createDesk(way, { model: scripted([...replies, 'Done.']) }, 16_000)
  const believed = { ...parts, model: { ...parts.model, contextTokens: 200_000 } }
  const agent = createAgent(believed, sessionId('root'))
  const outcome = await agent.turn(user('Count.'), () => {}, new AbortController().signal)
  expect(outcome).toEqual({ kind: 'answered', text: 'Done.' })
  expect(simulator.calls.some(({ status }) => status === 400)).toBe(true)
  expect(await parts.store.state.get('limits', 'stated')).toBeDefined()
  expect(turn).toBeDefined()
})
