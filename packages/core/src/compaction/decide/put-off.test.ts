import { expect, test } from 'vitest'
import { assistant, call, result, user } from '../../testing/build.ts'
import { putOffTokens } from './put-off.ts'

const thought = { type: 'thinking', text: 'hm', signature: 'seal' } as const
const window = { contextTokens: 100_000, maxTokens: 8_000 }
const loop = [user('go'), assistant(thought, call('ls')), result('ls', 'a')]

test('a loop that thought under seal is left alone up to 85 % of the window, and never beyond room for an answer', () => {
  expect(putOffTokens(loop, window)).toBe(85_000)
  expect(putOffTokens(loop, { ...window, maxTokens: 20_000 })).toBe(80_000)
})

test('a loop that has nothing to lose is not', () => {
  expect(putOffTokens([user('go'), assistant(call('ls')), result('ls', 'a')], window)).toBe(undefined)
  expect(putOffTokens([...loop, assistant('Done.'), user('thanks')], window)).toBe(undefined)
})
