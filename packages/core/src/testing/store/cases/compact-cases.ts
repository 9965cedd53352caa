import type { Json } from '../../../json.ts'
import type { Session } from '../../../store/session.ts'
import { user } from '../../build.ts'
import { demandEqual, demandFailure } from '../fixtures/demand.ts'
import type { StoreCase } from '../fixtures/store-case.ts'
import {
  entries,
  nextSeq,
  originalTexts,
  say,
  startTalk,
  summariseSession,
  tell,
  viewIds,
  viewTexts,
} from '../fixtures/test-talk.ts'

/** A compaction ends a session and opens its continuation, in one step. */
export const compactCases: readonly StoreCase[] = [
  {
    name: 'compact ends the session and opens a continuation in the same conversation',
    async run(open) {
      const talk = await startTalk(open)
      const [one, two] = await say(talk, talk.root, 'one', 'two')
      if (one === undefined || two === undefined) throw new Error('no entries')
      const at = talk.mint.now()
      const continuation = talk.mint.session()
      const made = { kind: 'made' as const, id: talk.mint.entry(), message: user('summary'), standsFor: [one] }
      const next = await talk.store.compact({
        session: talk.root,
        basedOnSeq: 2,
        continuation,
        view: [made, { kind: 'kept', id: two }],
        at,
        system: 'Be briefer.',
      })
      const { conversation, root: parent } = talk
      const common = { id: continuation, conversation, kind: 'continuation', parent, startedAt: at, model: 'm-1' }
      const expected = { ...common, system: 'Be briefer.', bornWith: 2, nextSeq: 2, usage: {} }
      demandEqual(next, expected, 'the continuation that compact returns')
      demandEqual(await talk.store.session(continuation), expected, 'the continuation as it is read')
      const old = await talk.store.session(talk.root)
      demandEqual([old?.endedAt, old?.endReason], [at, 'compression'], 'how the old session ended')
      demandEqual(await viewTexts(talk, continuation), ['summary', 'two'], 'the new view')
      demandEqual(await viewTexts(talk, talk.root), ['one', 'two'], 'the old view')
    },
  },
  {
    name: 'compact moves the tip and counts the session, but no message',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one', 'two')
      const next = await summariseSession(talk, talk.root)
      const now = await talk.store.conversation(talk.conversation)
      demandEqual([now?.tip, now?.sessions, now?.messages], [next.id, 2, 2], 'tip, sessions and messages')
      demandEqual(now?.updatedAt, next.startedAt, 'the time of last activity')
    },
  },
  {
    name: 'a made message knows what it stands for and is no original',
    async run(open) {
      const talk = await startTalk(open)
      const ids = await say(talk, talk.root, 'one', 'two', 'three')
      const next = await summariseSession(talk, talk.root, { keep: ids.slice(2) })
      const [made, kept] = await talk.store.view(next.id)
      if (made === undefined) throw new Error('the view of the continuation is empty')
      demandEqual(
        made,
        { ...made, conversation: talk.conversation, session: next.id, at: next.startedAt, standsFor: ids.slice(0, 2) },
        'the made message',
      )
      demandEqual(made.index, undefined, 'its index')
      demandEqual(await talk.store.message(made.id), made, 'the made message by its id')
      demandEqual([kept?.id, kept?.index, kept?.session], [ids[2], 2, talk.root], 'the kept message')
      demandEqual(await originalTexts(talk), ['one', 'two', 'three'], 'the originals')
    },
  },
  {
    name: 'what writing a summary took is counted with the continuation, once, and travels with a dump',
    async run(open) {
      const talk = await startTalk(open)
      const ids = await say(talk, talk.root, 'one', 'two')
      const usage = { input: 90, output: 10, cacheRead: 5 }
      const made = { kind: 'made' as const, id: talk.mint.entry(), message: user('s'), standsFor: ids, usage }
      const continuation = talk.mint.session()
      const compaction = { session: talk.root, basedOnSeq: 2, continuation, view: [made], at: talk.mint.now() }
      demandEqual((await talk.store.compact(compaction)).usage, usage, 'the usage of the continuation')
      await talk.store.compact(compaction)
      await tell(talk, continuation, user('three'), { input: 1 })
      const total = { input: 91, output: 10, cacheRead: 5 }
      demandEqual((await talk.store.session(continuation))?.usage, total, 'the usage of the continuation')
      demandEqual((await talk.store.message(made.id))?.usage, usage, 'the usage of the summary')
      const next = await summariseSession(talk, continuation)
      demandEqual(next.usage, {}, 'the usage of the next one')
      demandEqual(await talk.store.verify(), [], 'the problems')
      const other = await open()
      await other.load(talk.store.dump(talk.conversation))
      demandEqual((await other.session(continuation))?.usage, total, 'the usage in another store')
      demandEqual(await other.verify(), [], 'the problems of another store')
    },
  },
  {
    name: 'the system prompt and the model go on where the compaction gives no other',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      demandEqual([next.system, next.model], ['Be brief.', 'm-1'], 'system and model of the continuation')
    },
  },
  {
    name: 'entries that arrived meanwhile follow the new view',
    async run(open) {
      const talk = await startTalk(open)
      const ids = await say(talk, talk.root, 'one', 'two')
      const late = await say(talk, talk.root, 'late 1', 'late 2')
      const next = await summariseSession(talk, talk.root, { basedOnSeq: 2, keep: ids.slice(1) })
      demandEqual(await viewTexts(talk, next.id), ['summary', 'two', 'late 1', 'late 2'], 'the new view')
      demandEqual([next.bornWith, next.nextSeq], [4, 4], 'bornWith and nextSeq')
      demandEqual((await viewIds(talk, next.id)).slice(2), late, 'the ids of the late entries')
    },
  },
  {
    name: 'an index goes on over compactions without a gap',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one', 'two')
      const second = await summariseSession(talk, talk.root)
      await say(talk, second.id, 'three')
      const third = await summariseSession(talk, second.id)
      await say(talk, third.id, 'four', 'five')
      const originals = await talk.store.originals(talk.conversation)
      demandEqual(
        originals.map(({ index }) => index),
        [0, 1, 2, 3, 4],
        'the indexes',
      )
      demandEqual(await originalTexts(talk), ['one', 'two', 'three', 'four', 'five'], 'the originals')
    },
  },
  {
    name: 'a message keeps the session it was first said in, however often it is shown',
    async run(open) {
      const talk = await startTalk(open)
      const [id] = await say(talk, talk.root, 'one')
      if (id === undefined) throw new Error('no entry')
      let session = talk.root
      for (let i = 0; i < 5; i++) session = (await summariseSession(talk, session, { keep: [id] })).id
      demandEqual((await talk.store.view(session)).at(-1)?.session, talk.root, 'the session of the message')
      demandEqual((await talk.store.conversation(talk.conversation))?.messages, 1, 'the count of messages')
    },
  },
  {
    name: 'a made message can be kept by the next compaction, or be stood for',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const second = await summariseSession(talk, talk.root, { text: 'first summary' })
      const [summary] = await viewIds(talk, second.id)
      if (summary === undefined) throw new Error('no summary')
      const third = await summariseSession(talk, second.id, { keep: [summary], text: 'nothing new' })
      demandEqual(await viewTexts(talk, third.id), ['nothing new', 'first summary'], 'the view that keeps it')
      const fourth = await summariseSession(talk, third.id, { text: 'second summary' })
      const [made] = await talk.store.view(fourth.id)
      demandEqual(made?.standsFor, await viewIds(talk, third.id), 'what the next summary stands for')
    },
  },
  {
    name: 'compacting the same again returns the continuation as it is',
    async run(open) {
      const talk = await startTalk(open)
      const [one] = await say(talk, talk.root, 'one')
      if (one === undefined) throw new Error('no entry')
      const made = { kind: 'made' as const, id: talk.mint.entry(), message: user('s'), standsFor: [one] }
      const at = talk.mint.now()
      const compaction = { session: talk.root, basedOnSeq: 1, continuation: talk.mint.session(), view: [made], at }
      await talk.store.compact({ ...compaction, receipt: { n: 1 } })
      await say(talk, compaction.continuation, 'two')
      const again = await talk.store.compact({ ...compaction, receipt: { n: 1 } })
      demandEqual(again, await talk.store.session(compaction.continuation), 'the continuation')
      demandEqual(again.nextSeq, 2, 'nextSeq of the continuation')
      demandEqual((await talk.store.receipts(talk.conversation)).length, 1, 'the number of receipts')
      demandEqual((await talk.store.lineage(talk.root)).length, 2, 'the length of the chain')
    },
  },
  {
    name: 'compacting a session that was compacted is a conflict and writes nothing',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const next = await summariseSession(talk, talk.root)
      await demandFailure(summariseSession(talk, talk.root), 'store/conflict', 'the second compaction')
      demandEqual(
        (await talk.store.lineage(talk.root)).map(({ id }) => id),
        [talk.root, next.id],
        'the chain',
      )
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'compacting a closed session is a conflict',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      await talk.store.close(talk.root, 'closed', talk.mint.now())
      await demandFailure(summariseSession(talk, talk.root), 'store/conflict', 'the compaction')
    },
  },
  {
    name: 'appending to a session that was compacted is a conflict',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      await summariseSession(talk, talk.root)
      const late = talk.store.append(talk.root, 1, entries(talk.mint, 'late'), talk.mint.now())
      await demandFailure(late, 'store/conflict', 'the append')
      demandEqual(await originalTexts(talk), ['one'], 'the originals')
    },
  },
  {
    name: 'of many compactions of one session exactly one wins',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one', 'two')
      const ends = await Promise.allSettled(Array.from({ length: 6 }, () => summariseSession(talk, talk.root)))
      const lost = ends.filter((end) => end.status === 'rejected')
      demandEqual(lost.length, 5, 'how many compactions lost')
      for (const { reason } of lost) await demandFailure(Promise.reject(reason), 'store/conflict', 'a lost compaction')
      demandEqual((await talk.store.conversation(talk.conversation))?.sessions, 2, 'how many sessions there are')
      demandEqual(await talk.store.verify(), [], 'what verify finds')
    },
  },
  {
    name: 'an append beside a compaction is in the new view or was refused, never lost',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one', 'two')
      const late = entries(talk.mint, 'late')
      const [append, compaction] = await Promise.allSettled([
        talk.store.append(talk.root, 2, late, talk.mint.now()),
        summariseSession(talk, talk.root, { basedOnSeq: 2 }),
      ])
      if (compaction.status === 'rejected') throw new Error('the compaction failed', { cause: compaction.reason })
      const tip = compaction.value.id
      const expected = append.status === 'fulfilled' ? ['summary', 'late'] : ['summary']
      demandEqual(await viewTexts(talk, tip), expected, 'the new view')
      if (append.status === 'rejected') {
        await demandFailure(Promise.reject(append.reason), 'store/conflict', 'the append')
        await talk.store.append(tip, await nextSeq(talk, tip), late, talk.mint.now())
      }
      demandEqual(await originalTexts(talk), ['one', 'two', 'late'], 'the originals')
    },
  },
  {
    name: 'receipts and ledgers are kept in the order of the compactions',
    async run(open) {
      const talk = await startTalk(open)
      await say(talk, talk.root, 'one')
      const second = await summariseSession(talk, talk.root, { receipt: { n: 1 }, ledger: ['goal'] })
      const third = await summariseSession(talk, second.id, { receipt: { n: 2 } })
      const fourth = await summariseSession(talk, third.id, { ledger: ['goal', 'done'] })
      const receipts = await talk.store.receipts(talk.conversation)
      const ledgers = await talk.store.ledgers(talk.conversation)
      const version = ({ id, startedAt }: Session, value: Json) => ({ session: id, at: startedAt, value })
      demandEqual(receipts, [version(second, { n: 1 }), version(third, { n: 2 })], 'the receipts')
      demandEqual(ledgers, [version(second, ['goal']), version(fourth, ['goal', 'done'])], 'the ledgers')
      const newest = await Promise.all([1, 2, 3].map((count) => talk.store.ledgers(talk.conversation, count)))
      demandEqual(newest, [ledgers.slice(-1), ledgers, ledgers], 'the newest ledgers')
    },
  },
]
