import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packPostgresId, unpackPostgresId } from './pack-id.ts'

test('any id comes back as it was', () => {
  const id = fc.oneof(
    fc.uuid(),
    fc.string({ minLength: 1, unit: 'grapheme' }),
    fc.string({ minLength: 13, maxLength: 17 }),
  )
  fc.assert(
    fc.property(id, (text) => {
      fc.pre(!text.includes('\u0000') && text.isWellFormed())
      expect(unpackPostgresId(packPostgresId(text))).toBe(text)
    }),
  )
})

test('a UUID takes 16 bytes, and no other id does', () => {
  expect(packPostgresId('01990000-0000-7000-8000-000000000000')).toHaveLength(16)
  for (let length = 10; length < 20; length++) expect(packPostgresId('x'.repeat(length))).not.toHaveLength(16)
  expect(unpackPostgresId(packPostgresId('01990000-0000-7000-8000-00000000000A'))).toBe(
    '01990000-0000-7000-8000-00000000000A',
  )
})
