import type { EndReason } from '../../../store/session.ts'
import type { SessionStore } from '../../../store/store.ts'
import { demandEqual, demandFailure } from '../fixtures/demand.ts'
import { linesOf, stream } from '../fixtures/dump-lines.ts'
import { dumped } from '../fixtures/dumped.ts'
import type { OpenStore, StoreCase } from '../fixtures/store-case.ts'
import {
  createMint,
  entries,
  say,
  startTalk,
  summariseSession,
  type TestTalk,
  viewTexts,
} from '../fixtures/test-talk.ts'

/** Sessions that are over, things that never were, and a store that was ended. */
export const endCases: readonly StoreCase[] = [
  {
    name: 'closing a closed session again changes nothing',
    async run(open) {
      const talk = await startTalk(open)
      const closed = await talk.store.close(talk.root, 'closed', talk.mint.now())
      const before = await talk.store.conversation(talk.conversation)
      demandEqual(await talk.store.close(talk.root, 'closed', talk.mint.now()), closed, 'the session')
      demandEqual(await talk.store.conversation(talk.conversation), before, 'its conversation')
    },
  },
  {
    name: 'closing a session that a compaction or an undo ended is a conflict',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      await demandFailure(talk.store.close(talk.root, 'closed', talk.mint.now()), 'store/conflict', 'the compacted one')
      await talk.store.undo(next.id, talk.mint.now())
      await demandFailure(talk.store.close(next.id, 'closed', talk.mint.now()), 'store/conflict', 'the undone one')
      demandEqual((await talk.store.session(next.id))?.endReason, 'undone', 'how the undone one ended')
      await say(talk, talk.root, 'two')
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two'], 'the view of the one that lives')
    },
  },
  ...(['compression', 'undone'] satisfies EndReason[]).map((reason) => ({
    name: `a session cannot be closed as "${reason}"`,
    async run(open: OpenStore) {
      const talk = await startTalk(open)
      await demandFailure(talk.store.close(talk.root, reason, talk.mint.now()), 'store/invalid', 'the closing')
      await say(talk, talk.root, 'one')
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  })),
  {
    name: 'originals, receipts, ledgers and children of an unknown id are failures, not empty lists',
    async run(open) {
      const { store, mint } = await startTalk(open)
      const unknown = mint.conversation()
      await demandFailure(store.originals(unknown), 'store/not-found', 'the originals')
      await demandFailure(store.receipts(unknown), 'store/not-found', 'the receipts')
      await demandFailure(store.ledgers(unknown), 'store/not-found', 'the ledgers')
      await demandFailure(store.children(mint.session()), 'store/not-found', 'the children')
      await demandFailure(store.view(mint.session()), 'store/not-found', 'the view')
      await demandFailure(store.remove(unknown), 'store/not-found', 'the removal')
    },
  },
  {
    name: 'originals, receipts, ledgers and children of a new conversation are empty lists',
    async run(open) {
      const { store, conversation, root } = await startTalk(open)
      const found = [await store.originals(conversation), await store.receipts(conversation)]
      demandEqual([...found, await store.ledgers(conversation), await store.children(root)], [[], [], [], []], 'they')
    },
  },
  {
    name: 'a store that was ended says so, whatever is asked of it, and can be ended again',
    async run(open) {
      const talk = await startTalk(open)
      await talk.store.end()
      for (const [name, work] of Object.entries(everyCall(talk))) {
        const { detail } = await demandFailure(work(), 'store/unavailable', name)
        demandEqual([detail.cause, detail.retry], ['closed', false], `why ${name} fails`)
      }
      await talk.store.end()
    },
  },
]

type Calls = { readonly [Name in Exclude<keyof SessionStore, 'end' | 'state' | 'leases'>]: () => Promise<unknown> }

function everyCall(talk: TestTalk): Readonly<Record<string, () => Promise<unknown>>> {
  const { store, conversation, root, mint } = talk
  const calls: Calls = {
    begin: () => store.begin({ id: mint.session(), conversation: mint.conversation(), at: mint.now() }),
    session: () => store.session(root),
    conversation: () => store.conversation(conversation),
    conversations: () => store.conversations(),
    append: () => store.append(root, 0, entries(createMint(), 'late'), mint.now()),
    view: () => store.view(root),
    message: () => store.message(mint.entry()),
    originals: () => store.originals(conversation),
    compact: () =>
      store.compact({ session: root, basedOnSeq: 0, continuation: mint.session(), view: [], at: mint.now() }),
    undo: () => store.undo(root, mint.now()),
    close: () => store.close(root, 'closed', mint.now()),
    compressionTip: () => store.compressionTip(root),
    lineage: () => store.lineage(root),
    children: () => store.children(root),
    receipts: () => store.receipts(conversation),
    ledgers: () => store.ledgers(conversation),
    search: () => store.search({ text: 'x' }),
    remove: () => store.remove(conversation),
    removeSilent: () => store.removeSilent(conversation),
    archive: () => store.archive(mint.now(), mint.now()),
    dump: () => linesOf(talk),
    load: () => store.load(stream(dumped)),
    verify: () => store.verify(),
    repair: () => store.repair(),
  }
  return {
    ...calls,
    'state.get': () => store.state.get('s', 'k'),
    'state.set': () => store.state.set('s', 'k', 1),
    'state.remove': () => store.state.remove('s', 'k'),
    'state.all': () => store.state.all('s'),
    'leases.take': () => store.leases.take('l', 'ann', 2, 1),
    'leases.release': () => store.leases.release('l', 'ann'),
  }
}
