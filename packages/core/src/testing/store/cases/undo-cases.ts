import { assistant } from '../../build.ts'
import { demandEqual, demandFailure } from '../fixtures/demand.ts'
import type { StoreCase } from '../fixtures/store-case.ts'
import { originalTexts, say, startTalk, summariseSession, tell, viewIds, viewTexts } from '../fixtures/test-talk.ts'

/** A compaction can be taken back, and nothing said since is lost. */
export const undoCases: readonly StoreCase[] = [
  {
    name: 'undo reopens the parent with its whole view and what was said since',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one', 'two')
      const next = await summariseSession(talk, talk.root)
      await say(talk, next.id, 'three', 'four')
      const parent = await talk.store.undo(next.id, talk.mint.now())
      demandEqual([parent.id, parent.nextSeq], [talk.root, 4], 'the parent')
      demandEqual([parent.endedAt, parent.endReason], [undefined, undefined], 'how the parent ended')
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two', 'three', 'four'], 'the view of the parent')
      const now = await talk.store.conversation(talk.conversation)
      demandEqual([now?.tip, now?.sessions, now?.messages], [talk.root, 1, 4], 'tip, sessions and messages')
    },
  },
  {
    name: 'the continuation ends as undone and can still be read',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      await say(talk, next.id, 'two')
      const at = talk.mint.now()
      await talk.store.undo(next.id, at)
      const undone = await talk.store.session(next.id)
      demandEqual([undone?.endedAt, undone?.endReason], [at, 'undone'], 'how the continuation ended')
      demandEqual(await viewTexts(talk, next.id), ['summary', 'two'], 'the view of the continuation')
      await demandFailure(say(talk, next.id, 'late'), 'store/conflict', 'an append to the undone continuation')
    },
  },
  {
    name: 'undo does not repeat entries that arrived during the compaction',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one', 'two', 'late')
      const next = await summariseSession(talk, talk.root, { basedOnSeq: 2 })
      await say(talk, next.id, 'after')
      await talk.store.undo(next.id, talk.mint.now())
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two', 'late', 'after'], 'the view of the parent')
      demandEqual(await originalTexts(talk), ['one', 'two', 'late', 'after'], 'the originals')
    },
  },
  {
    name: 'messages said in an undone continuation keep their id, place and index',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      const [id] = await say(talk, next.id, 'two')
      const before = await talk.store.originals(talk.conversation)
      await talk.store.undo(next.id, talk.mint.now())
      demandEqual(await talk.store.originals(talk.conversation), before, 'the originals')
      demandEqual((await viewIds(talk, talk.root))[1], id, 'the id in the view of the parent')
    },
  },
  {
    name: 'an index is not used again after an undo',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      await say(talk, next.id, 'two')
      await talk.store.undo(next.id, talk.mint.now())
      await say(talk, talk.root, 'three')
      const originals = await talk.store.originals(talk.conversation)
      demandEqual(
        originals.map(({ index }) => index),
        [0, 1, 2],
        'the indexes',
      )
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'a parent can be compacted and undone again',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const first = await summariseSession(talk, talk.root, { text: 'first' })
      await say(talk, first.id, 'two')
      await talk.store.undo(first.id, talk.mint.now())
      const second = await summariseSession(talk, talk.root, { text: 'second' })
      await say(talk, second.id, 'three')
      demandEqual(await viewTexts(talk, second.id), ['second', 'three'], 'the view of the second continuation')
      demandEqual((await talk.store.compressionTip(talk.root)).id, second.id, 'the tip of the chain')
      await talk.store.undo(second.id, talk.mint.now())
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two', 'three'], 'the view of the parent')
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'compactions are undone one by one, back to the root',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const second = await summariseSession(talk, talk.root)
      await say(talk, second.id, 'two')
      const third = await summariseSession(talk, second.id)
      await say(talk, third.id, 'three')
      demandEqual((await talk.store.undo(third.id, talk.mint.now())).id, second.id, 'what lives after the first undo')
      demandEqual(await viewTexts(talk, second.id), ['summary', 'two', 'three'], 'the view after the first undo')
      demandEqual((await talk.store.undo(second.id, talk.mint.now())).id, talk.root, 'what lives after the second undo')
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two', 'three'], 'the view after the second undo')
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'usage stays with the session whose calls it was',
    async run(open) {
      const talk = await startTalk(open)
      await tell(talk, talk.root, assistant('one'), { output: 1 })
      const next = await summariseSession(talk, talk.root)
      await tell(talk, next.id, assistant('two'), { output: 10 })
      await talk.store.undo(next.id, talk.mint.now())
      demandEqual((await talk.store.session(talk.root))?.usage, { output: 1 }, 'the usage of the parent')
      demandEqual((await talk.store.session(next.id))?.usage, { output: 10 }, 'the usage of the continuation')
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'undoing twice is a conflict and changes nothing',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      await say(talk, next.id, 'two')
      await talk.store.undo(next.id, talk.mint.now())
      await demandFailure(talk.store.undo(next.id, talk.mint.now()), 'store/conflict', 'the second undo')
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two'], 'the view of the parent')
    },
  },
  {
    name: 'undoing a compaction that was built upon is a conflict',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const second = await summariseSession(talk, talk.root)
      const third = await summariseSession(talk, second.id)
      await demandFailure(talk.store.undo(second.id, talk.mint.now()), 'store/conflict', 'the undo')
      demandEqual((await talk.store.conversation(talk.conversation))?.tip, third.id, 'the tip')
    },
  },
  {
    name: 'a root cannot be undone',
    async run(open) {
      const talk = await startTalk(open)
      await demandFailure(talk.store.undo(talk.root, talk.mint.now()), 'store/invalid', 'the undo of a root')
      await demandFailure(
        talk.store.undo(talk.mint.session(), talk.mint.now()),
        'store/not-found',
        'the undo of nothing',
      )
      demandEqual((await talk.store.session(talk.root))?.endedAt, undefined, 'the end of the root')
    },
  },
  {
    name: 'an undo sent twice at once takes back one compaction',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      await say(talk, next.id, 'two')
      const at = talk.mint.now()
      const ends = await Promise.allSettled([talk.store.undo(next.id, at), talk.store.undo(next.id, at)])
      demandEqual(ends.filter(({ status }) => status === 'fulfilled').length, 1, 'how many undos went through')
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two'], 'the view of the parent')
    },
  },
]
