import { callId } from '@palimpsest/core/message'
import { expect, test } from 'vitest'
import type { Said } from './model.ts'
import { type Stopped, stopAt } from './stop-at.ts'

const text = (said: string) => ({ type: 'text', text: said }) as const
const call = { type: 'tool-call', callId: callId('c1'), name: 'look', arguments: '{"for":"END"}' } as const
const thought = { type: 'thinking', text: 'END' } as const

test.each<[string, Said, readonly string[], Stopped]>([
  ['nothing to stop at', [text('one END')], [], { said: [text('one END')] }],
  ['nothing that stops it', [text('one')], ['END'], { said: [text('one')] }],
  ['the first of two', [text('one END two STOP')], ['STOP', 'END'], { said: [text('one ')], at: 'END' }],
  ['the one that is complete first', [text('abcd')], ['abcd', 'bc'], { said: [text('a')], at: 'bc' }],
  ['a later text', [text('one'), text('two END'), call], ['END'], { said: [text('one'), text('two ')], at: 'END' }],
  ['the very beginning', [thought, text('END')], ['END'], { said: [thought], at: 'END' }],
  ['thoughts and calls', [thought, call], ['END'], { said: [thought, call] }],
])('a reply is cut at a stop: %s', (_, said, stops, stopped) => {
  expect(stopAt(said, stops)).toEqual(stopped)
})
