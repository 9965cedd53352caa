import { sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { promptTokens } from '@palimpsest/core/tokens'
import { scripted } from '@palimpsest/simulator'
import { describe, expect, test, vi } from 'vitest'
import { countingSteps, createAgentDesk, ways } from './agent-desk.arbitrary.ts'
import { createAgent } from './create-agent.ts'

describe.each(ways)('over %s', (...way) => {
  test('a turn runs tools until the model has nothing more to do', async () => {
    const { turn, workspace, events } = await createAgentDesk(way, {
      simulator: {
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
      },
    })
    expect(await turn('Write a file and read it.')).toEqual({ kind: 'answered', text: 'It says one.' })
    expect(events.filter(({ kind }) => kind === 'tool-ended')).toHaveLength(3)
    expect(workspace).toBeTruthy()
  })

  test('a long session in a small window never meets a refusal for length, and usage is what was billed', async () => {
    const steps = 60
    const { turn, simulator, lineage } = await createAgentDesk(way, {
      simulator: { model: scripted([...countingSteps(steps), 'All done.']) },
    })
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
    const { turn, simulator } = await createAgentDesk(way, {
      simulator: {
        // A stream that breaks has used up its reply.
        model: scripted(['Here I am.', 'Here I am.', 'Here I am.']),
        inject: [
          { onCall: 1, kind: 'rate-limit', retryAfterMs: 10 },
          { onCall: 2, kind: 'server-error' },
          { onCall: 3, kind: 'cut-stream' },
          { onCall: 4, kind: 'malformed-stream' },
        ],
      },
    })
    expect(await turn('Are you there?')).toEqual({ kind: 'answered', text: 'Here I am.' })
    expect(simulator.calls.length).toBeGreaterThanOrEqual(5)
  })

  test('a key that is refused is told, and nothing is lost', async () => {
    const { turn, store, session } = await createAgentDesk(way, { simulator: { inject: [{ kind: 'bad-key' }] } })
    const outcome = await turn('Hello?')
    expect(outcome.kind).toBe('refused')
    expect(await store.view(session)).toHaveLength(1)
  })

  test('an abort between tools leaves a log that can go on', async () => {
    const { turn, store, session, events } = await createAgentDesk(way, {
      simulator: {
        model: scripted([{ calls: [{ name: 'terminal', input: { command: 'sleep 20' } }] }, 'Back again.']),
      },
    })
    const stop = new AbortController()
    const waiting = turn('Wait a little.', stop.signal)
    await vi.waitFor(() => expect(events.map(({ kind }) => kind)).toContain('tool-started'), { timeout: 15_000 })
    stop.abort()
    expect(await waiting).toEqual({ kind: 'aborted' })
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
  const { turn, parts, simulator } = await createAgentDesk(way, {
    simulator: { model: scripted([...replies, 'Done.']) },
    contextTokens: 16_000,
  })
  const believed = { ...parts, model: { ...parts.model, contextTokens: 200_000 } }
  const agent = createAgent(believed, sessionId('root'))
  const outcome = await agent.turn(user('Count.'), () => {}, new AbortController().signal)
  expect(outcome).toEqual({ kind: 'answered', text: 'Done.' })
  expect(simulator.calls.some(({ status }) => status === 400)).toBe(true)
  expect(await parts.store.state.get('agent/limits', 'stated')).toBeDefined()
  expect(turn).toBeDefined()
})
