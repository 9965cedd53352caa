import { expect, test } from 'vitest'
import { user } from '../../testing/build.ts'
import { readSigns } from './read-signs.ts'

const signs = (text: string) => readSigns(user(text), text)

test.each(['What is it?', 'なぜですか？', 'لماذا؟', '"Really?" ', '(why?)\n'])('%j is a question', (text) => {
  expect(signs(text).isQuestion).toBe(true)
})

test.each(['', '?? no', 'Why? Because.', 'a?b'])('%j is none', (text) => {
  expect(signs(text).isQuestion).toBe(false)
})

test.each([
  ['Ada: hello', ['ada']],
  ['[session 1, 1:56 pm on 8 May]\nAda Lovelace: hello', ['ada', 'lovelace']],
  ['Ann [3f2a]: hello', ['ann', '3f2a']],
  ['王: 你好', []],
  ['李明：你好', ['李明']],
  ['and then: hello', []],
  ['https://example.org', []],
  ['[unclosed Ada: hello', []],
  ['This sentence is far too long to be the name of anybody: hello', []],
])('%j is said by %j', (text, speaker) => {
  expect(signs(text).speaker).toEqual(speaker)
})

test('a participant who has a name is its speaker', () => {
  const residue = { format: 'openai-chat', fields: { extra: { name: 'Ada' } } } as const
  expect(readSigns({ ...user('hello'), residue }, 'hello').speaker).toEqual(['ada'])
})
