import type { ContextEngine } from '@palimpsest/core/engine'
import type { Usage } from '@palimpsest/core/tokens'
import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { compactedNote } from '../base-prompt.ts'
import type { SessionMemory } from './agent.ts'
import { countingSteps, createAgentDesk, ways } from './agent-desk.arbitrary.ts'

const [way] = ways
const never = new AbortController().signal

/** An engine that writes down what it is told, around the default one. */
function attentive(engine: ContextEngine) {
  const heard: string[] = []
  const usages: Usage[] = []
  const watching: ContextEngine = {
    ...engine,
    compress: (occasion, signal) => {
      heard.push('compress')
      return engine.compress(occasion, signal)
    },
    updateFromResponse: (usage) => void usages.push(usage),
    updateModel: ({ id, contextTokens }) => void heard.push(`model ${id} ${contextTokens}`),
    onSessionStart: ({ session, cause }) => void heard.push(`start ${session} ${cause}`),
    onSessionEnd: ({ session }, reason) => void heard.push(`end ${session} ${reason}`),
  }
  return { watching, heard, usages }
}

test('engine and memory hear of every session, why it began and why it ended', async () => {
  const told: string[] = []
  const memory: SessionMemory = {
    commit: async () => void told.push('commit'),
    onSessionStart: ({ cause }) => void told.push(cause),
    systemFor: ({ system }) => system,
  }
  let heard: string[] = []
  let usages: Usage[] = []
  const { turn, agent, lineage, simulator } = await createAgentDesk(way, {
    simulator: { model: scripted([...countingSteps(14), 'Done.']) },
    change: ({ engine }) => {
      const engines = attentive(engine)
      heard = engines.heard
      usages = engines.usages
      return { engine: engines.watching, memory }
    },
  })
  await turn('Count.')
  const sessions = await lineage()
  expect(sessions.length).toBeGreaterThan(1)
  const [root, second] = sessions.map(({ id }) => id)
  expect(heard.slice(0, 5)).toEqual([
    'start root new',
    'model claude-sonnet-5 32000',
    'compress',
    'end root compression',
    `start ${second} compression`,
  ])
  expect(root).toBe('root')
  expect(usages).toHaveLength(simulator.calls.length)
  expect(told.slice(0, 3)).toEqual(['new', 'commit', 'commit'])
  expect(told).toContain('compression')
  const last = sessions.at(-1)?.id
  await agent.undo()
  expect(heard.slice(-2)).toEqual([`end ${last} undone`, `start ${sessions.at(-2)?.id} resumed`])
  await agent.end()
  expect(heard.at(-1)).toBe(`end ${sessions.at(-2)?.id} closed`)
})

test('a compaction leaves the cached prompt as it is, unless memory changed meanwhile', async () => {
  let remembered = 'You write code.'
  const memory: SessionMemory = { commit: async () => undefined, systemFor: () => remembered }
  const { turn, agent, simulator, store, session } = await createAgentDesk(way, {
    simulator: { model: scripted([...countingSteps(16, 700), 'Done.', 'Yes.', ...countingSteps(16, 700), 'Still.']) },
    contextTokens: 200_000,
    change: ({ compaction }) => ({ memory, compaction: { ...compaction, protectLastN: 4, targetRatio: 0.1 } }),
  })
  const compress = () => agent.compress(undefined, () => {}, never)
  const pieces = async () => (await agent.request()).messages[0]?.parts.map((part) => part.type === 'text' && part.text)
  const system = async () => (await store.compressionTip(session)).system
  await turn('Count.')
  expect(await pieces()).toEqual(['You write code.'])
  expect((await compress()).kind).toBe('committed')
  expect(await pieces()).toEqual(['You write code.', compactedNote])
  await turn('Are you there?')
  // Tools and prompt are read from the cache although the view after them is another.
  expect(simulator.calls.at(-1)?.usage?.cacheRead).toBeGreaterThan(1_000)
  remembered = 'You write code, with tabs.'
  await turn('And now?')
  expect(await system()).toBe('You write code.')
  expect((await compress()).kind).toBe('committed')
  expect(await system()).toBe('You write code, with tabs.')
})

test('an engine that throws when it is told something is told on, and the turn goes on', async () => {
  const broken = () => {
    throw new Error('plugin bug')
  }
  const { turn, notices } = await createAgentDesk(way, {
    simulator: { model: scripted(['Fine.', 'Fine again.']) },
    change: ({ engine }) => ({
      engine: { ...engine, onSessionStart: broken, updateModel: broken, updateFromResponse: broken },
    }),
  })
  expect(await turn('Hello.')).toEqual({ kind: 'answered', text: 'Fine.' })
  expect(await turn('Again.')).toEqual({ kind: 'answered', text: 'Fine again.' })
  expect(notices().every((text) => text.includes('plugin bug'))).toBe(true)
  expect(notices().length).toBeGreaterThanOrEqual(3)
})

test('tools of the engine are offered to the model, and get the view', async () => {
  const { turn, simulator, store, session } = await createAgentDesk(way, {
    simulator: { model: scripted([{ calls: [{ name: 'lcm_grep', input: { pattern: 'x' } }] }, 'Found.']) },
    change: ({ engine }) => ({
      engine: {
        ...engine,
        tools: [
          {
            name: 'lcm_grep',
            description: 'Finds.',
            schema: { type: 'object', properties: { pattern: { type: 'string' } } },
            run: async (input, view) => [{ type: 'text', text: `${JSON.stringify(input)} in ${view.length}` }],
          },
        ],
      },
    }),
  })
  expect(await turn('Find x.')).toEqual({ kind: 'answered', text: 'Found.' })
  expect(simulator.calls).toHaveLength(2)
  const [result] = (await store.view(session)).flatMap(({ message }) => (message.role === 'tool' ? [message] : []))
  expect(result?.parts).toEqual([{ type: 'text', text: '{"pattern":"x"} in 2' }])
})

test('only compactions that stand are said to fade detail', async () => {
  const { turn, agent } = await createAgentDesk(way, {
    simulator: { model: scripted([...countingSteps(16, 700), 'Done.', ...countingSteps(16, 700), 'Done.']) },
    contextTokens: 200_000,
    change: ({ compaction }) => ({ compaction: { ...compaction, protectLastN: 4, targetRatio: 0.1 } }),
  })
  const compress = async () => {
    const told: string[] = []
    await agent.compress(undefined, (event) => void (event.kind === 'notice' && told.push(event.text)), never)
    return told.join(' ')
  }
  await turn('Count.')
  expect(await compress()).toContain('Compressed')
  await agent.undo()
  expect(await compress()).not.toContain('fades')
  await turn('Count on.')
  expect(await compress()).toContain('compressed 2 times')
})
