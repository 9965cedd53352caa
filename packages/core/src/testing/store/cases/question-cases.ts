import { demand, demandEqual } from '../fixtures/demand.ts'
import { questionScores } from '../fixtures/question-scores.ts'
import type { OpenStore, StoreCase } from '../fixtures/store-case.ts'
import { say, startTalk, type TestTalk, talkIn } from '../fixtures/test-talk.ts'
import { createWalkRandom, type WalkRandom } from '../fixtures/walk-random.ts'

const talkedAbout: readonly string[] = [
  'Ada: I painted the harbour in June, and what a week it was',
  'Grace: what did you do then?',
  'Ada: we drove home along the coast',
  '我们上周在北京住的是亚太花园酒店，电话已经记下来了',
  'The harbour office opens when paintings are sold',
  'Grace: Which animals did you meet on your travels?',
  'Ada: Two wombats, near Perth.',
  'the tests of fix/parser-escapes fail with ERR-42 in src/store/session.ts',
  'the error is 42 and the store of sessions is in src',
  'Grace: my brother sailed around the world',
  'Ada: my brother sailed around the world',
]

/** What a question finds, whose words its answer lacks. */
export const questionCases: readonly StoreCase[] = [
  {
    name: 'a question finds the message that has the most telling of its words, after those that have all',
    async run(open) {
      const indexes = await finder(open)
      demandEqual((await indexes('When did Caroline paint the harbour?'))[0], 0, 'the first hit of a question')
      demandEqual((await indexes('你知道我们住的酒店的电话吗？'))[0], 3, 'the first hit of a question without spaces')
      demandEqual((await indexes('harbour office')).slice(0, 2), [4, 0], 'all words first, some after')
    },
  },
  {
    name: 'the answer to a question that was asked before is found by the words of that question',
    async run(open) {
      const indexes = await finder(open)
      demandEqual((await indexes('What animals has Caroline met travelling?'))[0], 6, 'the first hit')
    },
  },
  {
    name: 'of two who said the same, the one that the query names comes first',
    async run(open) {
      const indexes = await finder(open)
      demandEqual((await indexes("Where did Ada's brother sail to?"))[0], 10, 'the first hit about one')
      demandEqual((await indexes("Where did Grace's brother sail to?"))[0], 9, 'the first hit about the other')
    },
  },
  {
    name: 'exact identifiers, paths and phrases find what has them before what has their parts',
    async run(open) {
      const indexes = await finder(open)
      for (const query of ['why did ERR-42 happen', 'who wrote src/store/session.ts', 'branch fix/parser-escapes'])
        demandEqual((await indexes(query))[0], 7, `the first hit of ${query}`)
      demandEqual(await indexes('"around the world" Ada'), [10], 'the hits of a phrase')
      demandEqual(await indexes('ERR-42'), [7], 'the hits of a code')
    },
  },
  {
    name: 'scores of a question fall, and stay below those of what has all words',
    async run(open) {
      const talk = await filled(open)
      const { hits } = await talk.store.search({ text: 'harbour office' })
      const scores = hits.map(({ score }) => score)
      demandEqual(
        scores,
        scores.toSorted((a, b) => b - a),
        'the scores',
      )
      demand((scores[0] ?? 0) > (scores[1] ?? 0), 'scores do not fall')
    },
  },
  {
    name: 'a message is helped by neighbours of its own conversation only',
    async run(open) {
      const talk = await startTalk(open)
      const other = await talkIn(talk.store, talk.mint)
      await say(talk, talk.root, 'nothing of note', 'Which animals did you meet?')
      await say(other, other.root, 'Two, I think.', 'nothing at all')
      const { hits } = await talk.store.search({ text: 'What animals has Caroline met?' })
      demandEqual([...new Set(hits.map(({ conversation }) => conversation))], [talk.conversation], 'where the hits are')
    },
  },
  {
    name: 'questions are ranked by their rarest words, those of neighbours included',
    async run(open) {
      const random = createWalkRandom(7)
      const first = await startTalk(open)
      for (let round = 0; round < 4; round++) {
        const talk = await talkIn(first.store, first.mint)
        const texts = Array.from({ length: 40 }, () => randomText(random))
        await say(talk, talk.root, ...texts)
        for (let n = 0; n < 5; n++) await demandRanked(talk, texts, `${randomText(random)} unheard`)
      }
    },
  },
]

async function filled(open: OpenStore): Promise<TestTalk> {
  const talk = await startTalk(open)
  await say(talk, talk.root, ...talkedAbout)
  return talk
}

async function finder(open: OpenStore) {
  const { store, conversation } = await filled(open)
  return async (text: string) => (await store.search({ text, conversation })).hits.map(({ index }) => index)
}

/** Sums are added up in different orders, so what differs by less is equal. */
const tiny = 1e-9

async function demandRanked({ store, conversation }: TestTalk, texts: readonly string[], query: string) {
  const { scores, least } = questionScores(texts, query)
  const { hits } = await store.search({ text: query, conversation, limit: 20 })
  const wanted = scores.toSorted((a, b) => b - a).filter((score) => score >= least - tiny)
  const found = hits.map(({ index }) => scores[index] ?? 0)
  const isEqual = (score: number, rank: number) => Math.abs(score - (wanted[rank] ?? 0)) < tiny
  demand(found.every(isEqual), `${query} gives ${found.join(', ')} in place of ${wanted.slice(0, 20).join(', ')}`)
  demand(hits.length >= Math.min(20, wanted.filter((score) => score > least + tiny).length), `${query} finds too few`)
}

const vocabulary = 'the of when boat boats sailed sailing kiwi ERR-42 fix_it harbour painted paint 花园 green'.split(
  ' ',
)

/** The first words are the most frequent. */
function randomText(random: WalkRandom): string {
  const word = () => vocabulary[Math.min(random.below(vocabulary.length), random.below(vocabulary.length))]
  const words = Array.from({ length: 1 + random.below(6) }, word).join(' ')
  return `${random.pick(['', '', '', 'Ada: ', 'Kiwi: '])}${words}${random.pick(['', '', '', '.', '?'])}`
}
