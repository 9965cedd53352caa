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
import { type ChatLimit, noteOf } from './chat-limit.ts'
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
  readonly chatLimit: ChatLimit
  readonly metrics: GatewayMetrics
  readonly now: () => number
  /** True when the model reads PDF. */
  readonly readsDocuments: boolean
  /** How long the files of what is put at once may take. */
  readonly fetchMs: number
}

/** Sources with files that were put here lately: when they come again, nothing is fetched again. */
const mostKnown = 1_000

/** What is put for a message: it counts against the limit of its chat, or is beyond that, or needs no answer at all. */
interface Taken {
  readonly inbound: Inbound
  readonly arrival: NewArrival
  readonly as: 'counted' | 'limited' | 'free'
}

/** Makes what channels put durable: in the inbox, once. Throws when it is not, so that the platform brings it again. */
export function createPutInbound(deps: PutInboundDeps): PutInbound {
  const order = createThreadOrder()
  const known = new Set<string>()
  return (inbound) => {
    const threads = [...new Set(inbound.map(threadKey))]
    const isSlow = inbound.some((each) => each.attachments !== undefined)
    return order.run(threads, isSlow, async () => {
      await takeAll(deps, inbound, known)
      for (const { source, attachments } of inbound) if (attachments !== undefined) known.add(source)
      for (const source of known) if (known.size > mostKnown) known.delete(source)
    })
  }
}

async function takeAll(deps: PutInboundDeps, inbound: readonly Inbound[], known: ReadonlySet<string>): Promise<void> {
  const { access, pressure, chatLimit, metrics, readsDocuments } = deps
  if (await pressure.isHigh()) throw tooMuch()
  const signal = AbortSignal.timeout(deps.fetchMs)
  const read = await Promise.all(
    inbound.map(async (each) => {
      if (!maySpeak(each, access[each.channel])) return undefined
      const files = known.has(each.source) ? [] : await fetchFiles(each, deps, signal)
      return readInbound(each, { files, readsDocuments })
    }),
  )
  const taken: Taken[] = []
  try {
    for (const [i, each] of inbound.entries()) {
      const body = read[i]
      if (body === undefined) metrics.puts.inc({ channel: each.channel, outcome: 'refused' })
      else taken.push(await takeInbound(deps, each, body))
    }
    if (taken.length > 0) await putAll(deps, taken)
  } catch (error) {
    for (const { arrival, as } of taken) if (as === 'counted') chatLimit.give(arrival.conversation)
    throw error
  }
}

async function fetchFiles(
  { attachments = [] }: Inbound,
  deps: PutInboundDeps,
  signal: AbortSignal,
): Promise<readonly FetchedFile[]> {
  return attachments.length === 0 ? [] : fetchAttachments(attachments, deps, signal)
}

async function takeInbound(
  { store, chatLimit, now }: PutInboundDeps,
  inbound: Inbound,
  read: ArrivalBody,
): Promise<Taken> {
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
