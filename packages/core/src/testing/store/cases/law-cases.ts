import { readDump } from '../../../store/dump-whole.ts'
import { demandEqual } from '../fixtures/demand.ts'
import { linesOf } from '../fixtures/dump-lines.ts'
import type { OpenStore, StoreCase } from '../fixtures/store-case.ts'
import { startTalk, textsOf } from '../fixtures/test-talk.ts'
import { startWalk, tipOf, type Walk, walkSteps } from '../fixtures/walk.ts'
import { createWalkRandom } from '../fixtures/walk-random.ts'

/** Enough for chains of several compactions with undos between, few enough for a database over a socket. */
const stepsPerWalk = 24

interface Law {
  readonly name: string
  check(walk: Walk): Promise<void>
}

const laws: readonly Law[] = [
  {
    name: 'every session shows exactly what it was given, in order',
    async check({ talk, lists, texts }) {
      for (const [session, ids] of lists) {
        const view = await talk.store.view(session)
        demandEqual(
          view.map(({ id }) => id),
          ids,
          `the view of ${session}`,
        )
        demandEqual(
          textsOf(view),
          ids.map((id) => texts.get(id)),
          `the texts of ${session}`,
        )
      }
    },
  },
  {
    name: 'everything ever said is an original, once, in order, with an index without gaps',
    async check({ talk, originals, texts }) {
      const kept = await talk.store.originals(talk.conversation)
      demandEqual(
        kept.map(({ id }) => id),
        originals,
        'the originals',
      )
      demandEqual(
        kept.map(({ index }) => index),
        [...originals.keys()],
        'their indexes',
      )
      demandEqual(
        textsOf(kept),
        originals.map((id) => texts.get(id)),
        'their texts',
      )
      demandEqual((await talk.store.conversation(talk.conversation))?.messages, originals.length, 'their count')
    },
  },
  {
    name: 'there is one live session, it is the tip, and all of the chain leads to it',
    async check(walk) {
      const { talk, chain, lists } = walk
      const tip = tipOf(walk)
      const sessions = await Promise.all([...lists.keys()].map((id) => talk.store.session(id)))
      const live = sessions.filter((session) => session?.endedAt === undefined)
      demandEqual(
        live.map((session) => session?.id),
        [tip],
        'the live sessions',
      )
      const conversation = await talk.store.conversation(talk.conversation)
      demandEqual([conversation?.tip, conversation?.sessions], [tip, chain.length], 'tip and number of sessions')
      for (const id of chain) {
        demandEqual(
          (await talk.store.lineage(id)).map((session) => session.id),
          chain,
          `the chain from ${id}`,
        )
        demandEqual((await talk.store.compressionTip(id)).id, tip, `the tip from ${id}`)
      }
    },
  },
  {
    name: 'verify finds nothing, and usage is counted once',
    async check({ talk, lists, output }) {
      demandEqual(await talk.store.verify(), [], 'what verify finds')
      for (const id of lists.keys()) {
        demandEqual((await talk.store.session(id))?.usage.output, output.get(id), `the usage of ${id}`)
      }
    },
  },
  {
    name: 'search finds every original with a word, once, and nothing else',
    async check({ talk, originals, texts }) {
      for (const word of ['word0', 'word3']) {
        const { hits, searched } = await talk.store.search({ text: word, limit: 1000 })
        const expected = originals.filter((id) => texts.get(id)?.includes(`${word} `))
        demandEqual(hits.map(({ id }) => id).toSorted(), expected.toSorted(), `the hits of ${word}`)
        demandEqual(searched, originals.length, 'how many were searched')
      }
    },
  },
  {
    name: 'a dump is a whole conversation to whoever reads it',
    async check({ talk, originals, lists }) {
      const dump = readDump(await linesOf(talk))
      demandEqual(Object.fromEntries(dump.lists), Object.fromEntries(lists), 'the lists')
      demandEqual(dump.messages.filter(({ index }) => index !== undefined).length, originals.length, 'the originals')
    },
  },
]

/** Laws that hold whatever happens, in any order: checked after every step of a random walk. */
export const lawCases: readonly StoreCase[] = laws.flatMap(({ name, check }, i) =>
  [1, 2, 3].map((n) => ({
    name: `law: ${name} (walk ${n})`,
    run: (open: OpenStore) => walkAlong(open, i * 10 + n, check),
  })),
)

async function walkAlong(open: OpenStore, seed: number, check: Law['check']): Promise<void> {
  const random = createWalkRandom(seed)
  const walk = startWalk(await startTalk(open), random)
  for (let i = 0; i < stepsPerWalk; i++) {
    const step = random.pick(walkSteps)
    await step(walk)
    try {
      await check(walk)
    } catch (error) {
      throw new Error(`after step ${i + 1} (${step.name}) of the walk with seed ${seed}`, { cause: error })
    }
  }
}
