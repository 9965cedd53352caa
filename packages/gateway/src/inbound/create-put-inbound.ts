import { entryId } from '@palimpsest/core/log'
import {
  type ConversationId,
  conversationId,
  Failure,
  type GatewayStore,
  type NewArrival,
} from '@palimpsest/core/store'
import { uuidv7 } from 'uuidv7'
import type { Inbound, PutInbound } from '../channels/channel.ts'
import type { GatewayMetrics } from '../metrics/gateway-metrics.ts'
import { writeArrivalBody } from './arrival-body.ts'
import { conversationFor, type ThreadPlace, threadKey, threadScope } from './conversation-for.ts'
import type { InboxPressure } from './inbox-pressure.ts'
import { type ChannelAccess, maySpeak } from './may-speak.ts'
import { readInbound } from './read-inbound.ts'

export interface PutInboundDeps {
  readonly store: GatewayStore
  readonly access: Readonly<Record<string, ChannelAccess>>
  readonly pressure: InboxPressure
  readonly metrics: GatewayMetrics
  readonly now: () => number
}

/** Makes what channels put durable: in the inbox, once. Throws when it is not, so that the platform brings it again. */
export function createPutInbound({ store, access, pressure, metrics, now }: PutInboundDeps): PutInbound {
  return async (inbound) => {
    if (await pressure.isHigh()) throw tooMuch()
    const arrivals: NewArrival[] = []
    for (const each of inbound) {
      const arrival = maySpeak(each, access[each.channel]) ? await arrivalOf(store, each, now()) : undefined
      if (arrival === undefined) metrics.puts.inc({ channel: each.channel, outcome: 'refused' })
      else arrivals.push(arrival)
    }
    if (arrivals.length === 0) return
    const answers = await store.inbox.put(arrivals)
    for (const [i, { isNew }] of answers.entries()) {
      const channel = String(arrivals[i]?.body.channel)
      metrics.puts.inc({ channel, outcome: isNew ? 'new' : 'repeat' })
    }
  }
}

async function arrivalOf(store: GatewayStore, inbound: Inbound, at: number): Promise<NewArrival | undefined> {
  const body = readInbound(inbound)
  if (body === undefined) return undefined
  const conversation = await conversationOf(store, inbound)
  return { entry: entryId(uuidv7()), conversation, source: inbound.source, body: writeArrivalBody(body), at }
}

async function conversationOf(store: GatewayStore, place: ThreadPlace): Promise<ConversationId> {
  const begun = await store.state.get(threadScope, threadKey(place))
  return typeof begun === 'string' ? conversationId(begun) : conversationFor(place)
}

function tooMuch(): Failure<'store/unavailable'> {
  return new Failure('store/unavailable', 'Too many messages wait already.', { cause: 'busy', retry: true })
}
