import fc from 'fast-check'
import { expect, test } from 'vitest'
import { singleSpaced } from './single-spaced.ts'

const spaced = fc.string({ unit: fc.constantFrom('a', ' ', '  ', '\n', '\t', '\r\n', '\u00a0', '\u3000', '。') })

test('every run of white space becomes one space, whatever it was made of', () => {
  fc.assert(
    fc.property(spaced, (text) => {
      expect(singleSpaced(text)).toBe(text.split(/\s+/).join(' '))
    }),
  )
})
