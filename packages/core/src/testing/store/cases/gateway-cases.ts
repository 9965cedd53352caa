import { entryId } from '../../../log/entry.ts'
import type { GatewayStore } from '../../../store/gateway-store.ts'
import type { Lane, NewArrival } from '../../../store/inbox.ts'
import type { NewPiece } from '../../../store/outbox.ts'
import { type ConversationId, conversationId, sessionId } from '../../../store/session.ts'
import { user } from '../../build.ts'
import { demand, demandEqual, demandFailure } from '../fixtures/demand.ts'
import type { GatewayCase } from '../fixtures/gateway-case.ts'
import { gatewayEdgeCases } from './gateway-edge-cases.ts'

const ann = conversationId('ann')
const ben = conversationId('ben')
const long = 60_000
const short = 150

function arrival(source: string, conversation: ConversationId = ann, at = 1): NewArrival {
  return { entry: entryId(`entry-${source}`), conversation, source, body: { text: `said ${source}` }, at }
}

function piece(key: string, thread = 't', channel = 'web'): NewPiece {
  return { key, conversation: ann, channel, thread, body: { text: key }, at: 1 }
}

/** The lane that is claimed for sure. */
async function claimOne({ inbox }: GatewayStore, holder: string, ttlMs = long): Promise<Lane> {
  const [lane] = await inbox.claim(holder, 1, ttlMs)
  if (lane === undefined) throw new Error(`${holder} was given no lane`)
  return lane
}

/** Inbox, outbox and events, and the fence between them and the conversations. */
export const gatewayCases: readonly GatewayCase[] = [
  {
    name: 'an arrival that comes again under its source is the same one, also within one put',
    async run(open) {
      const { inbox } = await open()
      const first = await inbox.put([arrival('1'), arrival('2'), arrival('1')])
      demandEqual(
        first.map(({ isNew }) => isNew),
        [true, true, false],
        'what is new',
      )
      const again = await inbox.put([{ ...arrival('1'), entry: entryId('another') }])
      demandEqual(again, [{ entry: 'entry-1', isNew: false }], 'the answer to a repeat')
      demandEqual(await inbox.backlog(), { waiting: 2, oldestAt: 1 }, 'the backlog')
    },
  },
  {
    name: 'arrivals of a conversation come out in order, one holder at a time, others beside it',
    async run(open) {
      const store = await open()
      await store.inbox.put([arrival('1'), arrival('2'), arrival('3', ben)])
      const lane = await claimOne(store, 'one')
      demandEqual(lane.conversation, ann, 'the lane that waited longest')
      const others = await store.inbox.claim('two', 5, long)
      demandEqual(
        others.map(({ conversation }) => conversation),
        [ben],
        'what is left for another',
      )
      const taken: (string | undefined)[] = []
      for (let n = 0; n < 3; n++) {
        const next = await store.inbox.next(lane)
        taken.push(next?.source)
        if (next !== undefined) demandEqual(await store.inbox.done(lane, next.no), true, 'done')
      }
      demandEqual(
        taken.filter((each) => each !== undefined),
        ['1', '2'],
        'the order',
      )
      demandEqual(await store.inbox.release(lane), true, 'the release of a lane with nothing left')
      demandEqual(await store.inbox.claim('three', 5, long), [], 'nothing is left to claim')
    },
  },
  {
    name: 'an arrival that is not done is handed out again, and its tries are counted',
    async run(open) {
      const store = await open()
      await store.inbox.put([arrival('1')])
      const lane = await claimOne(store, 'one')
      demandEqual((await store.inbox.next(lane))?.tries, 1, 'the first try')
      demandEqual((await store.inbox.next(lane))?.tries, 2, 'the second try')
      const got = await store.inbox.next(lane)
      demandEqual(got?.body, { text: 'said 1' }, 'what came')
      demandEqual(got?.entry, 'entry-1', 'its entry')
    },
  },
  {
    name: 'a lane is not given back while something waits in it, and a put at any moment is not stranded',
    async run(open) {
      const store = await open()
      await store.inbox.put([arrival('1')])
      const lane = await claimOne(store, 'one')
      const first = await store.inbox.next(lane)
      await store.inbox.put([arrival('2')])
      if (first !== undefined) await store.inbox.done(lane, first.no)
      demandEqual(await store.inbox.release(lane), false, 'the release with something left')
      demandEqual((await store.inbox.next(lane))?.source, '2', 'what is left')
      await store.inbox.yield(lane)
      demandEqual((await claimOne(store, 'two')).conversation, ann, 'a lane that was yielded')
    },
  },
  {
    name: 'a lease that ran out goes to the next who asks, and the old holder can finish nothing',
    async run(open, wait) {
      const store = await open()
      await store.inbox.put([arrival('1')])
      const old = await claimOne(store, 'old', short)
      const got = await store.inbox.next(old)
      demandEqual(await store.inbox.claim('new', 1, long), [], 'a claim while it is held')
      await wait(short + 100)
      const now = await claimOne(store, 'new')
      demand(now.epoch > old.epoch, 'the epoch did not rise')
      demandEqual(await store.inbox.done(old, got?.no ?? -1), false, 'done by the old holder')
      demandEqual(await store.inbox.next(old), undefined, 'the next one for the old holder')
      demandEqual((await store.inbox.next(now))?.tries, 2, 'the tries')
      demandEqual(await store.inbox.renew('old', long), [], 'what the old holder still has')
    },
  },
  {
    name: 'renewing keeps all lanes of a holder',
    async run(open, wait) {
      const store = await open()
      await store.inbox.put([arrival('1'), arrival('2', ben)])
      const lanes = await store.inbox.claim('one', 5, 400)
      await wait(250)
      demandEqual((await store.inbox.renew('one', long)).length, lanes.length, 'the renewed')
      await wait(250)
      demandEqual(await store.inbox.claim('two', 5, long), [], 'what another gets')
    },
  },
  {
    name: 'a lane can be taken with nothing in it, and is free after its release',
    async run(open) {
      const { inbox } = await open()
      const lane = await inbox.take(ann, 'one', long)
      demand(lane !== undefined, 'the lane was not given')
      demandEqual(await inbox.take(ann, 'two', long), undefined, 'for another')
      await inbox.put([arrival('1')])
      demandEqual(await inbox.claim('two', 1, long), [], 'a claim while it is taken')
      if (lane !== undefined) await inbox.yield(lane)
      demandEqual((await inbox.claim('two', 1, long)).length, 1, 'a claim after that')
    },
  },
  {
    name: 'a store that is fenced writes while the lane is held, and nothing once it is lost',
    async run(open, wait) {
      const store = await open()
      await store.inbox.put([arrival('1')])
      const old = await claimOne(store, 'old', short)
      const fenced = store.fenced(old)
      const session = sessionId('s')
      await fenced.begin({ id: session, conversation: ann, at: 1 })
      await fenced.append(session, 0, [{ id: entryId('entry-1'), message: user('hello') }], 2)
      await wait(short + 100)
      const now = await claimOne(store, 'new')
      const late = [{ id: entryId('late'), message: user('late') }]
      await demandFailure(fenced.append(session, 1, late, 3), 'store/fenced', 'an append by the old holder')
      await demandFailure(fenced.state.set(ann, 'k', 1), 'store/fenced', 'state set by the old holder')
      const left = await demandFailure(
        fenced.compact({ session, basedOnSeq: 1, continuation: sessionId('c'), view: [], at: 4 }),
        'store/fenced',
        'a compaction by the old holder',
      )
      demandEqual(left.detail, { conversation: ann, epoch: old.epoch }, 'the detail')
      demandEqual((await store.fenced(now).append(session, 1, late, 5)).nextSeq, 2, 'by the new holder')
      demandEqual((await fenced.view(session)).length, 2, 'what the old holder still reads')
    },
  },
  {
    name: 'pieces of a thread go out in order, one at a time; threads side by side; a repeat is the same piece',
    async run(open) {
      const { outbox } = await open()
      await outbox.add([piece('a1'), piece('a2'), piece('b1', 'u'), piece('x', 't', 'telegram')])
      await outbox.add([piece('a1')])
      const first = await outbox.claim(['web'], 'one', 9, long)
      demandEqual(
        first.map(({ key }) => key),
        ['a1', 'b1'],
        'what is due',
      )
      demandEqual(await outbox.claim(['web'], 'two', 9, long), [], 'while they are under way')
      for (const each of first) demandEqual(await outbox.sent(each, 'one', `id-${each.key}`), true, 'sent')
      const second = await outbox.claim(['web'], 'two', 9, long)
      demandEqual(
        second.map(({ key }) => key),
        ['a2'],
        'what follows',
      )
      demandEqual((await outbox.backlog()).waiting, 2, 'the backlog')
    },
  },
  {
    name: 'a piece that failed is due again later, remembers what was sent for it, and holds its thread back',
    async run(open, wait) {
      const { outbox } = await open()
      await outbox.add([piece('a1'), piece('a2')])
      const [first] = await outbox.claim(['web'], 'one', 1, long)
      if (first === undefined) throw new Error('nothing was due')
      demandEqual(await outbox.began(first, 'one', 'placeholder'), true, 'begun')
      await outbox.failed(first, 'one', { retryInMs: 200, reason: 'slow down', isUnsure: true })
      demandEqual(await outbox.claim(['web'], 'one', 1, long), [], 'before it is due')
      await wait(300)
      const [again] = await outbox.claim(['web'], 'two', 1, long)
      demandEqual(
        { key: again?.key, tries: again?.tries, isUnsure: again?.isUnsure, sentAs: again?.sentAs },
        { key: 'a1', tries: 2, isUnsure: true, sentAs: 'placeholder' },
        'the piece when it is due',
      )
      demandEqual(await outbox.sent(first, 'one', 'late'), false, 'sent by who had it before')
      if (again !== undefined) await outbox.failed(again, 'two', { reason: 'gone for good' })
      demandEqual((await outbox.claim(['web'], 'two', 1, long))[0]?.key, 'a2', 'after it was given up')
    },
  },
  {
    name: 'a piece whose deliverer died is handed out again, as one that may have been taken',
    async run(open, wait) {
      const { outbox } = await open()
      await outbox.add([piece('a1')])
      await outbox.claim(['web'], 'dead', 1, short)
      await wait(short + 100)
      const [again] = await outbox.claim(['web'], 'two', 1, long)
      demandEqual({ tries: again?.tries, isUnsure: again?.isUnsure }, { tries: 2, isUnsure: true }, 'the piece')
    },
  },
  {
    name: 'pieces are added under a lane only while it is held',
    async run(open, wait) {
      const store = await open()
      await store.inbox.put([arrival('1')])
      const old = await claimOne(store, 'old', short)
      demandEqual(await store.outbox.add([piece('a1')], old), true, 'while it is held')
      await wait(short + 100)
      await claimOne(store, 'new')
      demandEqual(await store.outbox.add([piece('a2')], old), false, 'once it is lost')
      demandEqual((await store.outbox.backlog()).waiting, 1, 'the backlog')
    },
  },
  {
    name: 'events have ids without gaps, and are read on from any of them',
    async run(open) {
      const { events } = await open()
      demandEqual(await events.append(ann, [{ n: 1 }, { n: 2 }], 5), 2, 'the last id')
      demandEqual(await events.append(ann, [{ n: 3 }], 6), 3, 'the next last id')
      demandEqual(await events.append(ben, [{ n: 1 }], 6), 1, 'the last id of another conversation')
      demandEqual(
        await events.after(ann, 1, 9),
        [
          { id: 2, at: 5, event: { n: 2 } },
          { id: 3, at: 6, event: { n: 3 } },
        ],
        'what follows the first',
      )
      demandEqual((await events.after(ann, 0, 1)).length, 1, 'at most as many as asked for')
    },
  },
  {
    name: 'whoever watches is told of what was put, added and logged',
    async run(open, wait) {
      const store = await open()
      const told: string[] = []
      const stops = [
        store.inbox.watch(() => told.push('inbox')),
        store.outbox.watch(() => told.push('outbox')),
        store.events.watch((conversation) => told.push(`events ${conversation}`)),
      ]
      await store.inbox.put([arrival('1')])
      await store.outbox.add([piece('a1')])
      await store.events.append(ann, [1], 1)
      await wait(300)
      demandEqual([...new Set(told)].sort(), ['events ann', 'inbox', 'outbox'], 'what was told')
      for (const stop of stops) stop()
      const before = told.length
      await store.inbox.put([arrival('2')])
      await wait(200)
      demandEqual(told.length, before, 'after the watch was stopped')
    },
  },
  {
    name: 'when a conversation is removed, nothing of it waits any more',
    async run(open) {
      const store = await open()
      await store.begin({ id: sessionId('s'), conversation: ann, at: 1 })
      await store.inbox.put([arrival('1')])
      await store.outbox.add([piece('a1')])
      await store.events.append(ann, [1], 1)
      await store.remove(ann)
      demandEqual((await store.inbox.backlog()).waiting, 0, 'the inbox')
      demandEqual((await store.outbox.backlog()).waiting, 0, 'the outbox')
      demandEqual(await store.events.after(ann, 0, 9), [], 'the events')
    },
  },
  ...gatewayEdgeCases,
]
