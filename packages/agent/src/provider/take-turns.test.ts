import { type SimulatedModel, scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { countingSteps, createAgentDesk, ways } from '../turn/agent-desk.arbitrary.ts'

const [, chat] = ways

test('over Chat the user and the assistant take turns, also after compactions of one long request', async () => {
  // Steps that say much are summarised, and the summary stands before what the user asked for.
  const steps = countingSteps(60, 40).map((step) => ({ ...step, text: 'I look at the next numbers. '.repeat(60) }))
  const work = scripted([...steps, 'All done.'])
  const asked: Parameters<SimulatedModel>[0][] = []
  const model: SimulatedModel = (request) => {
    asked.push(request)
    return work(request)
  }
  const { turn, lineage } = await createAgentDesk(chat, { simulator: { model } })
  expect(await turn('Count far.')).toEqual({ kind: 'answered', text: 'All done.' })
  expect((await lineage()).length).toBeGreaterThan(1)
  expect(JSON.stringify(asked.at(-1)?.messages)).toContain('CONTEXT COMPACTION')
  const roles = asked.map(({ messages }) => messages.map(({ role }) => role).join(' '))
  expect(roles.filter((each) => each.includes('user user'))).toEqual([])
})

test('over Chat a turn that was stopped in its tools leaves no two turns of the user', async () => {
  const asked: Parameters<SimulatedModel>[0][] = []
  const work = scripted([...countingSteps(1, 5), 'And on.'])
  const stop = new AbortController()
  const model: SimulatedModel = (request) => {
    asked.push(request)
    if (asked.length === 2) stop.abort()
    return work(request)
  }
  const { turn } = await createAgentDesk(chat, { simulator: { model } })
  expect(await turn('Count.', stop.signal)).toEqual({ kind: 'aborted' })
  await turn('What now?')
  expect(asked.at(-1)?.messages.map(({ role }) => role)).toEqual([
    'system',
    'user',
    'assistant',
    'tool',
    'assistant',
    'user',
  ])
})
