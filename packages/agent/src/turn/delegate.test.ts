import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { searchText } from '@palimpsest/core/store'
import { promptTokens } from '@palimpsest/core/tokens'
import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { createResultKeeper } from '../keep-result.ts'
import type { AgentParts } from './agent.ts'
import { compressorFor, createAgentDesk, ways } from './agent-desk.arbitrary.ts'

const [way] = ways

/** Sub-agents of a desk, each with a folder of its own. */
function withSubagents({ store, toolContext }: AgentParts): Pick<AgentParts, 'subagent'> {
  let minted = 0
  return {
    subagent: async (conversation) => ({
      engine: compressorFor(store, () => `sub-${conversation}-${minted++}`),
      toolContext: { ...toolContext, resultsFolder: join(toolContext.resultsFolder, conversation) },
      keepResult: createResultKeeper(join(toolContext.resultsFolder, conversation)),
    }),
  }
}

const delegate = (task: string) => ({ calls: [{ name: 'delegate', input: { task } }] })

test('a sub-agent works in a session of its own, whose parent is known, with its own usage', async () => {
  const { turn, store, session, simulator, agent } = await createAgentDesk(way, {
    simulator: {
      model: scripted([
        delegate('Read the notes and name the colour.'),
        { calls: [{ name: 'terminal', input: { command: 'echo green' } }] },
        'The colour is green.',
        'It is green.',
      ]),
    },
    change: withSubagents,
  })
  expect(await turn('Which colour?')).toEqual({ kind: 'answered', text: 'It is green.' })
  const children = await store.children(session)
  expect(children).toMatchObject([
    { kind: 'subagent', parent: session, endReason: 'closed', system: 'You write code.' },
  ])
  const [child] = children
  const used = (usage: Parameters<typeof promptTokens>[0] | undefined) => (usage && promptTokens(usage)) ?? 0
  const [first = 0, second = 0, third = 0, fourth = 0] = simulator.calls.map(({ usage }) => used(usage))
  expect(used(child?.usage)).toBe(second + third)
  expect(used((await store.session(session))?.usage)).toBe(first + fourth)
  expect(used(agent.status().usage)).toBe(first + second + third + fourth)
  const results = (await store.view(session)).filter(({ message }) => message.role === 'tool')
  expect(results.map(({ message }) => searchText(message))).toEqual(['The colour is green.'])
})

test('its cached prefix is that of the one who sent it', async () => {
  const { turn, simulator } = await createAgentDesk(way, {
    simulator: { model: scripted([delegate('Say hello.'), 'Hello.', 'Done.']) },
    change: withSubagents,
  })
  await turn('Greet.')
  expect(simulator.calls[1]?.usage?.cacheRead).toBeGreaterThan(1_000)
})

test('a long answer is kept in a file, and only its start is shown to the one who asked', async () => {
  const long = Array.from({ length: 4_000 }, (_, n) => `finding ${n}`).join('\n')
  const { turn, store, session, resultsFolder } = await createAgentDesk(way, {
    simulator: { model: scripted([delegate('Find all.'), long, 'Read.']) },
    contextTokens: 200_000,
    change: (parts) => ({ ...withSubagents(parts), model: { ...parts.model, maxTokens: 60_000 } }),
  })
  expect((await turn('Find.')).kind).toBe('answered')
  const [result] = (await store.view(session)).filter(({ message }) => message.role === 'tool')
  const shown = result === undefined ? '' : searchText(result.message)
  expect(shown.length).toBeLessThan(3_000)
  const path = /kept whole as (\S+\.txt)\./.exec(shown)?.[1] ?? ''
  expect(path.startsWith(resultsFolder)).toBe(true)
  expect(readFileSync(path, 'utf8')).toBe(long)
})

test('a sub-agent cannot delegate, and one that never ends is stopped', async () => {
  const deeper = await createAgentDesk(way, {
    simulator: { model: scripted([delegate('Do it.'), delegate('You do it.'), 'I did it.', 'Done.']) },
    change: withSubagents,
  })
  expect(await deeper.turn('Go.')).toEqual({ kind: 'answered', text: 'Done.' })
  const [child] = await deeper.store.children(deeper.session)
  const said = child === undefined ? [] : await deeper.store.view(child.id)
  expect(said.map(({ message }) => searchText(message)).join()).toContain('A sub-agent cannot delegate.')
  expect(await deeper.store.children(child?.id ?? deeper.session)).toEqual([])
  const steps = Array.from({ length: 50 }, () => ({ calls: [{ name: 'list_files', input: {} }] }))
  const endless = await createAgentDesk(way, {
    simulator: { model: scripted([delegate('Loop.'), ...steps, 'It did not end.']) },
    change: withSubagents,
  })
  expect(await endless.turn('Go.')).toEqual({ kind: 'answered', text: 'It did not end.' })
})

test('an abort reaches the sub-agent, and both logs can go on', async () => {
  const { turn, store, session } = await createAgentDesk(way, {
    simulator: {
      model: scripted([delegate('Wait.'), { calls: [{ name: 'terminal', input: { command: 'sleep 20' } }] }, 'Here.']),
    },
    change: withSubagents,
  })
  const stop = new AbortController()
  setTimeout(() => stop.abort(), 600)
  expect(await turn('Wait.', stop.signal)).toEqual({ kind: 'aborted' })
  const [child] = await store.children(session)
  const roles = child === undefined ? [] : (await store.view(child.id)).map(({ message }) => message.role)
  expect(roles).toEqual(['user', 'assistant', 'tool'])
  expect(await turn('Go on.')).toEqual({ kind: 'answered', text: 'Here.' })
})
