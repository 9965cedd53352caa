import { assistant, call, result, system, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { echo } from './echo.ts'
import { fitOutput } from './fit-output.ts'
import type { ModelRequest, Said } from './model.ts'
import { readScript } from './read-script.ts'
import { replayed } from './replayed.ts'
import { scripted } from './scripted.ts'

const asked = (...messages: ModelRequest['messages'][number][]): ModelRequest => ({
  api: 'anthropic',
  model: 'any',
  messages,
  tools: [],
})

test('the echo says what was said last, and never nothing', () => {
  expect(echo(asked(user('one'), assistant('two'), user('three')))).toEqual([{ type: 'text', text: 'three' }])
  expect(echo(asked(user('one'), assistant(call('look')), result('look', 'seen')))).toMatchObject([{ text: 'seen' }])
  expect(echo(asked(system('be brief')))).toMatchObject([{ text: 'I have nothing to repeat.' }])
})

test('a script is said line by line, then ends', () => {
  const model = scripted([
    'one',
    { text: 'two', calls: [{ name: 'look' }] },
    ({ messages }) => `${messages.length} heard`,
  ])
  const replies = Array.from({ length: 4 }, () => model(asked(user('a'), user('b'))))
  expect(replies).toEqual([
    [{ type: 'text', text: 'one' }],
    [
      { type: 'text', text: 'two' },
      { type: 'tool-call', callId: 'toolu_000002_0', name: 'look', arguments: '{}' },
    ],
    [{ type: 'text', text: '2 heard' }],
    undefined,
  ])
})

test('a replay says what the assistant said, with ids that every provider takes', () => {
  const model = replayed([
    user('go'),
    assistant('one', call('look', { a: 1 }, 'id:1/x')),
    result('id:1/x', ''),
    assistant('two'),
  ])
  expect(model(asked())).toEqual([
    { type: 'text', text: 'one' },
    { type: 'tool-call', callId: 'id_1_x', name: 'look', arguments: '{"a":1}' },
  ])
  expect(model(asked())).toEqual([{ type: 'text', text: 'two' }])
  expect(model(asked())).toBeUndefined()
})

test('a script that cannot be read says where it is wrong', () => {
  expect(readScript(['a', { thinking: 'b', calls: [{ name: 'c', input: [1], id: 'd' }] }])).toHaveLength(2)
  expect(() => readScript({})).toThrow('script: expected a list of replies')
  expect(() => readScript([{}])).toThrow('script[0]: expected something to say')
  expect(() => readScript([{ said: 'a' }])).toThrow('script[0].said')
  expect(() => readScript([{ calls: [{ input: 1 }] }])).toThrow('script[0].calls[0].name: expected a text')
})

test('a reply never exceeds its limit, and what fits is not touched', () => {
  const counter = createCounter()
  const piece = fc.oneof(
    fc.string({ minLength: 1, unit: 'grapheme' }).map((text) => ({ type: 'text', text }) as const),
    fc.string({ minLength: 1 }).map((text) => ({ type: 'thinking', text }) as const),
    fc.string().map((text) => call('look', { text })),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 4 }), fc.nat(60), (said: Said, limit) => {
      const whole = said.reduce((total, each) => total + counter.part(each), 0)
      const { said: kept, tokens, isCut } = fitOutput(said, limit, counter)
      expect(isCut).toBe(whole > limit)
      expect(tokens).toBe(Math.min(whole, limit))
      if (!isCut) expect(kept).toEqual(said)
      expect(kept.reduce((total, each) => total + counter.part(each), 0)).toBeLessThanOrEqual(limit)
    }),
  )
})
