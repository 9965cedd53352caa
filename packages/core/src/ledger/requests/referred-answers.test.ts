import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { assistant, call, result, user } from '../../testing/build.ts'
import { answerText, referredAnswers } from './referred-answers.ts'

const work = [assistant(call('ls', {}, 'c1')), result('c1', 'a b')]
const plan = assistant('1. Move it.\n2. Test it.')

function referred(messages: readonly Message[], summaryAt?: number) {
  const items = messages.map((message, i) => ({ id: entryId(`e${i}`), message }))
  const summary = summaryAt === undefined ? undefined : entryId(`e${summaryAt}`)
  const { found, needsEarlier } = referredAnswers(items, summary)
  return { found: found.map(answerText), needsEarlier }
}

test('the answer that was agreed to is found, whatever was called since', () => {
  const said = [user('What is the plan?'), assistant('Let me look.', call('ls', {}, 'c0')), result('c0', 'a'), plan]
  expect(referred([...said, user('Do it.'), ...work, assistant('Half of it is done.')]).found).toEqual([
    '1. Move it.\n2. Test it.',
  ])
})

test('a word to go on keeps what the request before it refers to, and what was said right before it', () => {
  const begun = [user('What is the plan?'), plan, user('Do it.'), ...work]
  const said = [...begun, assistant('One.'), user('go on'), assistant('Two.'), user('go on'), assistant('Three.')]
  const { found } = referred([...said, user('👍'), ...work])
  expect(found).toEqual(['1. Move it.\n2. Test it.', 'One.', 'Two.', 'Three.'])
})

test('a rule that is set between changes nothing', () => {
  const said = [user('What is the plan?'), plan, user('Do it.'), assistant('Yes.'), user('From now on, use tabs.')]
  expect(referred([...said, ...work]).found).toEqual(['1. Move it.\n2. Test it.'])
})

test('a request of its own needs nothing', () => {
  const said = [user('What is the plan?'), plan, user('Do it.'), ...work, assistant('Done.')]
  expect(referred([...said, user('Write a parser for TOML in src/toml.ts.')])).toEqual({
    found: [],
    needsEarlier: false,
  })
})

test('a request right after a summary needs what was kept with that, and one after it only where it refers to it', () => {
  const summary = user('[CONTEXT COMPACTION — REFERENCE ONLY]')
  expect(referred([plan, summary, user('Start with the parser.'), ...work], 1)).toEqual({
    found: [],
    needsEarlier: true,
  })
  expect(referred([plan, summary, user('Do it.'), ...work, user('apply it')], 1).needsEarlier).toBe(true)
  expect(referred([plan, summary, user('Do it.'), ...work, user('Write a parser for TOML.')], 1).needsEarlier).toBe(
    false,
  )
})

test('what a model only thought or called is no answer, nor is a note of a runtime', () => {
  const thought: Message = { role: 'assistant', parts: [{ type: 'thinking', text: 'A plan.' }] }
  const said = [user('What is the plan?'), plan, thought, ...work, user('<system-reminder>x</system-reminder>')]
  expect(referred([...said, user('Do it.')]).found).toEqual(['1. Move it.\n2. Test it.'])
})
