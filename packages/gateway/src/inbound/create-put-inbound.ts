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
import { type ChatLimit, noteOf } from './chat-limit.ts'
import { conversationFor, type ThreadPlace, threadKey, threadScope } from './conversation-for.ts'
import type { InboxPressure } from './inbox-pressure.ts'
import { type ChannelAccess, maySpeak } from './may-speak.ts'
import { readInbound } from './read-inbound.ts'

export interface PutInboundDeps {
  readonly store: GatewayStore
  readonly access: Readonly<Record<string, ChannelAccess>>
  readonly pressure: InboxPressure
  readonly chatLimit: ChatLimit
  readonly metrics: GatewayMetrics
  readonly now: () => number
}

/** What is put for a message: it counts against the limit of its chat, or is beyond that, or needs no answer at all. */
interface Taken {
  readonly inbound: Inbound
  readonly arrival: NewArrival
  readonly as: 'counted' | 'limited' | 'free'
}

/** Makes what channels put durable: in the inbox, once. Throws when it is not, so that the platform brings it again. */
export function createPutInbound(deps: PutInboundDeps): PutInbound {
  const { pressure, chatLimit, metrics } = deps
  return async (inbound) => {
    if (await pressure.isHigh()) throw tooMuch()
    const taken: Taken[] = []
    try {
      for (const each of inbound) {
        const one = await takeInbound(deps, each)
        if (one === undefined) metrics.puts.inc({ channel: each.channel, outcome: 'refused' })
        else taken.push(one)
      }
      if (taken.length > 0) await putAll(deps, taken)
    } catch (error) {
      for (const { arrival, as } of taken) if (as === 'counted') chatLimit.give(arrival.conversation)
      throw error
    }
  }
}

async function takeInbound(deps: PutInboundDeps, inbound: Inbound): Promise<Taken | undefined> {
  const { store, access, chatLimit, now } = deps
  const read = maySpeak(inbound, access[inbound.channel]) ? readInbound(inbound) : undefined
  if (read === undefined) return undefined
  const conversation = await conversationOf(store, inbound)
  const as = read.kind === 'note' ? 'free' : chatLimit.take(conversation) ? 'counted' : 'limited'
  const body = writeArrivalBody(as === 'limited' ? noteOf(read, inbound) : read)
  return { inbound, as, arrival: { entry: entryId(uuidv7()), conversation, source: inbound.source, body, at: now() } }
}

async function putAll({ store, chatLimit, metrics }: PutInboundDeps, taken: readonly Taken[]): Promise<void> {
  const answers = await store.inbox.put(taken.map(({ arrival }) => arrival))
  const notices = []
  for (const [i, { arrival, inbound, as }] of taken.entries()) {
    const isNew = answers[i]?.isNew ?? true
    metrics.puts.inc({ channel: inbound.channel, outcome: !isNew ? 'repeat' : as === 'limited' ? as : 'new' })
    if (!isNew && as === 'counted') chatLimit.give(arrival.conversation)
    if (isNew && as === 'limited') notices.push(...chatLimit.noticesFor(arrival, inbound))
  }
  if (notices.length > 0) await store.outbox.add(notices)
}

async function conversationOf(store: GatewayStore, place: ThreadPlace): Promise<ConversationId> {
  const begun = await store.state.get(threadScope, threadKey(place))
  return typeof begun === 'string' ? conversationId(begun) : conversationFor(place)
}

function tooMuch(): Failure<'store/unavailable'> {
  return new Failure('store/unavailable', 'Too many messages wait already.', { cause: 'busy', retry: true })
}
