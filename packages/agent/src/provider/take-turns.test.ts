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
