import { demand, demandEqual, demandFailure } from '../fixtures/demand.ts'
import type { StoreCase } from '../fixtures/store-case.ts'
import { createMint, say, startTalk, talkIn } from '../fixtures/test-talk.ts'

/** Opening, closing and listing. */
export const beginCases: readonly StoreCase[] = [
  {
    name: 'begin opens an empty root session with what it was given',
    async run(open) {
      const store = await open()
      const mint = createMint()
      const given = { id: mint.session(), conversation: mint.conversation(), at: mint.now(), model: 'm', system: 'S\n' }
      const session = await store.begin({ ...given, title: 'T', channel: 'cli' })
      const { id, conversation, at, model, system } = given
      const expected = {
        id,
        conversation,
        kind: 'root',
        startedAt: at,
        model,
        system,
        bornWith: 0,
        nextSeq: 0,
        usage: {},
      }
      demandEqual(session, expected, 'the session that begin returns')
      demandEqual(await store.session(id), expected, 'the session as it is read')
      demandEqual(
        await store.conversation(conversation),
        {
          id: conversation,
          title: 'T',
          channel: 'cli',
          createdAt: at,
          updatedAt: at,
          tip: id,
          sessions: 1,
          messages: 0,
        },
        'the conversation',
      )
    },
  },
  {
    name: 'begin leaves out what it was not given',
    async run(open) {
      const store = await open()
      const mint = createMint()
      const session = await store.begin({ id: mint.session(), conversation: mint.conversation(), at: mint.now() })
      for (const field of ['model', 'system', 'parent', 'endedAt', 'endReason']) {
        demand(!(field in session), `a session without ${field} must not have the field`)
      }
    },
  },
  {
    name: 'beginning the same session again returns it as it is',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const again = await talk.store.begin({ id: talk.root, conversation: talk.conversation, at: talk.mint.now() })
      demandEqual(again, await talk.store.session(talk.root), 'the session begun twice')
      demandEqual(again.nextSeq, 1, 'nextSeq of the session begun twice')
      demandEqual(again.system, 'Be brief.', 'the system prompt of the session begun twice')
    },
  },
  {
    name: 'begin refuses a second root of a conversation',
    async run(open) {
      const { store, conversation, mint, root } = await startTalk(open)
      const second = store.begin({ id: mint.session(), conversation, at: mint.now() })
      await demandFailure(second, 'store/invalid', 'a second root')
      demandEqual((await store.conversation(conversation))?.tip, root, 'the tip')
    },
  },
  {
    name: 'begin refuses a session id that another conversation has',
    async run(open) {
      const { store, root, mint } = await startTalk(open)
      const other = mint.conversation()
      const taken = store.begin({ id: root, conversation: other, at: mint.now() })
      await demandFailure(taken, 'store/invalid', 'a taken session id')
      demandEqual(await store.conversation(other), undefined, 'the conversation that was not begun')
    },
  },
  {
    name: 'what does not exist reads as undefined',
    async run(open) {
      const store = await open()
      const mint = createMint()
      demandEqual(await store.session(mint.session()), undefined, 'an unknown session')
      demandEqual(await store.conversation(mint.conversation()), undefined, 'an unknown conversation')
      demandEqual(await store.message(mint.entry()), undefined, 'an unknown message')
      demandEqual(await store.conversations(), [], 'the conversations of an empty store')
    },
  },
  {
    name: 'the view of an unknown session is a failure, not an empty list',
    async run(open) {
      const store = await open()
      await demandFailure(store.view(createMint().session()), 'store/not-found', 'the view of an unknown session')
    },
  },
  {
    name: 'conversations come with the newest activity first',
    async run(open) {
      const first = await startTalk(open)
      const second = await talkIn(first.store, first.mint)
      const third = await talkIn(first.store, first.mint)
      await say(first, first.root, 'back again')
      const ids = (await first.store.conversations()).map(({ id }) => id)
      demandEqual(ids, [first.conversation, third.conversation, second.conversation], 'the order of conversations')
    },
  },
  {
    name: 'conversations come in pages',
    async run(open) {
      const first = await startTalk(open)
      for (let i = 0; i < 4; i++) await talkIn(first.store, first.mint)
      const all = await first.store.conversations()
      demandEqual(all.length, 5, 'the number of conversations')
      demandEqual(await first.store.conversations({ from: 1, limit: 2 }), all.slice(1, 3), 'the page of conversations')
      demandEqual(await first.store.conversations({ from: 4 }), all.slice(4), 'the last page of conversations')
      demandEqual(await first.store.conversations({ from: 9 }), [], 'the page behind the last')
    },
  },
  {
    name: 'a closed session takes no more entries, and its conversation stays sound',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const at = talk.mint.now()
      const closed = await talk.store.close(talk.root, 'closed', at)
      demandEqual([closed.endedAt, closed.endReason], [at, 'closed'], 'how the session ended')
      await demandFailure(say(talk, talk.root, 'two'), 'store/conflict', 'an append to a closed session')
      demandEqual((await talk.store.conversation(talk.conversation))?.tip, talk.root, 'the tip')
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'closing an unknown session is a failure',
    async run(open) {
      const store = await open()
      const mint = createMint()
      await demandFailure(store.close(mint.session(), 'closed', mint.now()), 'store/not-found', 'closing nothing')
    },
  },
]
