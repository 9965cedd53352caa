import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assistant, call, result, user } from '../testing/build.ts'
import { fingerprint } from './fingerprint.ts'

test('a copy has the print of what it copies, breakpoints or not', () => {
  const message = result('ls', 'a b')
  expect(fingerprint(structuredClone(message))).toBe(fingerprint(message))
  expect(fingerprint({ ...message, breakpoint: {} })).toBe(fingerprint(message))
})

test('one other character makes another print', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 2_000 }), fc.nat(), (text, seed) => {
      const at = seed % text.length
      const other = `${text.slice(0, at)}${text[at] === 'x' ? 'y' : 'x'}${text.slice(at + 1)}`
      expect(fingerprint(user(other))).not.toBe(fingerprint(user(text)))
    }),
  )
})

test('what is said by one part is not what is said by two', () => {
  const prints = [assistant('ab', call('ls')), assistant('a', 'b', call('ls')), assistant('ab', call('sl'))].map(
    fingerprint,
  )
  expect(new Set(prints).size).toBe(3)
})
