import { expect, test } from 'vitest'
import { append, grow, override } from './grow.ts'

test('appending continues texts and lists and replaces the rest', () => {
  const whole = { text: 'a', list: [1], count: 1, other: 'x' }
  expect(append(whole, { text: 'b', list: [2], count: 2 })).toEqual({ text: 'ab', list: [1, 2], count: 2, other: 'x' })
})

test.each([append, override])('neither null nor an empty text erases, but both fill what is absent: %o', (put) => {
  expect(put({ a: 'x', b: [1] }, { a: null, b: null, c: null })).toEqual({ a: 'x', b: [1], c: null })
  expect(put({ a: 'x', b: null }, { a: '', b: '' })).toEqual({ a: 'x', b: '' })
})

test('nesting grows an object inside, and only where it is asked for', () => {
  const nest = (key: string) => (key === 'inner' ? 'nest' : 'append')
  const whole = { inner: { text: 'a', kept: 1 }, outer: { text: 'a' } }
  const piece = { inner: { text: 'b' }, outer: { text: 'b' } }
  expect(grow(whole, piece, nest)).toEqual({ inner: { text: 'ab', kept: 1 }, outer: { text: 'b' } })
})

test('a field named like a member of every object is a field like any other', () => {
  expect(Object.entries(append({}, { constructor: null, toString: 'x' }))).toEqual([
    ['constructor', null],
    ['toString', 'x'],
  ])
})
