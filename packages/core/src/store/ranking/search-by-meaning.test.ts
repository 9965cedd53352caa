import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { user } from '../../testing/build.ts'
import { conversationId, sessionId } from '../session.ts'
import type { SearchHit, SearchResult, StoredMessage } from '../store.ts'
import { type SemanticScorer, searchByMeaning } from './search-by-meaning.ts'

const texts = ['the red boat', 'a boat', 'a ship in the harbour', 'boats and cars']

/** A store whose search gives all texts in order. */
const store = {
  search: async ({ limit = 20 }): Promise<SearchResult> => ({
    hits: texts.slice(0, limit).map((_, index): SearchHit => hit(index)),
    searched: texts.length,
    capped: texts.length > limit,
  }),
  message: async (id: string) => stored(Number(id)),
}

const place = { conversation: conversationId('c'), session: sessionId('s'), at: 1 }

function hit(index: number): SearchHit {
  return { id: entryId(String(index)), ...place, role: 'user', index, score: 1 / (index + 1), snippet: '' }
}

function stored(index: number): StoredMessage {
  return { id: entryId(String(index)), ...place, index, message: user(texts[index] ?? '') }
}

/** Thinks that only ships are meant. */
const toyScorer: SemanticScorer = {
  scores: async (_, judged) => judged.map((text) => (text.includes('ship') ? 1 : 0)),
}

const order = async (text: string, options = {}) =>
  (await searchByMeaning(store, { text }, toyScorer, options)).hits.map(({ index }) => index)

test('what is meant comes before what only has some of the words, and after what has all of them', async () => {
  expect(await order('red boat', { weight: 0.5 })).toEqual([0, 2, 1, 3])
})

test('a meaning without weight changes nothing', async () => {
  expect(await order('sailing vessel', { weight: 0 })).toEqual([0, 1, 2, 3])
})

test('more is judged than is asked for', async () => {
  const { hits, capped } = await searchByMeaning(store, { text: 'sailing vessel', limit: 1 }, toyScorer, { weight: 1 })
  expect([hits.map(({ index }) => index), capped]).toEqual([[2], true])
})
