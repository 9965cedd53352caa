import { assistant, call, result, user } from '../../build.ts'
import { demand, demandEqual } from '../fixtures/demand.ts'
import type { OpenStore, StoreCase } from '../fixtures/store-case.ts'
import { say, startTalk, summariseSession, type TestTalk, talkIn, tell } from '../fixtures/test-talk.ts'

const corpus: readonly string[] = [
  '我们把数据库迁移到新的服务器上',
  '新しいサーバーに移行しました',
  '데이터를 새 서버로 옮겼습니다',
  'the function snake_case_name returns nothing',
  'it failed with ERR-42 again',
  'deployed 🚀 to production',
  'the Quick brown fox jumps over the lazy dog',
  'open packages/core/src/store/session.ts at line 12',
  'const total = getUserName(id)',
  'naïve Übergröße, straße',
  '甲乙 与 乙丙',
]

const found: readonly (readonly [string, number])[] = [
  ['数据库迁移', 0],
  ['服务', 0],
  ['库', 0],
  ['サーバー', 1],
  ['移行', 1],
  ['데이터', 2],
  ['snake_case_name', 3],
  ['case_name', 3],
  ['snake', 3],
  ['ERR-42', 4],
  ['err-42', 4],
  ['🚀', 5],
  ['"quick brown fox"', 6],
  ['dog FOX', 6],
  ['packages/core/src/store/session.ts', 7],
  ['src/store', 7],
  ['session.ts', 7],
  ['getUserName', 8],
  ['username', 8],
  ['übergröße', 9],
]

const missed: readonly string[] = [
  '数迁',
  '务新',
  '甲乙丙',
  '"brown quick"',
  '"fox" elephant',
  'ERR-43',
  'snake_name',
  '🛸',
  'store/core',
  'ail',
  '',
  '   ',
]

const signs: readonly string[] = [
  '"',
  '*',
  '(',
  'a AND',
  'NEAR(',
  "it's; DROP TABLE",
  '%',
  '\u0000',
  'col:x',
  '^a',
  '\ud83d',
  'a | b & !c',
  '\\',
]

/** One query language, regardless of the engine below. */
export const searchCases: readonly StoreCase[] = [
  {
    name: 'search finds words of any script, names and parts of them, codes, emoji, phrases and paths',
    async run(open) {
      const talk = await filled(open)
      for (const [query, index] of found) {
        const { hits, capped, searched } = await talk.store.search({ text: query })
        demandEqual(
          hits.map((hit) => hit.index),
          [index],
          `the indexes of the hits of ${query}`,
        )
        demandEqual([capped, searched], [false, corpus.length], `capped and searched of ${query}`)
      }
    },
  },
  {
    name: 'search finds nothing where a word, its place or its neighbour is wrong',
    async run(open) {
      const talk = await filled(open)
      for (const query of missed) {
        demandEqual((await talk.store.search({ text: query })).hits, [], `the hits of ${JSON.stringify(query)}`)
      }
    },
  },
  {
    name: 'search takes signs as text, not as syntax',
    async run(open) {
      const talk = await filled(open)
      for (const query of signs) {
        await talk.store.search({ text: query })
        const { hits } = await talk.store.search({ text: 'snake' })
        demandEqual(hits.length, 1, `the hits of a search after ${JSON.stringify(query)}`)
      }
    },
  },
  {
    name: 'a hit tells where its message is and shows of it what matched',
    async run(open) {
      const talk = await filled(open)
      const [hit] = (await talk.store.search({ text: 'ERR-42' })).hits
      const [message] = await talk.store.originals(talk.conversation, { from: 4, limit: 1 })
      const { id, conversation, session, index, at } = message ?? {}
      demandEqual(
        { ...hit, score: 0 },
        { id, conversation, session, index, at, role: 'user', score: 0, snippet: corpus[4] },
        'the hit',
      )
    },
  },
  {
    name: 'a hit appears once, however many compactions passed and views show it',
    async run(open) {
      const talk = await startTalk(open)
      const ids = await say(talk, talk.root, 'the needle', 'hay')
      let session = talk.root
      for (let i = 0; i < 4; i++) {
        session = (await summariseSession(talk, session, { keep: ids.slice(0, 1), text: 'a needle was named' })).id
      }
      const { hits, searched } = await talk.store.search({ text: 'needle' })
      demandEqual(
        hits.map(({ id }) => id),
        ids.slice(0, 1),
        'the hits',
      )
      demandEqual(searched, 2, 'how many messages were searched')
    },
  },
  {
    name: 'what was said in an undone continuation is found, once',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      const ids = await say(talk, next.id, 'the needle')
      await talk.store.undo(next.id, talk.mint.now())
      demandEqual(
        (await talk.store.search({ text: 'needle' })).hits.map(({ id }) => id),
        ids,
        'the hits',
      )
    },
  },
  {
    name: 'search can stay within one conversation and says how much it searched',
    async run(open) {
      const talk = await startTalk(open)
      const other = await talkIn(talk.store, talk.mint)
      await say(talk, talk.root, 'needle here', 'hay')
      const ids = await say(other, other.root, 'needle there')
      const all = await talk.store.search({ text: 'needle' })
      demandEqual([all.hits.length, all.searched], [2, 3], 'hits and searched over all')
      const one = await talk.store.search({ text: 'needle', conversation: other.conversation })
      demandEqual([one.hits.map(({ id }) => id), one.searched], [ids, 1], 'hits and searched within one')
    },
  },
  {
    name: 'search gives the best first, no more than asked for, and says so',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, ...Array.from({ length: 30 }, (_, i) => `needle number ${i}`))
      const few = await talk.store.search({ text: 'needle', limit: 5 })
      demandEqual([few.hits.length, few.capped], [5, true], 'hits and capped')
      const { hits, capped } = await talk.store.search({ text: 'needle' })
      demandEqual([hits.length, capped], [20, true], 'hits and capped by default')
      const scores = hits.map(({ score }) => score)
      demandEqual(
        scores,
        scores.toSorted((a, b) => b - a),
        'the scores',
      )
      const all = await talk.store.search({ text: 'needle', limit: 30 })
      demandEqual([new Set(all.hits.map(({ id }) => id)).size, all.capped], [30, false], 'all hits and capped')
    },
  },
  {
    name: 'search looks into calls, results and thoughts, not into bytes or opaque blocks',
    async run(open) {
      const talk = await startTalk(open)
      await tell(
        talk,
        talk.root,
        assistant({ type: 'thinking', text: 'pondering' }, call('write_file', { to: 'x\ny' })),
      )
      await tell(talk, talk.root, result('write_file', 'written'))
      const data = 'c2VjcmV0'
      await tell(talk, talk.root, { role: 'user', parts: [{ type: 'image', source: { kind: 'data', data } }] })
      const opaque = { type: 'opaque', format: 'anthropic', value: { hidden: 'treasure' } } as const
      await tell(talk, talk.root, { role: 'user', parts: [opaque] })
      const hit = async (text: string) => (await talk.store.search({ text })).hits.map(({ index }) => index)
      demandEqual(await hit('pondering'), [0], 'a thought')
      demandEqual(await hit('write_file'), [0], 'the name of a tool')
      demandEqual(await hit('y'), [0], 'an argument')
      demandEqual(await hit('written'), [1], 'a result')
      demandEqual([await hit(data), await hit('treasure')], [[], []], 'bytes and opaque blocks')
    },
  },
  {
    name: 'a snippet shows the match in a long text',
    async run(open) {
      const talk = await startTalk(open)
      await tell(talk, talk.root, user(`${'hay '.repeat(3000)}needle_in_it ${'hay '.repeat(3000)}\u0000 end`))
      const [hit] = (await talk.store.search({ text: 'needle_in_it end' })).hits
      demand(hit?.snippet.includes('needle_in_it') === true, `the snippet does not show the match: ${hit?.snippet}`)
      demand((hit?.snippet.length ?? 0) < 1000, 'the snippet is as long as the text')
    },
  },
]

async function filled(open: OpenStore): Promise<TestTalk> {
  const talk = await startTalk(open)
  await say(talk, talk.root, ...corpus)
  return talk
}
