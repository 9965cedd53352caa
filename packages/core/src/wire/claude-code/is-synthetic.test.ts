import { expect, test } from 'vitest'
import { assistant } from '../../testing/build.ts'
import { isSynthetic } from './is-synthetic.ts'
import { readSession } from './read-session.ts'
import { reply, session, text } from './session.arbitrary.ts'
import { lineMessage } from './session-line.ts'

test('only what Claude Code wrote itself is synthetic', () => {
  const { messages } = readSession(session)
  const own = messages.filter(isSynthetic)
  expect(own.map(({ parts }) => parts)).toEqual([[expect.objectContaining({ text: 'API Error: 529 overloaded' })]])
  expect(messages.filter(({ role }) => role === 'assistant').length).toBeGreaterThan(1)
  expect(isSynthetic(assistant('API Error: 529 overloaded'))).toBe(false)
})

test('a reply whose author the file does not name is a reply', () => {
  const line = reply('a', null, 'msg_1', text('Hello.'))
  const { model: _, ...unnamed } = lineMessage(line)
  const { messages } = readSession([{ ...line, message: unnamed }])
  expect(messages.map((message) => [message.role, isSynthetic(message)])).toEqual([['assistant', false]])
})
