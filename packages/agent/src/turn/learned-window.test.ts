import { scripted } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { countingSteps, createAgentDesk, lineTo, startSimulator, ways } from './agent-desk.arbitrary.ts'
import { createAgent } from './create-agent.ts'

const [, chat] = ways

/** An agent that was told its window is smaller than the 32,000 tokens that it believed in. */
async function corrected() {
  const script = [...countingSteps(8, 300), 'Done.', 'Done.', 'Done.']
  const simulator = await startSimulator({ models: [{ id: chat[2], contextTokens: 8_000 }], model: scripted(script) })
  const store = createMemoryStore()
  const desk = await createAgentDesk(chat, { store, change: () => lineTo(simulator, chat, 32_000) })
  expect(await desk.turn('Count.')).toMatchObject({ kind: 'answered' })
  expect(desk.agent.status().contextTokens).toBe(8_000)
  await desk.agent.end()
  /** The window that a run with this setting uses, from its start. */
  const windowWith = async (contextTokens: number) => {
    const agent = createAgent({ ...desk.parts, ...lineTo(simulator, chat, contextTokens) }, desk.session)
    await agent.request()
    return agent.status().contextTokens
  }
  return { ...desk, windowWith }
}

test('a limit that was stated holds for the next run', async () => {
  const { windowWith } = await corrected()
  expect(await windowWith(32_000)).toBe(8_000)
})

test('who says another window gets it, and what was learned does not come back with the old setting', async () => {
  const { windowWith, store } = await corrected()
  expect(await windowWith(128_000)).toBe(128_000)
  expect(await store.state.get('agent/limits', 'stated')).toEqual({})
  expect(await windowWith(32_000)).toBe(32_000)
})

test('a limit that an older version stored still holds, until another window is said', async () => {
  const { windowWith, store, parts } = await corrected()
  const { route } = parts.provider
  await store.state.set('agent/limits', 'stated', { [route]: { model: chat[2], statedTokens: 8_000 } })
  expect(await windowWith(32_000)).toBe(8_000)
  expect(await windowWith(128_000)).toBe(128_000)
})
