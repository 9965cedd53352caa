import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { countingSteps, createAgentDesk, lineTo, startSimulator, ways } from './agent-desk.arbitrary.ts'

const [anthropic, chat] = ways

test.each(['bad-key', 'overloaded', 'out-of-credit'] as const)(
  'when the first model answers %s, the second goes on',
  async (kind) => {
    const other = await startSimulator({ model: scripted(['I stand in.', 'Still I.']) })
    const { turn, notices, simulator } = await createAgentDesk(anthropic, {
      simulator: { inject: [{ kind }] },
      change: () => ({ fallback: async () => lineTo(other, chat, 32_000) }),
    })
    expect(await turn('Hello?')).toEqual({ kind: 'answered', text: 'I stand in.' })
    expect(notices().join('\n')).toContain('Going on with gpt-5.6-sol')
    const asked = simulator.calls.length
    expect(asked).toBeLessThanOrEqual(4)
    // A model that was down a moment ago is not waited for again.
    expect(await turn('Who is it?')).toEqual({ kind: 'answered', text: 'Still I.' })
    expect(simulator.calls).toHaveLength(asked)
  },
)

test('the view is made to fit the second model before it is asked', async () => {
  const small = { id: 'gpt-5.6-sol', contextTokens: 12_000 }
  const other = await startSimulator({ model: scripted(['Small, but here.']), models: [small] })
  const { turn, notices, lineage } = await createAgentDesk(anthropic, {
    simulator: { model: scripted(countingSteps(12)), inject: [{ onCall: 13, kind: 'bad-key' }] },
    contextTokens: 200_000,
    change: () => ({ fallback: async () => lineTo(other, chat, 12_000) }),
  })
  expect(await turn('Count.')).toEqual({ kind: 'answered', text: 'Small, but here.' })
  expect(other.calls.map(({ status }) => status)).toEqual([200])
  expect(await lineage()).toHaveLength(2)
  expect(notices().join('\n')).toMatch(/Going on with[\s\S]*Compressed/)
})

test('a request that is wrong is wrong for both, and a second model that cannot be reached is told', async () => {
  const wrong = await createAgentDesk(anthropic, {
    simulator: { model: scripted([]) },
    change: () => ({
      fallback: async () => {
        throw new Error('not to be asked')
      },
    }),
  })
  expect((await wrong.turn('Hello?')).kind).toBe('refused')
  expect(wrong.notices()).toEqual([])
  const down = await createAgentDesk(anthropic, {
    simulator: { inject: [{ kind: 'bad-key' }] },
    change: () => ({
      fallback: async () => {
        throw new Error('there is no key for openai')
      },
    }),
  })
  expect((await down.turn('Hello?')).kind).toBe('refused')
  expect(down.notices().join()).toContain('there is no key for openai')
})

test('at an address where nobody is, the user is told within seconds', async () => {
  const waits: number[] = []
  const { turn, simulator } = await createAgentDesk(anthropic, {
    change: () => ({ wait: async (ms) => void waits.push(ms) }),
  })
  await simulator.close()
  const outcome = await turn('Hello?')
  expect(outcome).toMatchObject({ kind: 'refused' })
  expect('message' in outcome && outcome.message).toMatch(
    /^Nothing answers at anthropic http:\/\/127\.0\.0\.1:\d+\. Nothing is lost\./,
  )
  expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThanOrEqual(10_000)
})
