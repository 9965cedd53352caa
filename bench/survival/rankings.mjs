/** Rankings that recall is measured beside: plain BM25, and what recall did before it knew neighbours. */
import { cluesOf, indexTerms, parseQuery } from '@palimpsest/core/store'

/** By BM25 with its usual constants, over lower-case words. */
export function createBm25(texts) {
  const words = texts.map((text) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
  const counts = words.map(countEach)
  const average = words.reduce((sum, { length }) => sum + length, 0) / texts.length
  return (query) => {
    const wanted = new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])
    const weighed = [...wanted].map((word) => ({
      word,
      weight: rarity(counts.filter((had) => had.has(word)).length, texts.length),
    }))
    return bestFirst(
      texts.map((_, i) => {
        const dampening = 1.2 * (0.25 + (0.75 * words[i].length) / average)
        return weighed.reduce((sum, { word, weight }) => {
          const times = counts[i].get(word) ?? 0
          return sum + (weight * times * 2.2) / (times + dampening)
        }, 0)
      }),
    )
  }
}

/** What all stores did before: all words first, then the weight of the words that a message has itself, less in long ones. */
export function createFormer(texts) {
  const terms = texts.map((text) => countEach(indexTerms(text)))
  return (query) => {
    const { terms: all } = parseQuery(query)
    const clues = cluesOf(query)
      .map(({ anyOf }) => terms.map((had) => anyOf.some((list) => list.every((term) => had.has(term)))))
      .map((has) => ({ has, weight: rarity(has.filter(Boolean).length, texts.length) }))
    const worth = clues.reduce((sum, { weight }) => sum + weight, 0)
    const shares = texts.map((_, i) => clues.reduce((sum, { has, weight }) => sum + (has[i] ? weight : 0), 0) / worth)
    const found = [...shares.keys()].filter((i) => shares[i] >= 0.2)
    const average = found.reduce((sum, i) => sum + terms[i].size, 0) / found.length
    const isWhole = (had) => all.every((term) => had.has(term))
    const loose = (i) => (shares[i] >= 0.2 ? shares[i] / (1 + 1.2 * (0.25 + (0.75 * terms[i].size) / average)) : 0)
    return bestFirst(terms.map((had, i) => (isWhole(had) ? 1 + 1 / Math.log(10 + had.size) : loose(i))))
  }
}

function countEach(words) {
  const counts = new Map()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}

function rarity(having, all) {
  return having === 0 ? 0 : Math.log(1 + (all - having + 0.5) / (having + 0.5))
}

function bestFirst(scores) {
  return [...scores.keys()].filter((i) => scores[i] > 0).sort((a, b) => scores[b] - scores[a] || b - a)
}
