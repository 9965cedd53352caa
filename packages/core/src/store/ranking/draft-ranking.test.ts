import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cluesOf } from '../clues.ts'
import { draftRanking } from './draft-ranking.ts'
import { byScore, heaviest } from './heaviest.ts'
import { rankExactly } from './rank-exactly.ts'
import { createSparseSums } from './sparse-sums.ts'
import { type FoundClue, weighClues } from './weigh-clues.ts'

const [wombat = { anyOf: [] }, when = { anyOf: [] }] = cluesOf('wombat when')

const found = (places: readonly number[], clue = wombat): FoundClue => ({
  clue,
  exact: places,
  formed: [],
  exactCount: places.length,
  anyCount: places.length,
})

/** Ranks in a conversation whose messages have so many words each. */
function ranked(clues: readonly FoundClue[], words: readonly number[], before = 0) {
  const sizes = new Map(words.map((size, i) => [before + i, size]))
  const range = before + words.length
  const sizesOf = (places: readonly number[]) => new Map([...sizes].filter(([place]) => places.includes(place)))
  const draft = draftRanking(weighClues(clues, 1_000), { range, sizesOf })
  const nearby = new Map([...sizes].map(([place, size]) => [place, { words: size }]))
  return rankExactly(draft, nearby, new Set()).map(({ place, isNamed }) => ({ place: place - before, isNamed }))
}

test('after the message that has a word come the three after it, then the two before it', () => {
  const order = ranked(
    [found([5])],
    Array.from({ length: 12 }, () => 10),
  )
  expect(order.map(({ place }) => place)).toEqual([5, 6, 7, 8, 4, 3])
  expect(order.map(({ isNamed }) => isNamed)).toEqual([true, false, false, false, false, false])
})

test('a long message counts for less, and lends next to nothing', () => {
  const words = [10, 10, 10, 10, 2_000, 10, 10, 10, 10, 10, 10]
  expect(ranked([found([4, 10])], words).map(({ place }) => place)).toEqual([10, 4, 9, 8])
})

test('a function word counts for less than another that is as rare', () => {
  const words = Array.from({ length: 20 }, () => 10)
  expect(ranked([found([15], when), found([3])], words)[0]?.place).toBe(3)
})

test('places far apart give the same order as places close together', () => {
  const words = Array.from({ length: 12 }, () => 10)
  const clues = (before: number) => [found([before + 5]), found([before + 6, before + 2], when)]
  expect(ranked(clues(2 ** 40), words, 2 ** 40)).toEqual(ranked(clues(0), words))
})

test('the heaviest are those that sorting all would give', () => {
  const weights = fc.array(fc.double({ min: 0.001, max: 20, noNaN: true }), { maxLength: 300 })
  fc.assert(
    fc.property(weights, fc.integer({ min: 1, max: 40 }), (values, most) => {
      const sums = createSparseSums(values.length)
      for (const [place, value] of values.entries()) sums.add(place, value)
      const all = values.map((score, place) => ({ place, score }))
      expect(heaviest(sums.each, most)).toEqual(all.toSorted(byScore).slice(0, most))
    }),
  )
})
