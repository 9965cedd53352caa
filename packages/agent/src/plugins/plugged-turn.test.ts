import type { ContextEngine } from '@palimpsest/core/engine'
import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import type { AgentParts } from '../turn/agent.ts'
import { countingSteps, createAgentDesk, ways } from '../turn/agent-desk.arbitrary.ts'
import { containEngine } from './contain-engine.ts'
import { createNotices } from './notices.ts'

/** A turn that passes the threshold of its window, though not its end. */
const steps = 9

async function turnWith(change: (parts: AgentParts) => Partial<AgentParts>) {
  const desk = await createAgentDesk(ways[0], {
    simulator: { model: scripted([...countingSteps(steps), 'Done.']) },
    contextTokens: 48_000,
    change,
  })
  const outcome = await desk.turn('Count.')
  return { ...desk, outcome, told: desk.notices() }
}

function pluggedEngine(broken: (sound: ContextEngine) => Partial<ContextEngine>) {
  return ({ engine }: AgentParts): Partial<AgentParts> => {
    const notices = createNotices()
    const contained = containEngine({ ...engine, name: 'broken', ...broken(engine) }, notices.tell, {
      silenceMs: 50,
      noteMs: 50,
    })
    return { engine: contained, plugins: { hooks: [], notices } }
  }
}

const fail = (): never => {
  throw new Error('out of ideas')
}

test.each<[string, Partial<ContextEngine>, RegExp]>([
  ['throws', { compress: fail }, /^The engine broken failed: out of ideas/],
  ['rejects', { compress: async () => fail() }, /^The engine broken failed: out of ideas/],
  [
    'never answers',
    { compress: () => new Promise(() => {}) },
    /^The engine broken failed: it did not answer within 50 ms/,
  ],
  [
    'answers with junk',
    { compress: async () => ({ kind: 'compact', view: 7 }) as never },
    /^The engine broken answered with something that is no plan \(plan\.view/,
  ],
  [
    'drops what was said',
    { compress: async () => ({ kind: 'unchanged', reason: 'bored', detail: '' }) as never },
    /no plan \(plan\.reason/,
  ],
])('the conversation goes on with an engine that %s, and the user is told', async (_, broken, words) => {
  const { outcome, told, lineage } = await turnWith(pluggedEngine(() => broken))
  expect(outcome).toEqual({ kind: 'answered', text: 'Done.' })
  const times = told.filter((text) => words.test(text)).length
  // Once for each time that it was asked; it rests, or is given up, after one or two.
  expect([1, 2]).toContain(times)
  expect(await lineage()).toHaveLength(1)
})

test('an engine that cannot take notes still compacts, and each fault is told', async () => {
  const { outcome, told, lineage } = await turnWith(
    pluggedEngine(() => ({
      updateFromResponse: fail,
      onSessionStart: fail,
      onSessionEnd: fail,
      hasContentToCompress: fail,
    })),
  )
  expect(outcome.kind).toBe('answered')
  expect((await lineage()).length).toBeGreaterThan(1)
  expect(told.some((text) => text.includes('at the start of a session'))).toBe(true)
  expect(told.some((text) => text.includes('to look for something to compress'))).toBe(true)
})

test('hooks keep what must survive through a turn, and hear what was done', async () => {
  const receipts: unknown[] = []
  const hooks = {
    'before-compaction': () => ({ mustSurvive: ['The port is 8080.'] }),
    'after-compaction': (receipt: unknown) => void receipts.push(receipt),
  }
  const { outcome, store, session, lineage } = await turnWith(() => ({
    plugins: { hooks: [{ plugin: 'p', hooks }], notices: createNotices() },
  }))
  expect(outcome.kind).toBe('answered')
  const chain = await lineage()
  expect(receipts).toHaveLength(chain.length - 1)
  expect(receipts.length).toBeGreaterThan(0)
  const view = await store.view((await store.compressionTip(session)).id)
  expect(JSON.stringify(view)).toContain('The port is 8080.')
})
