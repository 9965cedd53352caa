import { Failure } from '@palimpsest/core/errors'
import type { SessionStore } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { scripted } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { countingSteps, createAgentDesk, ways } from './agent-desk.arbitrary.ts'
import { createAgent } from './create-agent.ts'

const never = new AbortController().signal
const full = () => new Failure('store/unavailable', 'The disk is full.', { cause: 'full', retry: false })
const busy = () => new Failure('store/unavailable', 'The database is locked.', { cause: 'busy', retry: true })

/** A store whose nth writing call fails; the others work. */
function failing(store: SessionStore, isHit: (n: number) => boolean, failure: () => Failure) {
  let writes = 0
  const guard = async <T>(write: () => Promise<T>): Promise<T> => {
    if (isHit(++writes)) throw failure()
    return write()
  }
  const faulty: SessionStore = {
    ...store,
    append: (session, seq, entries, at) => guard(() => store.append(session, seq, entries, at)),
    compact: (compaction) => guard(() => store.compact(compaction)),
  }
  return { faulty, writes: () => writes }
}

test('whichever write fails, the user is told and the conversation can go on', async () => {
  const [way] = ways
  let isDone = false
  for (let n = 1; !isDone; n++) {
    const store = createMemoryStore()
    const { faulty, writes } = failing(store, (write) => write === n, full)
    const desk = await createAgentDesk(way, {
      // Two scripts after each other: what the first leaves, the second goes on with.
      simulator: { model: scripted([...countingSteps(8), 'Done.', ...Array.from({ length: 12 }, () => 'Here.')]) },
      contextTokens: 16_000,
      change: () => ({ store: faulty }),
      store,
    })
    const first = await desk.turn('Never touch main.yaml. Count.')
    isDone = writes() < n
    expect(first.kind).toBe(isDone ? 'answered' : 'refused')
    if (first.kind === 'refused') expect(first.message).toMatch(/^The disk is full\..*send the message again/)
    const again = createAgent({ ...desk.parts, store }, desk.session, { cause: 'resumed' })
    for (let tries = 0; tries < 9; tries++) {
      const outcome = await again.turn(user('Go on.'), () => {}, never)
      if (outcome.kind === 'answered' && outcome.text === 'Here.') break
      expect(outcome.kind).toBe('answered')
    }
    expect(desk.simulator.calls.filter(({ status }) => status !== 200)).toEqual([])
    expect(n).toBeLessThan(40)
  }
}, 60_000)

test('a database that is locked for a moment is waited for', async () => {
  const store = createMemoryStore()
  const { faulty } = failing(store, (write) => write % 2 === 1, busy)
  const { turn } = await createAgentDesk(ways[0], {
    simulator: { model: scripted([...countingSteps(2), 'Done.']) },
    change: () => ({ store: faulty }),
    store,
  })
  expect(await turn('Count.')).toEqual({ kind: 'answered', text: 'Done.' })
})

test('an output that cannot be kept is shown in part, and the turn goes on', async () => {
  const { turn, store, session } = await createAgentDesk(ways[0], {
    simulator: { model: scripted([{ calls: [{ name: 'big', input: {} }] }, 'Done.']) },
    change: ({ tools }) => ({
      keepResult: async () => {
        throw new Error('no space left on the disk')
      },
      tools: [
        ...tools,
        {
          name: 'big',
          description: 'Says much.',
          schema: { type: 'object', properties: {} },
          limits: { maxChars: 1_000_000 },
          isChanging: false,
          run: async () => ({ text: `start ${'x'.repeat(50_000_000)} end` }),
        },
      ],
    }),
  })
  expect(await turn('Say much.')).toEqual({ kind: 'answered', text: 'Done.' })
  const [result] = (await store.view(session)).flatMap(({ message }) => (message.role === 'tool' ? [message] : []))
  const [part] = result?.parts ?? []
  const text = part?.type === 'text' ? part.text : ''
  expect(text.length).toBeLessThan(20_000)
  expect(text).toMatch(/^start x/)
  expect(text).toMatch(/x end$/)
  expect(text).toContain('could not be kept: no space left on the disk')
})
