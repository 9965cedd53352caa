import { demand, demandEqual, demandFailure } from '../fixtures/demand.ts'
import type { StoreCase } from '../fixtures/store-case.ts'
import { say, startTalk, summariseSession, talkIn, viewTexts } from '../fixtures/test-talk.ts'
import { branch } from './child-cases.ts'

/** Removing, archiving, and proving a store sound. */
export const keepCases: readonly StoreCase[] = [
  {
    name: 'remove takes a conversation away with all that hangs on it, and nothing else',
    async run(open) {
      const talk = await startTalk(open)
      const other = await talkIn(talk.store, talk.mint)
      await say(other, other.root, 'needle stays')
      const ids = await say(talk, talk.root, 'needle goes')
      const next = await summariseSession(talk, talk.root, { receipt: 1, ledger: 2 })
      await talk.store.remove(talk.conversation)
      demandEqual(await talk.store.conversation(talk.conversation), undefined, 'the conversation')
      for (const id of [talk.root, next.id]) demandEqual(await talk.store.session(id), undefined, 'a session')
      for (const id of ids) demandEqual(await talk.store.message(id), undefined, 'a message')
      const { hits, searched } = await talk.store.search({ text: 'needle' })
      demandEqual([hits.map(({ conversation }) => conversation), searched], [[other.conversation], 1], 'the search')
      demandEqual(await viewTexts(other, other.root), ['needle stays'], 'the view of the other conversation')
      demandEqual((await talk.store.conversations()).length, 1, 'how many conversations there are')
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'remove is refused while another conversation shows its messages',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const child = await branch(talk, 'branch')
      await demandFailure(talk.store.remove(talk.conversation), 'store/invalid', 'the removal')
      demandEqual(await viewTexts(talk, talk.root), ['one'], 'the view of the parent')
      await talk.store.remove(child.conversation)
      demandEqual(await viewTexts(talk, talk.root), ['one'], 'the view of the parent after its child is gone')
      await talk.store.remove(talk.conversation)
      demandEqual(await talk.store.conversations(), [], 'the conversations')
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'the ids of a removed conversation can be used again',
    async run(open) {
      const talk = await startTalk(open)
      await talk.store.remove(talk.conversation)
      await talk.store.begin({ id: talk.root, conversation: talk.conversation, at: talk.mint.now() })
      await say(talk, talk.root, 'anew')
      demandEqual((await talk.store.originals(talk.conversation))[0]?.index, 0, 'the first index')
    },
  },
  {
    name: 'archive hides idle conversations from lists and deletes nothing',
    async run(open) {
      const old = await startTalk(open)
      await say(old, old.root, 'needle')
      const since = old.mint.now()
      const busy = await talkIn(old.store, old.mint)
      const at = old.mint.now()
      demandEqual(await old.store.archive(since, at), 1, 'how many were archived')
      demandEqual(
        (await old.store.conversations()).map(({ id }) => id),
        [busy.conversation],
        'the list',
      )
      demandEqual((await old.store.conversation(old.conversation))?.archivedAt, at, 'archivedAt')
      const archived = await old.store.conversations({ archived: true })
      demand(
        archived.some(({ id }) => id === old.conversation),
        'the archived conversation cannot be listed',
      )
      demandEqual(await viewTexts(old, old.root), ['needle'], 'the view')
      demandEqual((await old.store.search({ text: 'needle' })).hits.length, 1, 'the hits')
      demandEqual((await old.store.lineage(old.root)).length, 1, 'the chain')
      demandEqual(await old.store.archive(since, old.mint.now()), 0, 'how many were archived the second time')
      demandEqual(await old.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'a list with archived conversations holds all of them, newest activity first, in pages',
    async run(open) {
      const old = await startTalk(open)
      const middle = await talkIn(old.store, old.mint)
      await old.store.archive(old.mint.now(), old.mint.now())
      const fresh = await talkIn(old.store, old.mint)
      const ids = [fresh, middle, old].map(({ conversation }) => conversation)
      const all = await old.store.conversations({ archived: true })
      demandEqual(
        all.map(({ id }) => id),
        ids,
        'the list',
      )
      demandEqual(
        all.map(({ archivedAt }) => archivedAt === undefined),
        [true, false, false],
        'which of them are not archived',
      )
      const page = await old.store.conversations({ archived: true, from: 1, limit: 1 })
      demandEqual(page, all.slice(1, 2), 'a page of the list')
      demandEqual(await old.store.conversations({ archived: false }), all.slice(0, 1), 'the list without them')
    },
  },
  {
    name: 'an archived conversation that goes on is listed again',
    async run(open) {
      const talk = await startTalk(open)
      await talk.store.archive(talk.mint.now(), talk.mint.now())
      demandEqual(await talk.store.conversations(), [], 'the list while it is archived')
      await say(talk, talk.root, 'back')
      const listed = await talk.store.conversations()
      demandEqual(
        listed.map(({ id }) => id),
        [talk.conversation],
        'the list',
      )
      demandEqual(listed[0]?.archivedAt, undefined, 'archivedAt')
    },
  },
  {
    name: 'verify finds an empty store sound',
    async run(open) {
      demandEqual(await (await open()).verify(), [], 'what verify finds')
    },
  },
  {
    name: 'verify and repair find a busy store sound and change nothing',
    async run(open) {
      const talk = await startTalk(open)
      const ids = await say(talk, talk.root, 'one', 'two', '三个字')
      const second = await summariseSession(talk, talk.root, { keep: ids.slice(1, 2), basedOnSeq: 2, receipt: {} })
      await say(talk, second.id, 'four')
      const third = await summariseSession(talk, second.id)
      await talk.store.undo(third.id, talk.mint.now())
      const child = await branch({ ...talk, root: second.id }, 'branch')
      await say(child, child.root, 'five')
      const before = await talk.store.view(second.id)
      demandEqual(await talk.store.verify(), [], 'what verify finds')
      demandEqual(await talk.store.repair(), [], 'what repair leaves')
      demandEqual(await talk.store.view(second.id), before, 'the view after the repair')
      demandEqual((await talk.store.search({ text: '三个字' })).hits.length, 1, 'the hits after the repair')
    },
  },
]
