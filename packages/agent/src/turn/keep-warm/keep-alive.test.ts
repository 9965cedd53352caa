import { addUsage, promptTokens, type Usage } from '@palimpsest/core/tokens'
import { scripted } from '@palimpsest/simulator'
import { expect, test, vi } from 'vitest'
import { createAgentDesk, type DeskOptions, ways } from '../agent-desk.arbitrary.ts'
import { createAgent } from '../create-agent.ts'

const [anthropic, openaiChat] = ways
const minute = 60_000

/** An agent whose pauses pass at once, as far as somebody rests in them, on a clock that the provider shares. */
async function createRestingDesk(
  options: {
    readonly keepAlive?: boolean
    readonly channel?: 'headless' | 'agent'
    readonly way?: typeof anthropic
  } = {},
  inject: NonNullable<DeskOptions['simulator']>['inject'] = [],
) {
  const { keepAlive = true, channel = 'agent', way = anthropic } = options
  const clock = { ms: 1_700_000_000_000 }
  const rests: { readonly ms: number; readonly signal: AbortSignal }[] = []
  const desk = await createAgentDesk(way, {
    simulator: {
      model: scripted(Array.from({ length: 40 }, (_, n) => `Answer ${n}.`)),
      now: () => clock.ms,
      inject,
    },
    change: ({ model }) => ({
      model: { ...model, info: { id: model.name, provider: way[0], contextTokens: model.contextTokens } },
      caching: { strategy: 'anchored', route: { channel, keepAlive, readRate: 0.05 } },
      now: () => clock.ms,
      rest: async (ms, signal) => {
        rests.push({ ms, signal })
        signal.throwIfAborted()
        clock.ms += ms
      },
    }),
  })
  const pings = () => desk.simulator.calls.filter(({ stream }) => !stream)
  return { ...desk, clock, rests, pings }
}

const total = (usages: readonly (Usage | undefined)[]) =>
  usages.reduce<Usage>((sum, each) => addUsage(sum, each ?? {}), {})

test('while a person pauses the last prompt is read again before the cache forgets it, as often as that pays', async () => {
  const { turn, simulator, pings, rests, clock, agent } = await createRestingDesk()
  await turn('Hello.')
  await vi.waitFor(() => expect(pings()).toHaveLength(3))
  const [first] = simulator.calls
  for (const { usage, status } of pings()) {
    expect(status).toBe(200)
    expect(usage).toMatchObject({ output: 0, cacheWrite: 0 })
    expect(usage?.cacheRead).toBe(first?.usage?.cacheWrite)
  }
  expect(rests.map(({ ms }) => ms)).toEqual(Array(3).fill(5 * minute - 15_000))
  // A quarter of an hour and more after the call the cache is still warm.
  clock.ms += 4 * minute
  await turn('Back again.')
  expect(simulator.calls.at(-1)?.usage?.cacheRead).toBe(first?.usage?.cacheWrite)
  expect(agent.status().keepAlives).toEqual({ sent: 3, failed: 0 })
})

test('what they took is in the tally and in the database, also when nobody speaks again', async () => {
  const { turn, simulator, pings, agent, store, session, parts } = await createRestingDesk()
  await turn('Hello.')
  await vi.waitFor(() => expect(pings()).toHaveLength(3))
  await vi.waitFor(() => expect(agent.status().calls).toBe(4))
  const billed = () => promptTokens(total(simulator.calls.map(({ usage }) => usage)))
  expect(promptTokens(agent.status().usage)).toBe(billed())
  await agent.end()
  expect(await store.state.get('talk', 'owed')).toMatchObject({ calls: 3 })
  const next = createAgent({ ...parts, caching: { strategy: 'anchored', route: { channel: 'headless' } } }, session)
  await next.turn({ role: 'user', parts: [{ type: 'text', text: 'Hi.' }] }, () => {}, new AbortController().signal)
  expect(promptTokens((await store.session(session))?.usage ?? {})).toBe(billed())
  expect(await store.state.get('talk', 'owed')).toBeUndefined()
})

test.each([
  ['where nobody asked for it', { keepAlive: false }],
  ['where nobody watches', { channel: 'headless' }],
  ['where the provider cannot', { way: openaiChat }],
] as const)('nothing is sent %s', async (_, options) => {
  const { turn, rests, pings } = await createRestingDesk(options)
  await turn('Hello.')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([rests.length, pings().length]).toEqual([0, 0])
})

test('one that fails is counted and told to nobody, and no other follows it', async () => {
  const { turn, pings, agent, notices } = await createRestingDesk({}, [{ onCall: 2, kind: 'overloaded' }])
  await turn('Hello.')
  await vi.waitFor(() => expect(agent.status().keepAlives).toEqual({ sent: 0, failed: 1 }))
  expect(pings()).toHaveLength(1)
  expect(notices()).toEqual([])
  expect(await turn('Still there?')).toMatchObject({ kind: 'answered' })
})

test('a rest ends when somebody speaks, when the view changes, and with the conversation', async () => {
  const { parts, session, turn } = await createRestingDesk({ keepAlive: false })
  const rests: AbortSignal[] = []
  const agent = createAgent(
    {
      ...parts,
      caching: { strategy: 'anchored', route: { channel: 'agent', keepAlive: true } },
      rest: (_, signal) => {
        rests.push(signal)
        return new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(signal.reason))
        })
      },
    },
    session,
  )
  const say = () =>
    agent.turn({ role: 'user', parts: [{ type: 'text', text: 'Hi.' }] }, () => {}, new AbortController().signal)
  await say()
  await say()
  expect(rests.map(({ aborted }) => aborted)).toEqual([true, false])
  await agent.speakWith(parts)
  expect(rests.map(({ aborted }) => aborted)).toEqual([true, true])
  await say()
  await agent.end()
  expect(rests.every(({ aborted }) => aborted)).toBe(true)
  expect(turn).toBeDefined()
})
