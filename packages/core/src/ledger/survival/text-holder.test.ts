import fc from 'fast-check'
import { expect, test } from 'vitest'
import { indexText, textHolder } from './text-holder.ts'

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

test('finds a fact wherever it begins', () => {
  fc.assert(
    fc.property(texts, texts, (text, fact) => {
      const every = Array.from({ length: text.length + 1 }, (_, at) => at)
      expect(indexText(text).placesOf(fact)).toEqual(every.filter((at) => text.startsWith(fact, at)))
    }),
  )
})
