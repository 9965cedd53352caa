import { assistant, user } from '@palimpsest/core/testing'
import { type SimulatedModel, scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { countingSteps, createAgentDesk, ways } from '../turn/agent-desk.arbitrary.ts'
import { joinUsers } from './join-users.ts'

const [, chat] = ways

test('what is said in several messages becomes one, nothing else changes, and breakpoints stay where they are', () => {
  const [hello, go] = [user('Hello.'), user('Go on.')]
  const marked = { role: 'user', parts: [{ type: 'text', text: 'Here.', breakpoint: {} }] } as const
  expect(joinUsers([hello, go, assistant('Yes?'), go])).toEqual([user('Hello.\n\nGo on.'), assistant('Yes?'), go])
  expect(joinUsers([marked, go])).toEqual([{ role: 'user', parts: [...marked.parts, ...go.parts] }])
  expect(joinUsers([hello, assistant('Yes?'), go])).toEqual([hello, assistant('Yes?'), go])
})

test('a prompt does not change because a breakpoint moves on', () => {
  const marked = { role: 'user', parts: [{ type: 'text', text: 'Here.', breakpoint: {} }] } as const
  const [hello, go, said] = [user('Hello.'), user('Go on.'), assistant('Yes?')]
  const parts = [...hello.parts, ...go.parts]
  expect(joinUsers([hello, go, said, marked])[0]).toEqual({ role: 'user', parts })
  const before = { ...hello, parts: hello.parts.map((part) => ({ ...part, breakpoint: {} })) }
  expect(joinUsers([before, go])[0]).toEqual({ role: 'user', parts: [...before.parts, ...go.parts] })
})

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
