import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textHolder } from './text-holder.ts'

const texts = fc.string({ unit: fc.constantFrom('a', 'b', '/', '.', 'é', '漢', '\n') })

test('holds exactly what the text includes', () => {
  fc.assert(
    fc.property(texts, texts, (text, fact) => {
      expect(textHolder(text)(fact)).toBe(text.includes(fact))
    }),
  )
})

test('holds every piece of the text', () => {
  fc.assert(
    fc.property(texts, fc.nat(), fc.nat(), (text, from, to) => {
      expect(textHolder(text)(text.slice(from % (text.length + 1), to % (text.length + 1)))).toBe(true)
    }),
  )
})
