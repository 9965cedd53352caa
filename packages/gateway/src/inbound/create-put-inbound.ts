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
import { type ArrivalBody, writeArrivalBody } from './arrival-body.ts'
import { conversationFor, type ThreadPlace, threadKey, threadScope } from './conversation-for.ts'
import { type FetchedFile, fetchAttachments } from './fetch-attachments.ts'
import type { InboxPressure } from './inbox-pressure.ts'
import { type ChannelAccess, maySpeak } from './may-speak.ts'
import { readInbound } from './read-inbound.ts'
import { createThreadOrder } from './thread-order.ts'

export interface PutInboundDeps {
  readonly store: GatewayStore
  readonly access: Readonly<Record<string, ChannelAccess>>
  readonly pressure: InboxPressure
  readonly metrics: GatewayMetrics
  readonly now: () => number
  /** True when the model reads PDF. */
  readonly readsDocuments: boolean
  /** How long the files of what is put at once may take. */
  readonly fetchMs: number
}

/** Sources with files that were put here lately: when they come again, nothing is fetched again. */
const mostKnown = 1_000

/** Makes what channels put durable: in the inbox, once. Throws when it is not, so that the platform brings it again. */
export function createPutInbound(deps: PutInboundDeps): PutInbound {
  const order = createThreadOrder()
  const known = new Set<string>()
  return (inbound) => {
    const threads = [...new Set(inbound.map(threadKey))]
    const isSlow = inbound.some((each) => each.attachments !== undefined)
    return order.run(threads, isSlow, async () => {
      await putAll(deps, inbound, known)
      for (const { source, attachments } of inbound) if (attachments !== undefined) known.add(source)
      for (const source of known) if (known.size > mostKnown) known.delete(source)
    })
  }
}

async function putAll(deps: PutInboundDeps, inbound: readonly Inbound[], known: ReadonlySet<string>): Promise<void> {
  const { store, access, pressure, metrics, now } = deps
  if (await pressure.isHigh()) throw tooMuch()
  const signal = AbortSignal.timeout(deps.fetchMs)
  const read = await Promise.all(
    inbound.map(async (each) => {
      if (!maySpeak(each, access[each.channel])) return undefined
      const files = known.has(each.source) ? [] : await fetchFiles(each, deps, signal)
      return readInbound(each, { files, readsDocuments: deps.readsDocuments })
    }),
  )
  const arrivals: NewArrival[] = []
  for (const [i, each] of inbound.entries()) {
    const body = read[i]
    if (body === undefined) metrics.puts.inc({ channel: each.channel, outcome: 'refused' })
    else arrivals.push(await arrivalOf(store, each, body, now()))
  }
  if (arrivals.length === 0) return
  const answers = await store.inbox.put(arrivals)
  for (const [i, { isNew }] of answers.entries()) {
    const channel = String(arrivals[i]?.body.channel)
    metrics.puts.inc({ channel, outcome: isNew ? 'new' : 'repeat' })
  }
}

async function fetchFiles(
  { attachments = [] }: Inbound,
  deps: PutInboundDeps,
  signal: AbortSignal,
): Promise<readonly FetchedFile[]> {
  return attachments.length === 0 ? [] : fetchAttachments(attachments, deps, signal)
}

async function arrivalOf(store: GatewayStore, inbound: Inbound, body: ArrivalBody, at: number): Promise<NewArrival> {
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
