import { addUsage, promptTokens, totalTokens, type Usage } from '@palimpsest/core/tokens'
import type { Reply } from '@palimpsest/core/wire'
import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import type { AgentParts } from '../agent.ts'
import { createAgentDesk, ways } from '../agent-desk.arbitrary.ts'
import { cramped } from './cramped.ts'

const reply = (stop: Reply['stop'], output: number): Reply => ({
  message: { role: 'assistant', parts: [] },
  usage: { input: 20_000, cacheRead: 3_990, output },
  stop,
  unfinished: [],
})

test('an answer that found no room tells the window to the token', () => {
  const refusal = { kind: 'input-too-long', limitTokens: 24_000, actualTokens: 23_990, isGuess: true }
  expect(cramped(reply('length', 10), 8_000)).toEqual(refusal)
  expect(cramped(reply('window', 10), 8_000)).toEqual(refusal)
})

test('an answer that ended by itself, or at the limit that it was given, tells nothing', () => {
  expect(cramped(reply('end', 10), 8_000)).toBeUndefined()
  expect(cramped(reply('tool-calls', 10), 8_000)).toBeUndefined()
  expect(cramped(reply('length', 500), 500)).toBeUndefined()
  expect(cramped(reply('length', 4_096), 16_000)).toBeUndefined()
  expect(cramped({ ...reply('length', 10), usage: {} }, 8_000)).toBeUndefined()
})

test('an answer that ends far from any window tells nothing: the server has a limit of its own', () => {
  const early = { ...reply('length', 300), usage: { input: 2_000, output: 300 } }
  expect(cramped(early, 8_000, 32_000)).toBeUndefined()
  expect(cramped(early, 8_000, 2_400)).toMatchObject({ limitTokens: 2_300 })
  expect(cramped({ ...early, stop: 'window' }, 8_000, 32_000)).toMatchObject({ limitTokens: 2_300 })
})

const [, chat, responses] = ways
const long = 'This is an answer of some length, which needs a little room. '.repeat(20)
const steps = Array.from({ length: 4 }, (_, n) => ({
  calls: [{ name: 'terminal', input: { command: `seq 1 ${1_050 + n}` } }],
}))

test('an answer that finds no room is asked for again after a compaction, and what it took is counted', async () => {
  // The last prompt takes 10,669 tokens of it; the answer would take some 300.
  const models = [{ id: responses[2], contextTokens: 10_750 }]
  const desk = await createAgentDesk(responses, {
    simulator: { model: scripted([...steps, long, long]), models },
    contextTokens: 64_000,
  })
  expect(await desk.turn('Count.')).toEqual({ kind: 'answered', text: long })
  const { calls } = desk.simulator
  expect(calls.filter(({ status }) => status !== 200)).toEqual([])
  expect(calls).toHaveLength(steps.length + 2)
  expect(desk.agent.status()).toMatchObject({ contextTokens: 10_750, calls: calls.length })
  expect(desk.notices().join()).toContain('10,750 tokens are assumed for now')
  expect(await desk.store.state.get('agent/limits', 'stated')).toEqual({})
  await desk.agent.end()
  await desk.turn('Thanks.')
  const used = (await desk.lineage()).map(({ usage }) => usage).reduce(addUsage, {})
  const billed = desk.simulator.calls.flatMap(({ usage }) => usage ?? []).reduce<Usage>(addUsage, {})
  expect(promptTokens(used)).toBe(promptTokens(billed))
  expect(used.output).toBe(billed.output)
})

test('a window assumed too small is raised by what is answered all the same', async () => {
  const desk = await createAgentDesk(responses, {
    simulator: { model: scripted([...steps, long]), inject: [{ kind: 'context-overflow', onCall: 1 }] },
  })
  expect(await desk.turn('Count.')).toEqual({ kind: 'answered', text: long })
  const sizes = desk.simulator.calls.flatMap(({ usage }) => (usage === undefined ? [] : [totalTokens(usage) ?? 0]))
  expect(sizes).toHaveLength(steps.length + 1)
  expect(desk.agent.status().contextTokens).toBe(Math.max(...sizes))
})

/** A provider that ends every answer by itself, whatever it was asked for. */
const endsAt =
  (most: number) =>
  ({ provider }: AgentParts): Partial<AgentParts> => ({
    provider: {
      ...provider,
      ask: (asked, onDelta, signal) => provider.ask({ ...asked, maxTokens: most }, onDelta, signal),
    },
  })

test('a server that ends every answer at 300 tokens costs one call each, and no window or history for it', async () => {
  const longer = long.repeat(3)
  const desk = await createAgentDesk(chat, {
    simulator: { model: scripted(Array.from({ length: 40 }, () => longer)) },
    change: endsAt(300),
  })
  for (let turns = 1; turns <= 30; turns++) {
    expect(await desk.turn('Tell more.')).toMatchObject({ kind: 'cut-off' })
    expect(desk.simulator.calls).toHaveLength(turns)
  }
  expect(desk.notices()).toEqual([])
  expect(desk.agent.status().contextTokens).toBe(32_000)
  expect(await desk.lineage()).toHaveLength(1)
})

test('the same server in the midst of a long conversation costs no more', async () => {
  const desk = await createAgentDesk(chat, {
    simulator: { model: scripted([...steps, 'Done.', long.repeat(3), long.repeat(3)]) },
  })
  await desk.turn('Count.')
  await desk.agent.speakWith({ ...desk.parts, ...endsAt(300)(desk.parts) })
  for (const turns of [1, 2]) {
    expect(await desk.turn('Tell more.')).toMatchObject({ kind: 'cut-off' })
    expect(desk.simulator.calls).toHaveLength(steps.length + 1 + turns)
  }
  expect(desk.agent.status().contextTokens).toBe(32_000)
  expect(await desk.lineage()).toHaveLength(1)
})

test('a small window that looks like a limit of the server is learned from the next refusal instead', async () => {
  const desk = await createAgentDesk(responses, {
    simulator: {
      model: scripted([...steps, long, 'Welcome.']),
      models: [{ id: responses[2], contextTokens: 10_669 + 250 }],
    },
    contextTokens: 64_000,
  })
  expect(await desk.turn('Count.')).toMatchObject({ kind: 'cut-off' })
  expect(desk.agent.status().contextTokens).toBe(64_000)
  expect(await desk.turn('Thanks.')).toEqual({ kind: 'answered', text: 'Welcome.' })
  expect(desk.agent.status().contextTokens).toBeLessThan(11_200)
})

test('a server that cuts answers short by itself is found out after one more call, and its window stands', async () => {
  const desk = await createAgentDesk(responses, {
    simulator: { model: scripted([...steps, long, long, long]) },
    contextTokens: 64_000,
    change: endsAt(60),
  })
  expect(await desk.turn('Count.')).toMatchObject({ kind: 'cut-off' })
  expect(desk.simulator.calls).toHaveLength(steps.length + 2)
  expect(desk.agent.status().contextTokens).toBe(64_000)
  expect(await desk.turn('Go on.')).toMatchObject({ kind: 'cut-off' })
  expect(desk.simulator.calls).toHaveLength(steps.length + 3)
})
