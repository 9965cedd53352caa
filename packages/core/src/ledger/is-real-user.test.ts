import { expect, test } from 'vitest'
import { entryId } from '../log/entry.ts'
import { assistant, result, user } from '../testing/build.ts'
import { activeTask } from './active-task.ts'
import { isRealUser } from './is-real-user.ts'
import { spokenText } from './spoken-text.ts'

test.each([
  '',
  '  \n',
  '<system-reminder>\nRemember.\n</system-reminder>',
  '[Request interrupted by user for tool use]',
  '<local-command-stdout>done</local-command-stdout>',
  '<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>',
  'This session is being continued from a previous conversation that ran out of context. Summary: …',
  '[CONTEXT COMPACTION — REFERENCE ONLY] …',
  '<task-notification>\n<task-id>1</task-id>\n</task-notification>',
])('nobody speaks in %j', (text) => {
  expect(isRealUser(user(text))).toBe(false)
})

test('what a runtime adds to a request is no part of it', () => {
  expect(
    spokenText(user('<current_datetime>now</current_datetime>\n\nfix it\n\n<system_reminder>x</system_reminder>')),
  ).toBe('fix it')
})

test('what is typed after a slash command is said', () => {
  expect(spokenText(user('<command-name>/plan</command-name>\n<command-args>the parser</command-args>'))).toBe(
    'the parser',
  )
})

test('a tag that the user talks about stays', () => {
  expect(spokenText(user('why does <system-reminder> appear?'))).toBe('why does <system-reminder> appear?')
})

test('a picture alone is shown by a person', () => {
  expect(isRealUser({ role: 'user', parts: [{ type: 'image', source: { kind: 'url', url: 'a' } }] })).toBe(true)
})

test('results and answers are nobody speaking', () => {
  expect([result('x', 'never'), assistant('always')].some(isRealUser)).toBe(false)
})

const shown = (...said: readonly string[]) => said.map((text, i) => ({ id: entryId(`${i}`), message: user(text) }))

test('the active task is the latest request, word for word', () => {
  expect(activeTask(shown('first', 'fix  the\nbuild', '<system-reminder>x</system-reminder>'))).toBe('fix  the\nbuild')
})

test('a word to go on keeps the request that it refers to', () => {
  expect(activeTask(shown('fix the build', 'continue', '続けて'))).toBe('fix the build\n\n続けて')
})

test('text that an engine made is no task', () => {
  const [first] = shown('real')
  const made = { id: entryId('s'), message: user('made'), standsFor: [entryId('x')] }
  expect(activeTask([...(first === undefined ? [] : [first]), made])).toBe('real')
  expect(activeTask([made])).toBeUndefined()
})
