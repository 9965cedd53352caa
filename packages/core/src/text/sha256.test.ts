import { createHash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sha256 } from './sha256.ts'

function reference(text: string): string {
  const bytes = Buffer.alloc(text.length * 2)
  for (let i = 0; i < text.length; i++) bytes.writeUInt16BE(text.charCodeAt(i), 2 * i)
  return createHash('sha256').update(bytes).digest('hex')
}

test('is the hash that everyone computes, for texts of every length', () => {
  for (let length = 0; length < 140; length++) expect(sha256('é'.repeat(length))).toBe(reference('é'.repeat(length)))
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 500 }), (text) => {
      expect(sha256(text)).toBe(reference(text))
    }),
  )
  const long = 'the whole of a long summary — with every word in it\n'.repeat(5_000)
  expect(sha256(long)).toBe(reference(long))
})
