import { entryId } from '../../../log/entry.ts'
import { conversationId, sessionId } from '../../../store/session.ts'
import { user } from '../../build.ts'
import { badIds } from '../fixtures/bad-ids.ts'
import { demand, demandEqual, demandFailure } from '../fixtures/demand.ts'
import type { StoreCase } from '../fixtures/store-case.ts'
import {
  createMint,
  entries,
  nextSeq,
  originalTexts,
  say,
  startTalk,
  summariseSession,
  talkIn,
  viewIds,
  viewTexts,
} from '../fixtures/test-talk.ts'

/** Odd ids, large batches, equal instants, and much at once. */
export const edgeCases: readonly StoreCase[] = [
  {
    name: 'ids are taken to the letter, and case counts',
    async run(open) {
      const store = await open()
      const { now } = createMint()
      const names = [
        'a',
        'A',
        '0190AAAA-0000-7000-8000-00000000000A',
        '0190aaaa-0000-7000-8000-00000000000a',
        'user+7@example.org:2026-01-01_a=b.c-',
        '9'.repeat(200),
      ]
      for (const name of names) {
        const id = sessionId(name)
        await store.begin({ id, conversation: conversationId(name), at: now() })
        await store.append(id, 0, [{ id: entryId(name), message: user(name) }], now())
      }
      for (const name of names) {
        const [message] = await store.view(sessionId(name))
        demandEqual(
          [message?.id, message?.session, message?.conversation, message?.message],
          [name, name, name, user(name)],
          `the message of ${name}`,
        )
      }
      demandEqual(await store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'what no dump could be loaded with is refused as an id, and nothing is written',
    async run(open) {
      const { store, mint, root, conversation } = await startTalk(open)
      const [said = mint.entry()] = await say({ store, mint, root, conversation }, root, 'one')
      const refuse = (work: Promise<unknown>, what: string) => demandFailure(work, 'store/invalid', what)
      for (const bad of badIds) {
        const at = mint.now()
        await refuse(store.begin({ id: sessionId(bad), conversation: mint.conversation(), at }), 'a session')
        await refuse(store.begin({ id: mint.session(), conversation: conversationId(bad), at }), 'a conversation')
        await refuse(store.append(root, 1, [{ id: entryId(bad), message: user('two') }], at), 'an entry')
        const compaction = { session: root, basedOnSeq: 1, at }
        await refuse(store.compact({ ...compaction, continuation: sessionId(bad), view: [] }), 'a continuation')
        const made = { kind: 'made', id: entryId(bad), message: user('short'), standsFor: [said] } as const
        const refused = store.compact({ ...compaction, continuation: mint.session(), view: [made] })
        const { message } = await refuse(refused, 'an entry that was made')
        demand(message.length < 300, `the failure is ${message.length} characters long`)
      }
      demandEqual((await store.conversations()).length, 1, 'the number of conversations')
      demandEqual((await store.session(root))?.nextSeq, 1, 'where the session ends')
      demandEqual(await store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'a batch of thousands is kept whole, and a view of thousands is compacted',
    async run(open) {
      const talk = await startTalk(open)
      const texts = Array.from({ length: 3000 }, (_, i) => `message ${i}`)
      const ids = await say(talk, talk.root, ...texts)
      demandEqual(await viewTexts(talk, talk.root), texts, 'the view')
      const next = await summariseSession(talk, talk.root, { keep: ids.slice(500) })
      demandEqual((await viewIds(talk, next.id)).slice(1), ids.slice(500), 'the view of the continuation')
      demandEqual(await originalTexts(talk), texts, 'the originals')
    },
  },
  {
    name: 'a long chain keeps everything within reach',
    async run(open) {
      const talk = await startTalk(open)
      let tip = talk.root
      for (let i = 0; i < 40; i++) {
        await say(talk, tip, `turn ${i}`)
        tip = (await summariseSession(talk, tip)).id
      }
      demandEqual((await talk.store.compressionTip(talk.root)).id, tip, 'the tip')
      demandEqual((await talk.store.lineage(tip)).length, 41, 'the length of the chain')
      demandEqual((await originalTexts(talk)).length, 40, 'the number of originals')
      const { hits } = await talk.store.search({ text: '"turn 3"' })
      demandEqual(
        hits.map(({ index }) => index),
        [3],
        'the hits of a phrase, which ends where a word ends',
      )
    },
  },
  {
    name: 'a compaction can leave nothing at all',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const continuation = talk.mint.session()
      await talk.store.compact({ session: talk.root, basedOnSeq: 1, continuation, view: [], at: talk.mint.now() })
      demandEqual(await viewIds(talk, continuation), [], 'the view')
      await say(talk, continuation, 'two')
      demandEqual(await viewTexts(talk, continuation), ['two'], 'the view with what was said since')
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'an empty session can be compacted',
    async run(open) {
      const talk = await startTalk(open)
      const continuation = talk.mint.session()
      await talk.store.compact({ session: talk.root, basedOnSeq: 0, continuation, view: [], at: talk.mint.now() })
      demandEqual((await talk.store.compressionTip(talk.root)).id, continuation, 'the tip')
    },
  },
  {
    name: 'compacting, undoing and compacting within one instant leads to the last continuation',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const at = talk.mint.now()
      const [undone, next] = [talk.mint.session(), talk.mint.session()]
      await talk.store.compact({ session: talk.root, basedOnSeq: 1, continuation: undone, view: [], at })
      await talk.store.undo(undone, at)
      await talk.store.compact({ session: talk.root, basedOnSeq: 1, continuation: next, view: [], at })
      demandEqual((await talk.store.compressionTip(talk.root)).id, next, 'the tip')
      demandEqual(
        (await talk.store.lineage(talk.root)).map(({ id }) => id),
        [talk.root, next],
        'the chain',
      )
    },
  },
  {
    name: 'an entry that a compaction carried over is never doubled by sending it again',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const late = entries(talk.mint, 'late')
      await talk.store.append(talk.root, 1, late, talk.mint.now())
      const next = await summariseSession(talk, talk.root, { basedOnSeq: 1 })
      const end = await nextSeq(talk, next.id)
      const doubled = talk.store.append(next.id, end, late, talk.mint.now())
      await demandFailure(doubled, 'store/invalid', 'sending it to the end of the continuation')
      const again = await talk.store.append(next.id, end - 1, late, talk.mint.now())
      demandEqual(again.nextSeq, end, 'nextSeq after sending it to where it is')
      demandEqual(await viewTexts(talk, next.id), ['summary', 'late'], 'the view')
      demandEqual(await originalTexts(talk), ['one', 'late'], 'the originals')
    },
  },
  {
    name: 'conversations that are written at once do not disturb each other',
    async run(open) {
      const first = await startTalk(open)
      const talks = [first]
      for (let i = 0; i < 4; i++) talks.push(await talkIn(first.store, first.mint))
      const said = Array.from({ length: 12 }, (_, i) => `turn ${i}`)
      await Promise.all(
        talks.map(async (talk) => {
          let tip = talk.root
          for (const [i, text] of said.entries()) {
            await say(talk, tip, text)
            if (i % 4 === 3) tip = (await summariseSession(talk, tip)).id
          }
        }),
      )
      for (const talk of talks) demandEqual(await originalTexts(talk), said, 'the originals')
      demandEqual(await first.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'search within an unknown conversation is a failure, not an empty result',
    async run(open) {
      const { store, mint } = await startTalk(open)
      const lost = store.search({ text: 'needle', conversation: mint.conversation() })
      await demandFailure(lost, 'store/not-found', 'the search')
    },
  },
]
