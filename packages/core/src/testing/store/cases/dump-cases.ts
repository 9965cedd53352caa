import { assistant } from '../../build.ts'
import { demandEqual, demandFailure } from '../fixtures/demand.ts'
import { linesOf, stream } from '../fixtures/dump-lines.ts'
import { dumped } from '../fixtures/dumped.ts'
import type { OpenStore, StoreCase } from '../fixtures/store-case.ts'
import {
  createMint,
  originalTexts,
  say,
  startTalk,
  summariseSession,
  type TestTalk,
  tell,
  textsOf,
  viewTexts,
} from '../fixtures/test-talk.ts'
import { branch } from './child-cases.ts'

/** A conversation leaves as lines and comes back as it was. */
export const dumpCases: readonly StoreCase[] = [
  {
    name: 'a dump begins with a header that says what it is',
    async run(open) {
      const talk = await busy(open)
      const [header] = await linesOf(talk)
      const conversation = await talk.store.conversation(talk.conversation)
      const counts = { receipts: 2, ledgers: 1, states: 0 }
      demandEqual(header, { format: 'palimpsest-conversation', version: 1, conversation, counts }, 'the header')
    },
  },
  {
    name: 'a dump loads into another store as an equal conversation',
    async run(open) {
      const talk = await busy(open)
      const lines = await linesOf(talk)
      const other = { ...talk, store: await open() }
      const loaded = await other.store.load(stream(lines))
      demandEqual(loaded, await talk.store.conversation(talk.conversation), 'the conversation that load returns')
      demandEqual(await facts(other), await facts(talk), 'what the other store holds')
      demandEqual(await linesOf(other), lines, 'the dump of the loaded conversation')
      demandEqual(await other.store.verify(), [], 'what verify finds')
      demandEqual((await other.store.search({ text: 'three' })).hits.length, 1, 'the hits')
    },
  },
  {
    name: 'a loaded conversation goes on: append, compact and undo',
    async run(open) {
      const talk = await busy(open)
      const other = { ...talk, store: await open() }
      const { tip, messages } = await other.store.load(stream(await linesOf(talk)))
      await say(other, tip, 'more')
      const next = await summariseSession(other, tip)
      await say(other, next.id, 'and more')
      await other.store.undo(next.id, talk.mint.now())
      demandEqual((await viewTexts(other, tip)).slice(-2), ['more', 'and more'], 'the end of the view')
      demandEqual((await other.store.originals(talk.conversation)).at(-1)?.index, messages + 1, 'the last index')
      demandEqual(await other.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'loading what is there already returns it and changes nothing',
    async run(open) {
      const talk = await busy(open)
      const lines = await linesOf(talk)
      const loaded = await talk.store.load(stream(lines))
      demandEqual(loaded, await talk.store.conversation(talk.conversation), 'the conversation')
      demandEqual(await linesOf(talk), lines, 'the dump')
    },
  },
  {
    name: 'loading over a conversation that went on is refused',
    async run(open) {
      const talk = await busy(open)
      const lines = await linesOf(talk)
      const { tip } = (await talk.store.conversation(talk.conversation)) ?? { tip: talk.root }
      await say(talk, tip, 'later')
      await demandFailure(talk.store.load(stream(lines)), 'store/invalid', 'the load')
      demandEqual((await originalTexts(talk)).at(-1), 'later', 'the last original')
    },
  },
  {
    name: 'every store reads the same lines',
    async run(open) {
      const store = await open()
      const { id, tip } = await store.load(stream(dumped))
      demandEqual(textsOf(await store.view(tip)), ['what was said', 'and then'], 'the view of the tip')
      demandEqual(textsOf(await store.originals(id)), ['hello', 'and then'], 'the originals')
      demandEqual(
        (await store.receipts(id)).map(({ value }) => value),
        [{ saved: 1 }],
        'the receipts',
      )
      demandEqual(
        (await store.ledgers(id)).map(({ value }) => value),
        [['greet']],
        'the ledgers',
      )
      demandEqual(await store.state.all(id), { limit: { tokens: 5 } }, 'its state')
      demandEqual(await linesOf({ store, conversation: id }), dumped, 'the dump of what was loaded')
      demandEqual(await store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'a dump of an unknown conversation is a failure',
    async run(open) {
      const store = await open()
      const nothing = linesOf({ store, conversation: createMint().conversation() })
      await demandFailure(nothing, 'store/not-found', 'the dump')
    },
  },
  {
    name: 'a branch loads into a store that does not have its parent',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one', 'two')
      const child = await branch(talk, 'branch')
      await say(child, child.root, 'three')
      const other = { ...child, store: await open() }
      await other.store.load(stream(await linesOf(child)))
      demandEqual(await viewTexts(other, child.root), ['one', 'two', 'three'], 'the view')
      demandEqual(await originalTexts(other), ['three'], 'the originals')
      demandEqual(await other.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'a parent that is loaded after its branch finds it among its children, and is removed after it',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one', 'two')
      const child = await branch(talk, 'branch')
      const store = await open()
      await store.load(stream(await linesOf(child)))
      await store.load(stream(await linesOf(talk)))
      demandEqual(
        (await store.children(talk.root)).map(({ id }) => id),
        [child.root],
        'the children of the parent',
      )
      demandEqual(await linesOf({ ...talk, store }), await linesOf(talk), 'the dump of the parent')
      demandEqual(await linesOf({ ...child, store }), await linesOf(child), 'the dump of the child')
      demandEqual((await store.search({ text: 'one' })).hits.length, 1, 'the hits')
      await demandFailure(store.remove(talk.conversation), 'store/invalid', 'removing the parent first')
      await store.remove(child.conversation)
      demandEqual(textsOf(await store.view(talk.root)), ['one', 'two'], 'the view of the parent')
      demandEqual(await store.verify(), [], 'what verify finds')
    },
  },
]

/** A conversation with everything in it: two compactions, one undone, usage, a receipt, a ledger. */
async function busy(open: OpenStore): Promise<TestTalk> {
  const talk = await startTalk(open)
  const ids = await say(talk, talk.root, 'one', 'two')
  await tell(talk, talk.root, assistant('three'), { input: 3, output: 1 })
  const second = await summariseSession(talk, talk.root, {
    basedOnSeq: 2,
    keep: ids.slice(1),
    receipt: { n: 1 },
    ledger: [1],
  })
  await say(talk, second.id, 'four')
  const third = await summariseSession(talk, second.id, { receipt: { n: 2 } })
  await tell(talk, third.id, assistant('five'), { input: 5, cacheRead: 2 })
  await talk.store.undo(third.id, talk.mint.now())
  return talk
}

async function facts({ store, conversation, root }: TestTalk): Promise<unknown> {
  const lineage = await store.lineage(root)
  const views = []
  for (const { id } of lineage) views.push(await store.view(id))
  const [receipts, ledgers] = [await store.receipts(conversation), await store.ledgers(conversation)]
  return { lineage, views, receipts, ledgers, originals: await store.originals(conversation) }
}
