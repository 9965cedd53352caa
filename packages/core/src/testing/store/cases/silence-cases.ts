import { entryId } from '../../../log/entry.ts'
import type { GatewayStore } from '../../../store/gateway-store.ts'
import type { NewArrival } from '../../../store/inbox.ts'
import { conversationId, sessionId } from '../../../store/session.ts'
import { user } from '../../build.ts'
import { demand, demandEqual } from '../fixtures/demand.ts'
import type { GatewayCase } from '../fixtures/gateway-case.ts'

const ann = conversationId('ann')
const long = 60_000
const rounds = 20

function arrival(source: string, conversation = ann): NewArrival {
  return { entry: entryId(`entry-${source}`), conversation, source, body: { text: `said ${source}` }, at: 1 }
}

/** What a gateway may have to do with a conversation in which nothing was said yet. */
const ties: Readonly<Record<string, (store: GatewayStore) => Promise<unknown>>> = {
  'an arrival that waits': ({ inbox }) => inbox.put([arrival('1')]),
  'a lane that is held': ({ inbox }) => inbox.take(ann, 'one', long),
  'a command that was done': async ({ inbox, events }) => {
    await inbox.put([arrival('1')])
    const [lane] = await inbox.claim('one', 1, long)
    if (lane === undefined) throw new Error('no lane was given')
    await events.append(ann, [{ kind: 'blocks' }], 1)
    await inbox.done(lane, (await inbox.next(lane))?.no ?? -1)
    await inbox.release(lane)
  },
  'an event': ({ events }) => events.append(ann, [1], 1),
  'a piece that was not delivered': ({ outbox }) =>
    outbox.add([{ key: 'a', conversation: ann, channel: 'web', thread: 't', body: { text: 'a' }, at: 1 }]),
}

async function stateOf({ inbox, outbox, events }: GatewayStore): Promise<unknown> {
  return [await inbox.backlog(), await outbox.backlog(), await events.after(ann, 0, 9)]
}

/** When a conversation may go because nothing was said in it. */
export const silenceCases: readonly GatewayCase[] = [
  {
    name: 'a conversation in which nothing was said goes; one with words, or none at all, does not',
    async run(open) {
      const store = await open()
      demandEqual(await store.removeSilent(ann), false, 'the removal of none')
      await store.begin({ id: sessionId('s'), conversation: ann, at: 1 })
      demandEqual(await store.removeSilent(ann), true, 'the removal of a silent one')
      demandEqual(await store.conversation(ann), undefined, 'the silent one')
      await store.begin({ id: sessionId('t'), conversation: ann, at: 1 })
      await store.append(sessionId('t'), 0, [{ id: entryId('e'), message: user('word') }], 2)
      demandEqual(await store.removeSilent(ann), false, 'the removal of one with words')
      demandEqual((await store.conversation(ann))?.messages, 1, 'the one with words')
      await store.inbox.put([arrival('1')])
      demandEqual((await store.inbox.claim('one', 9, long)).length, 1, 'the lanes to work on')
    },
  },
  ...Object.entries(ties).map(([name, tie]) => ({
    name: `a silent conversation stays with ${name}, and takes nothing of it away`,
    async run(open: () => Promise<GatewayStore>) {
      const store = await open()
      await store.begin({ id: sessionId('s'), conversation: ann, at: 1 })
      await tie(store)
      const before = await stateOf(store)
      demandEqual(await store.removeSilent(ann), false, 'the removal')
      demandEqual(await stateOf(store), before, 'what the gateway has')
      demand((await store.conversation(ann)) !== undefined, 'the conversation is gone')
    },
  })),
  {
    name: 'what is put while silent conversations go waits all the same',
    async run(open) {
      const store = await open()
      const ids = Array.from({ length: rounds }, (_, i) => conversationId(`c${i}`))
      for (const [i, id] of ids.entries()) await store.begin({ id: sessionId(`s${i}`), conversation: id, at: 1 })
      await Promise.all(
        ids.flatMap((id, i) => {
          const [go, put] = [() => store.removeSilent(id), () => store.inbox.put([arrival(`${i}`, id)])]
          return i % 2 === 0 ? [go(), put()] : [put(), go()]
        }),
      )
      demandEqual((await store.inbox.backlog()).waiting, rounds, 'what waits')
      const lanes = await store.inbox.claim('one', 2 * rounds, long)
      demandEqual(lanes.length, rounds, 'the lanes to work on')
      for (const lane of lanes) demand((await store.inbox.next(lane)) !== undefined, 'an arrival is lost')
    },
  },
]
