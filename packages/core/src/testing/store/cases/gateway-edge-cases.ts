import type { Json } from '../../../json.ts'
import { entryId } from '../../../log/entry.ts'
import { keptEvents } from '../../../store/event-log.ts'
import type { NewArrival } from '../../../store/inbox.ts'
import type { NewPiece } from '../../../store/outbox.ts'
import { type ConversationId, conversationId, sessionId } from '../../../store/session.ts'
import { user } from '../../build.ts'
import { demand, demandEqual, demandFailure } from '../fixtures/demand.ts'
import type { GatewayCase } from '../fixtures/gateway-case.ts'
import { silenceCases } from './silence-cases.ts'

const ann = conversationId('ann')
const ben = conversationId('ben')
const long = 60_000
const short = 150
const odd = 'odd "signs" \\ \u0000 😀 \ud800 \' %'

function arrival(source: string, conversation: ConversationId = ann): NewArrival {
  return { entry: entryId(`entry-${source}`), conversation, source, body: { text: `said ${source}` }, at: 1 }
}

function piece(key: string): NewPiece {
  return { key, conversation: ann, channel: 'web', thread: 't', body: { text: key }, at: 1 }
}

/** What seldom happens to inbox, outbox and events, and must do no harm. */
export const gatewayEdgeCases: readonly GatewayCase[] = [
  {
    name: 'a put, an add or a log for what is no id is refused whole',
    async run(open) {
      const store = await open()
      const bad = conversationId('a/b \n')
      await demandFailure(store.inbox.put([arrival('1'), arrival('2', bad)]), 'store/invalid', 'the put')
      await demandFailure(store.inbox.take(bad, 'one', long), 'store/invalid', 'the take')
      await demandFailure(
        store.outbox.add([piece('a'), { ...piece('b'), conversation: bad }]),
        'store/invalid',
        'the add',
      )
      await demandFailure(store.events.append(bad, [1], 1), 'store/invalid', 'the log')
      demandEqual(await store.inbox.backlog(), { waiting: 0 }, 'the inbox')
      demandEqual(await store.outbox.backlog(), { waiting: 0 }, 'the outbox')
    },
  },
  {
    name: 'nothing put, added, logged or asked for is nothing done',
    async run(open) {
      const { inbox, outbox, events } = await open()
      demandEqual(await inbox.put([]), [], 'the put')
      demandEqual(await outbox.add([]), true, 'the add')
      demandEqual(await events.append(ann, [], 1), 0, 'the log')
      await inbox.put([arrival('1')])
      await outbox.add([piece('a')])
      demandEqual(await inbox.claim('one', 0, long), [], 'no lane')
      demandEqual(await outbox.claim(['web'], 'one', 0, long), [], 'no piece')
      demandEqual(await outbox.claim([], 'one', 9, long), [], 'no channel')
      demandEqual(await events.after(ann, 0, 9), [], 'no event')
    },
  },
  {
    name: 'names with odd signs and bodies of any kind come out as they went in',
    async run(open) {
      const { inbox, outbox, events } = await open()
      const body = { odd, list: [null, 1.5, -1e300, { a: [] }], '': false }
      await inbox.put([{ ...arrival('1'), source: odd, body }])
      demandEqual((await inbox.put([{ ...arrival('2'), source: odd, body }]))[0]?.isNew, false, 'the repeat')
      const [lane] = await inbox.claim(odd, 1, long)
      demandEqual(lane?.holder, odd, 'the holder')
      const got = lane && (await inbox.next(lane))
      demandEqual({ source: got?.source, body: got?.body }, { source: odd, body }, 'the arrival')
      const sent = { key: odd, conversation: ann, channel: odd, thread: odd, body, at: 1.5 }
      demandEqual(await outbox.add([sent], lane), true, 'the add')
      const [taken] = await outbox.claim([odd], odd, 1, long)
      demandEqual(taken, { ...sent, no: taken?.no ?? -1, tries: 1, isUnsure: false }, 'the piece')
      if (taken !== undefined) demandEqual(await outbox.sent(taken, odd, odd), true, 'sent')
      const values: readonly Json[] = [null, false, 0, '', [], {}, odd, body]
      await events.append(ann, values, 1)
      demandEqual(
        (await events.after(ann, 0, 99)).map(({ event }) => event),
        values,
        'the events',
      )
    },
  },
  {
    name: 'an arrival is done once, and only in its own lane',
    async run(open) {
      const { inbox } = await open()
      await inbox.put([arrival('1'), arrival('2', ben)])
      const [one, other] = await inbox.claim('one', 2, long)
      if (one === undefined || other === undefined) throw new Error('two lanes were not given')
      const got = await inbox.next(one)
      demandEqual(await inbox.done(other, got?.no ?? -1), false, 'done in another lane')
      demandEqual(await inbox.done(one, 99_999), false, 'done with what never came')
      const twice = await Promise.all([inbox.done(one, got?.no ?? -1), inbox.done(one, got?.no ?? -1)])
      demandEqual(twice.filter((isDone) => isDone).length, 1, 'how often it is done')
      await inbox.put([arrival('3')])
      demandEqual(await inbox.release(one), false, 'the release with something left')
      demandEqual((await inbox.next(one))?.source, '3', 'what is left')
    },
  },
  {
    name: 'the lane whose next arrival waited longest comes first, also after a turn in it',
    async run(open) {
      const { inbox } = await open()
      await inbox.put([arrival('1'), arrival('2', ben), arrival('3')])
      const [first] = await inbox.claim('one', 1, long)
      if (first === undefined) throw new Error('no lane was given')
      const got = await inbox.next(first)
      await inbox.done(first, got?.no ?? -1)
      await inbox.yield(first)
      const lanes = await inbox.claim('two', 5, long)
      demandEqual(
        lanes.map(({ conversation }) => conversation),
        [ben, ann],
        'the lanes in order',
      )
    },
  },
  {
    name: 'whoever lost a lane gives nothing back, and its release is no failure',
    async run(open, wait) {
      const { inbox } = await open()
      await inbox.put([arrival('1')])
      const [old] = await inbox.claim('one', 1, short)
      await wait(short + 100)
      const [now] = await inbox.claim('one', 1, long)
      if (old === undefined || now === undefined) throw new Error('no lane was given')
      demand(now.epoch > old.epoch, 'the epoch did not rise')
      demandEqual(await inbox.release(old), true, 'the release of a lost lane')
      await inbox.yield(old)
      demandEqual(await inbox.claim('two', 1, long), [], 'what another gets')
      demandEqual(await inbox.renew('one', long), [now], 'the lanes of the holder')
    },
  },
  {
    name: 'every kind of write is refused under a lane that was lost',
    async run(open) {
      const store = await open()
      const [session, next] = [sessionId('s'), sessionId('next')]
      const lane = await store.inbox.take(ann, 'one', long)
      if (lane === undefined) throw new Error('no lane was given')
      const fenced = store.fenced(lane)
      await fenced.begin({ id: session, conversation: ann, at: 1 })
      await fenced.append(session, 0, [{ id: entryId('a'), message: user('a') }], 2)
      await fenced.compact({ session, basedOnSeq: 1, continuation: next, view: [], at: 3 })
      await fenced.state.set(ann, 'k', 1)
      await store.inbox.yield(lane)
      const other = { id: sessionId('o'), conversation: ben, at: 4 }
      await demandFailure(fenced.begin(other), 'store/fenced', 'a begin')
      await demandFailure(
        fenced.append(next, 0, [{ id: entryId('b'), message: user('b') }], 4),
        'store/fenced',
        'an append',
      )
      await demandFailure(fenced.undo(next, 4), 'store/fenced', 'an undo')
      await demandFailure(fenced.close(next, 'closed', 4), 'store/fenced', 'a close')
      await demandFailure(fenced.state.remove(ann, 'k'), 'store/fenced', 'the removal of state')
      demandEqual(await fenced.state.get(ann, 'k'), 1, 'the state')
      demandEqual((await store.compressionTip(session)).id, next, 'the tip')
      demandEqual(await store.conversation(ben), undefined, 'the other conversation')
    },
  },
  {
    name: 'an earlier try of the same holder has no say about a piece',
    async run(open, wait) {
      const { outbox } = await open()
      await outbox.add([piece('a')])
      const [first] = await outbox.claim(['web'], 'one', 1, short)
      await wait(short + 100)
      const [again] = await outbox.claim(['web'], 'one', 1, long)
      if (first === undefined || again === undefined) throw new Error('no piece was given')
      demandEqual(await outbox.failed(first, 'one', { reason: 'late' }), false, 'the earlier try')
      demandEqual(await outbox.began(first, 'one', 'x'), false, 'its beginning')
      demandEqual(await outbox.sent(again, 'one', 'x'), true, 'the last try')
      demandEqual(await outbox.sent(again, 'one', 'x'), false, 'the last try again')
      await outbox.add([piece('a')])
      demandEqual((await outbox.backlog()).waiting, 0, 'what waits after a repeat')
    },
  },
  {
    name: 'many events keep their order, and the newest of them stay',
    async run(open) {
      const { events } = await open()
      const all = Array.from({ length: keptEvents + 250 }, (_, i) => i + 1)
      for (let from = 0; from < all.length; from += 50) await events.append(ann, all.slice(from, from + 50), 1)
      demandEqual(await events.append(ann, ['last'], 2), all.length + 1, 'the last id')
      const kept = await events.after(ann, 0, 9_999)
      demand(kept.length >= keptEvents, `${kept.length} events are kept`)
      demand(kept.length < all.length, 'none of the old ones went')
      demandEqual(
        kept.slice(0, -1).map(({ id, event }) => id === event),
        kept.slice(0, -1).map(() => true),
        'ids and events',
      )
      demandEqual(kept.at(-1), { id: all.length + 1, at: 2, event: 'last' }, 'the last event')
    },
  },
  {
    name: 'a store that is fenced goes by the lane as it is when something is written',
    async run(open) {
      const store = await open()
      const first = await store.inbox.take(ann, 'one', long)
      if (first === undefined) throw new Error('no lane was given')
      let lane = first
      const fenced = store.fenced({
        ...first,
        get epoch() {
          return lane.epoch
        },
      })
      const said = (name: string) => [{ id: entryId(name), message: user(name) }]
      await fenced.begin({ id: sessionId('s'), conversation: ann, at: 1 })
      await store.inbox.yield(first)
      await demandFailure(fenced.append(sessionId('s'), 0, said('free'), 2), 'store/fenced', 'an append without a lane')
      lane = (await store.inbox.take(ann, 'one', long)) ?? first
      demandEqual(lane.epoch, first.epoch + 1, 'the epoch after one change of hands')
      await fenced.append(sessionId('s'), 0, said('again'), 3)
      await fenced.state.set(ann, 'k', 1)
      await store.inbox.yield(lane)
      await store.inbox.take(ann, 'two', long)
      await demandFailure(fenced.append(sessionId('s'), 1, said('late'), 4), 'store/fenced', 'an append by the old one')
      await demandFailure(fenced.state.set(ann, 'k', 2), 'store/fenced', 'state set by the old holder')
      demandEqual((await store.view(sessionId('s'))).length, 1, 'what was written')
    },
  },
  {
    name: 'a lane is lost with its conversation; repeats stay known, and a new lane has an epoch of its own',
    async run(open, wait) {
      const store = await open()
      await store.begin({ id: sessionId('s'), conversation: ann, at: 1 })
      await store.inbox.put([arrival('1')])
      const [old] = await store.inbox.claim('one', 1, long)
      if (old === undefined) throw new Error('no lane was given')
      await store.remove(ann)
      demandEqual(await store.inbox.next(old), undefined, 'what is next')
      await demandFailure(store.fenced(old).state.set(ann, 'k', 1), 'store/fenced', 'a write')
      demandEqual((await store.inbox.put([arrival('1')]))[0]?.isNew, false, 'a repeat')
      await wait(20)
      await store.inbox.put([arrival('2')])
      const [now] = await store.inbox.claim('one', 1, long)
      demand(now !== undefined && now.epoch > old.epoch + 1, 'the epoch goes on from the old one')
      demandEqual(await store.inbox.done(old, 0), false, 'done in the old lane')
    },
  },
  {
    name: 'a source tells what waits under it, until that is done',
    async run(open) {
      const { inbox } = await open()
      demandEqual(await inbox.waiting(odd), undefined, 'before the put')
      const { entry, body } = arrival('1')
      await inbox.put([{ ...arrival('1'), source: odd }])
      const { entry: found, body: kept, tries } = (await inbox.waiting(odd)) ?? {}
      demandEqual({ entry: found, body: kept, tries }, { entry, body, tries: 0 }, 'while it waits')
      const [lane] = await inbox.claim('one', 1, long)
      if (lane === undefined) throw new Error('no lane was given')
      await inbox.done(lane, (await inbox.next(lane))?.no ?? -1)
      demandEqual(await inbox.waiting(odd), undefined, 'when it is done')
    },
  },
  ...silenceCases,
]
