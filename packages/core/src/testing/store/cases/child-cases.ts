import { demandEqual, demandFailure } from '../fixtures/demand.ts'
import type { OpenStore, StoreCase } from '../fixtures/store-case.ts'
import {
  originalTexts,
  say,
  startTalk,
  summariseSession,
  type TestTalk,
  talkIn,
  viewIds,
  viewTexts,
} from '../fixtures/test-talk.ts'

/** Branches and sub-agents: conversations of their own that start from another. */
export const childCases: readonly StoreCase[] = [
  ...(['branch', 'subagent'] as const).map((kind) => ({
    name: `a ${kind} opens a conversation of its own and shows entries of its parent by reference`,
    async run(open: OpenStore) {
      const talk = await startTalk(open)
      const ids = await say(talk, talk.root, 'one', 'two', 'three')
      const view = ids.slice(0, 2)
      const { mint, store } = talk
      const child = { id: mint.session(), conversation: mint.conversation(), at: mint.now() }
      const session = await store.begin({ ...child, from: { kind, parent: talk.root, view } })
      const { id, conversation, at: startedAt } = child
      const expected = { id, conversation, kind, parent: talk.root, startedAt, bornWith: 2, nextSeq: 2, usage: {} }
      demandEqual(session, expected, 'the child')
      demandEqual(await store.view(id), (await store.view(talk.root)).slice(0, 2), 'the view of the child')
      const own = await store.conversation(conversation)
      demandEqual([own?.tip, own?.messages, own?.sessions], [id, 0, 1], 'the conversation of the child')
    },
  })),
  {
    name: 'a child without a view starts empty',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const child = await branch(talk, 'subagent')
      demandEqual(await viewIds(child, child.root), [], 'the view of the child')
      demandEqual((await talk.store.session(child.root))?.bornWith, 0, 'bornWith')
    },
  },
  {
    name: 'parent and child go on apart, each with its own originals and indexes',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one', 'two')
      const child = await branch(talk, 'branch')
      await say(child, child.root, 'in the child')
      await say(talk, talk.root, 'in the parent')
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two', 'in the parent'], 'the view of the parent')
      demandEqual(await viewTexts(child, child.root), ['one', 'two', 'in the child'], 'the view of the child')
      demandEqual(await originalTexts(talk), ['one', 'two', 'in the parent'], 'the originals of the parent')
      const own = await talk.store.originals(child.conversation)
      demandEqual(
        own.map(({ index, session }) => [index, session]),
        [[0, child.root]],
        'the originals of the child',
      )
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'children are told apart from continuations',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const children = [await branch(talk, 'branch'), await branch(talk, 'subagent')]
      const next = await summariseSession(talk, talk.root)
      const found = (await talk.store.children(talk.root)).map(({ id }) => id)
      demandEqual(found.toSorted(), children.map(({ root }) => root).toSorted(), 'the children')
      demandEqual(await talk.store.children(next.id), [], 'the children of the continuation')
      demandEqual((await talk.store.compressionTip(talk.root)).id, next.id, 'the tip of the chain')
    },
  },
  {
    name: 'a child can start from a session that ended',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      const child = await branch(talk, 'branch')
      demandEqual(await viewTexts(child, child.root), ['one'], 'the view of the child')
      demandEqual((await talk.store.compressionTip(talk.root)).id, next.id, 'the tip of the chain')
      demandEqual(
        (await talk.store.lineage(child.root)).map(({ id }) => id),
        [child.root],
        'the chain of the child',
      )
    },
  },
  {
    name: 'a child can be compacted and undone although its messages are its parent’s',
    async run(open) {
      const talk = await startTalk(open)
      const ids = await say(talk, talk.root, 'one', 'two')
      const child = await branch(talk, 'branch')
      const next = await summariseSession(child, child.root, { keep: ids.slice(1) })
      await say(child, next.id, 'three')
      demandEqual(await viewTexts(child, next.id), ['summary', 'two', 'three'], 'the view of the continuation')
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two'], 'the view of the parent')
      await talk.store.undo(next.id, talk.mint.now())
      demandEqual(await viewTexts(child, child.root), ['one', 'two', 'three'], 'the view after the undo')
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'beginning the same child again returns it as it is',
    async run(open) {
      const talk = await startTalk(open)
      const view = await say(talk, talk.root, 'one')
      const { mint, store } = talk
      const from = { kind: 'branch' as const, parent: talk.root, view }
      const child = { id: mint.session(), conversation: mint.conversation(), at: mint.now(), from }
      const first = await store.begin(child)
      demandEqual(await store.begin(child), first, 'the child begun twice')
      demandEqual((await store.view(child.id)).length, 1, 'how many entries it shows')
    },
  },
  {
    name: 'a child of an unknown session is refused',
    async run(open) {
      const { store, mint } = await startTalk(open)
      const conversation = mint.conversation()
      const from = { kind: 'branch' as const, parent: mint.session() }
      const begun = store.begin({ id: mint.session(), conversation, at: mint.now(), from })
      await demandFailure(begun, 'store/not-found', 'the child')
      demandEqual(await store.conversation(conversation), undefined, 'its conversation')
    },
  },
  {
    name: 'a child that shows what its parent does not is refused',
    async run(open) {
      const talk = await startTalk(open)
      const other = await talkIn(talk.store, talk.mint)
      const view = await say(other, other.root, 'secret')
      const { mint, store } = talk
      const conversation = mint.conversation()
      const from = { kind: 'branch' as const, parent: talk.root, view }
      const begun = store.begin({ id: mint.session(), conversation, at: mint.now(), from })
      await demandFailure(begun, 'store/invalid', 'the child')
      demandEqual(await store.conversation(conversation), undefined, 'its conversation')
    },
  },
  {
    name: 'a child in the conversation of its parent is refused',
    async run(open) {
      const { store, mint, root, conversation } = await startTalk(open)
      const from = { kind: 'branch' as const, parent: root }
      const begun = store.begin({ id: mint.session(), conversation, at: mint.now(), from })
      await demandFailure(begun, 'store/invalid', 'the child')
      demandEqual((await store.conversation(conversation))?.tip, root, 'the tip')
    },
  },
]

/** A child that shows all that its parent shows; a sub-agent shows nothing. */
export async function branch(talk: TestTalk, kind: 'branch' | 'subagent'): Promise<TestTalk> {
  const { store, mint } = talk
  const child = { store, mint, conversation: mint.conversation(), root: mint.session() }
  const from = { kind, parent: talk.root, ...(kind === 'branch' ? { view: await viewIds(talk, talk.root) } : {}) }
  await store.begin({ id: child.root, conversation: child.conversation, at: mint.now(), from })
  return child
}
