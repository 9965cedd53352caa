import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createBoundedFacts } from './bounded-facts.ts'

interface Fact {
  readonly name: string
  readonly worth: number
}

const bytesOfOne = 40

function filled(worths: readonly number[], most: number) {
  const facts = worths.map((worth, i): Fact => ({ name: `fact ${String(i).padStart(3, '0')}`, worth }))
  const bounded = createBoundedFacts({
    facts,
    key: ({ name }) => name,
    mostBytes: most * bytesOfOne,
    dropped: 0,
    importance: ({ worth }) => worth,
  })
  bounded.trim(0)
  return { facts, shelf: bounded }
}

test('the least important go, of equals the oldest, and the rest keeps its order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 60 }), fc.nat(60), (worths, most) => {
      const { facts, shelf: bounded } = filled(worths, most)
      const dropped = facts.length - bounded.values().length
      const gone = new Set(facts.toSorted((a, b) => a.worth - b.worth).slice(0, dropped))
      expect(bounded.values()).toEqual(facts.filter((fact) => !gone.has(fact)))
      expect(bounded.dropped()).toBe(dropped)
    }),
  )
})

test('nothing goes before it is full, and then some more than must', () => {
  expect(filled([3, 1, 2], 3).shelf.values()).toHaveLength(3)
  expect(filled(Array(40).fill(1), 20).shelf.values().length).toBeLessThan(20)
})

test('a worth that is no number ends the trimming, not the program', () => {
  expect(filled(Array(9).fill(Number.NaN), 2).shelf.values()).toHaveLength(9)
})

test('only what is missed counts as let go, and no more goes than is asked for', () => {
  const facts = Array.from({ length: 20 }, (_, i): Fact => ({ name: `fact ${String(i).padStart(3, '0')}`, worth: i }))
  const bounded = createBoundedFacts({
    facts,
    key: ({ name }) => name,
    mostBytes: 15 * bytesOfOne,
    dropped: 0,
    importance: ({ worth }) => worth,
    isMissed: ({ worth }) => worth >= 2,
    keptShare: 1,
  })
  bounded.trim(0)
  const gone = facts.length - bounded.values().length
  expect(gone).toBeGreaterThan(3)
  expect(bounded.dropped()).toBe(gone - 2)
  const [next] = facts.slice(gone - 1)
  bounded.put('one more', { name: next?.name ?? '', worth: 0 })
  bounded.trim(0)
  expect(bounded.values()).toEqual(facts.slice(gone))
})
