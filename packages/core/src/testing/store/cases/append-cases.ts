import { assistant, user } from '../../build.ts'
import { demandEqual, demandFailure } from '../fixtures/demand.ts'
import type { OpenStore, StoreCase } from '../fixtures/store-case.ts'
import {
  createMint,
  entries,
  originalTexts,
  say,
  startTalk,
  summariseSession,
  talkIn,
  tell,
  viewIds,
  viewTexts,
} from '../fixtures/test-talk.ts'

/** Appended messages are there, once, in order, unchanged. */
export const appendCases: readonly StoreCase[] = [
  {
    name: 'append keeps messages in order, numbered, with their time and place',
    async run(open) {
      const { store, root, conversation, mint } = await startTalk(open)
      const said = entries(mint, 'one', 'two')
      const at = mint.now()
      const session = await store.append(root, 0, said, at)
      demandEqual(session.nextSeq, 2, 'nextSeq')
      const expected = said.map(({ id, message }, index) => ({ id, conversation, session: root, index, at, message }))
      demandEqual(await store.view(root), expected, 'the view')
      demandEqual(await store.originals(conversation), expected, 'the originals')
      demandEqual(await store.message(said[1]?.id ?? mint.entry()), expected[1], 'a message by its id')
    },
  },
  {
    name: 'append counts messages and moves the time of last activity',
    async run(open) {
      const { store, root, conversation, mint } = await startTalk(open)
      await store.append(root, 0, entries(mint, 'one', 'two', 'three'), mint.now())
      const at = mint.now()
      await store.append(root, 3, entries(mint, 'four'), at)
      const now = await store.conversation(conversation)
      demandEqual([now?.messages, now?.updatedAt], [4, at], 'messages and updatedAt')
    },
  },
  {
    name: 'append of nothing changes nothing',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const session = await talk.store.append(talk.root, 1, [], talk.mint.now())
      demandEqual(session.nextSeq, 1, 'nextSeq')
      demandEqual(await viewTexts(talk, talk.root), ['one'], 'the view')
    },
  },
  {
    name: 'append to an unknown session is a failure and writes nothing',
    async run(open) {
      const store = await open()
      const mint = createMint()
      const [entry] = entries(mint, 'lost')
      if (entry === undefined) throw new Error('no entry')
      await demandFailure(store.append(mint.session(), 0, [entry], mint.now()), 'store/not-found', 'the append')
      demandEqual(await store.message(entry.id), undefined, 'the message')
    },
  },
  ...[0, 1, 3, 7].map((expectedSeq) => ({
    name: `append at ${expectedSeq} of a session that ends at 2 is a conflict that tells where it ends`,
    async run(open: OpenStore) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one', 'two')
      const late = talk.store.append(talk.root, expectedSeq, entries(talk.mint, 'late'), talk.mint.now())
      const failure = await demandFailure(late, 'store/conflict', 'the append')
      demandEqual(failure.detail.nextSeq, 2, 'nextSeq in the detail')
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two'], 'the view')
    },
  })),
  {
    name: 'sending the same entries again changes nothing and counts nothing twice',
    async run(open) {
      const talk = await startTalk(open)
      const { store, root, mint, conversation } = talk
      const said = entries(mint, 'one', 'two').map((entry) => ({ ...entry, usage: { input: 5, output: 1 } }))
      const first = await store.append(root, 0, said, mint.now())
      const before = await store.conversation(conversation)
      const again = await store.append(root, 0, said, mint.now())
      demandEqual([again.nextSeq, again.usage], [first.nextSeq, first.usage], 'the progress')
      demandEqual((await store.conversation(conversation))?.messages, before?.messages, 'the count of messages')
      demandEqual(await originalTexts(talk), ['one', 'two'], 'the originals')
    },
  },
  {
    name: 'sending entries again that others followed since is accepted and changes nothing',
    async run(open) {
      const talk = await startTalk(open)
      const said = entries(talk.mint, 'one', 'two')
      await talk.store.append(talk.root, 0, said, talk.mint.now())
      await say(talk, talk.root, 'three')
      const again = await talk.store.append(talk.root, 0, said, talk.mint.now())
      demandEqual(again.nextSeq, 3, 'nextSeq')
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two', 'three'], 'the view')
    },
  },
  {
    name: 'sending entries again after the session ended is accepted and changes nothing',
    async run(open) {
      const talk = await startTalk(open)
      const said = entries(talk.mint, 'one', 'two')
      await talk.store.append(talk.root, 0, said, talk.mint.now())
      await summariseSession(talk, talk.root)
      const again = await talk.store.append(talk.root, 0, said, talk.mint.now())
      demandEqual(again.nextSeq, 2, 'nextSeq')
      demandEqual(await originalTexts(talk), ['one', 'two'], 'the originals')
    },
  },
  ...(
    [
      ['message', { message: user('other words') }],
      ['usage', { usage: { input: 9 } }],
    ] as const
  ).map(([what, change]) => ({
    name: `sending an entry again with another ${what} is refused: an id stands for what was first said under it`,
    async run(open: OpenStore) {
      const talk = await startTalk(open)
      const { store, root, mint } = talk
      const said = entries(mint, 'one', 'two').map((entry) => ({ ...entry, usage: { input: 1 } }))
      await store.append(root, 0, said, mint.now())
      const other = said.map((entry, i) => (i === 1 ? { ...entry, ...change } : entry))
      await demandFailure(store.append(root, 0, other, mint.now()), 'store/invalid', 'the append')
      demandEqual(await viewTexts(talk, root), ['one', 'two'], 'the view')
      demandEqual((await store.session(root))?.usage, { input: 2 }, 'the usage')
      await summariseSession(talk, root)
      await demandFailure(store.append(root, 0, other, mint.now()), 'store/invalid', 'the append to an ended session')
      demandEqual((await store.append(root, 0, said, mint.now())).nextSeq, 2, 'nextSeq after the very same entries')
    },
  })),
  {
    name: 'a batch of which only a part was sent before is a conflict',
    async run(open) {
      const talk = await startTalk(open)
      const said = entries(talk.mint, 'one', 'two')
      await talk.store.append(talk.root, 0, said.slice(0, 1), talk.mint.now())
      const half = talk.store.append(talk.root, 0, said, talk.mint.now())
      await demandFailure(half, 'store/conflict', 'the append')
      demandEqual(await viewTexts(talk, talk.root), ['one'], 'the view')
    },
  },
  {
    name: 'the same words under another id are another message',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'yes', 'yes')
      await say(talk, talk.root, 'yes')
      demandEqual(await originalTexts(talk), ['yes', 'yes', 'yes'], 'the originals')
    },
  },
  {
    name: 'an id that stands earlier in the session is refused, and nothing of the batch is written',
    async run(open) {
      const talk = await startTalk(open)
      const [old] = entries(talk.mint, 'one')
      const [fresh] = entries(talk.mint, 'two')
      if (old === undefined || fresh === undefined) throw new Error('no entries')
      await talk.store.append(talk.root, 0, [old], talk.mint.now())
      const batch = [{ ...fresh, usage: { input: 9 } }, old]
      await demandFailure(talk.store.append(talk.root, 1, batch, talk.mint.now()), 'store/invalid', 'the append')
      demandEqual(await talk.store.message(fresh.id), undefined, 'the new message of the batch')
      demandEqual((await talk.store.session(talk.root))?.usage, {}, 'the usage')
      await talk.store.append(talk.root, 1, [fresh], talk.mint.now())
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two'], 'the view')
    },
  },
  {
    name: 'an id of another conversation is refused',
    async run(open) {
      const talk = await startTalk(open)
      const other = await talkIn(talk.store, talk.mint)
      const said = entries(talk.mint, 'one')
      await talk.store.append(talk.root, 0, said, talk.mint.now())
      const stolen = talk.store.append(other.root, 0, said, talk.mint.now())
      await demandFailure(stolen, 'store/invalid', 'the append')
      demandEqual(await viewIds(other, other.root), [], 'the view of the other conversation')
    },
  },
  {
    name: 'an id twice in one batch is refused',
    async run(open) {
      const talk = await startTalk(open)
      const said = entries(talk.mint, 'one')
      const twice = talk.store.append(talk.root, 0, [...said, ...said], talk.mint.now())
      await demandFailure(twice, 'store/invalid', 'the append')
      demandEqual(await viewIds(talk, talk.root), [], 'the view')
    },
  },
  {
    name: 'of many appends at one place exactly one wins, and the others learn of it',
    async run(open) {
      const talk = await startTalk(open)
      const tries = Array.from({ length: 8 }, (_, i) => entries(talk.mint, `try ${i}`))
      const ends = await Promise.allSettled(
        tries.map((batch) => talk.store.append(talk.root, 0, batch, talk.mint.now())),
      )
      const lost = ends.filter((end) => end.status === 'rejected')
      demandEqual(lost.length, 7, 'how many appends lost')
      for (const { reason } of lost) await demandFailure(Promise.reject(reason), 'store/conflict', 'a lost append')
      demandEqual((await originalTexts(talk)).length, 1, 'how many messages there are')
    },
  },
  {
    name: 'usage is added up in the session, count by count, and kept with its message',
    async run(open) {
      const talk = await startTalk(open)
      const id = await tell(talk, talk.root, assistant('a'), { input: 10, output: 2, cacheRead: 3 })
      await tell(talk, talk.root, user('b'))
      await tell(talk, talk.root, assistant('c'), { input: 1, output: 1, cacheWrite: 4, reasoning: 1 })
      const { usage } = (await talk.store.session(talk.root)) ?? {}
      demandEqual(
        usage,
        { input: 11, output: 3, cacheRead: 3, cacheWrite: 4, reasoning: 1 },
        'the usage of the session',
      )
      demandEqual(
        (await talk.store.message(id))?.usage,
        { input: 10, output: 2, cacheRead: 3 },
        'the usage of a message',
      )
    },
  },
  {
    name: 'what no call told stays unknown in the usage of a session',
    async run(open) {
      const talk = await startTalk(open)
      await tell(talk, talk.root, assistant('a'), { output: 0 })
      demandEqual((await talk.store.session(talk.root))?.usage, { output: 0 }, 'the usage of the session')
    },
  },
  {
    name: 'views and originals come in pages',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'a', 'b', 'c', 'd', 'e')
      const all = await talk.store.view(talk.root)
      demandEqual(await talk.store.view(talk.root, { from: 1, limit: 3 }), all.slice(1, 4), 'a page of the view')
      demandEqual(await talk.store.view(talk.root, { from: 3 }), all.slice(3), 'the rest of the view')
      demandEqual(await talk.store.view(talk.root, { limit: 0 }), [], 'an empty page of the view')
      const page = await talk.store.originals(talk.conversation, { from: 2, limit: 2 })
      demandEqual(page, all.slice(2, 4), 'a page of the originals')
    },
  },
]
