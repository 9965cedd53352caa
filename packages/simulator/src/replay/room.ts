import {
  type Budget,
  type ContextEngine,
  type Counter,
  codecs,
  isList,
  isObject,
  type Json,
  type Message,
  makeRoom,
  type Receipt,
  type RoomHost,
  type Trigger,
} from '@palimpsest/core'
import type { ReplayOptions, ReplayPorts } from './replay-options.ts'
import type { ReplayCompaction, Usd } from './replay-result.ts'
import { freshFee, likelyTokens, type Meter } from './summary-fee.ts'
import type { Talk } from './talk.ts'
import type { Till } from './till.ts'
import { replyAfterMs, type Timeline } from './timeline.ts'

/** All that making room in a replay touches. */
export interface RoomDesk {
  readonly options: ReplayOptions
  readonly ports: ReplayPorts
  readonly engine: ContextEngine
  /** Counts what is sent. */
  readonly counter: Counter
  readonly toolTokens: number
  readonly talk: Talk
  readonly till: Till
  readonly timeline: Timeline
  readonly meter: Meter
}

/** How the next request looks from where it is decided. */
export interface Pressure {
  readonly trigger: Trigger
  readonly promptTokens: number
  readonly isReported: boolean
  readonly budget: Budget
}

export type Made =
  | { readonly kind: 'made'; readonly compaction: Omit<ReplayCompaction, 'beforeCall'> }
  | { readonly kind: 'none'; readonly notice?: string }

/** Lets the real machinery decide and compress, and bills the summary. */
export async function makeReplayRoom(desk: RoomDesk, pressure: Pressure, signal: AbortSignal): Promise<Made> {
  const { talk, options, timeline, toolTokens, meter } = desk
  const before = talk.request()
  const startMs = timeline.now()
  const request = {
    session: talk.session().id,
    ...pressure,
    overheadTokens: toolTokens,
    enabled: true,
    route: options.modelName,
    summaryRoutes: meter.models.map(({ name }) => name),
  }
  const outcome = await withOwnSignal(signal, (own) => makeRoom(hostOf(desk), request, own))
  signal.throwIfAborted()
  if (outcome.kind === 'skipped') return outcome.notify ? { kind: 'none', notice: outcome.detail } : { kind: 'none' }
  if (outcome.kind === 'failed') return { kind: 'none', notice: outcome.failure.message }
  if (outcome.kind !== 'committed') return { kind: 'none' }
  const costUsd = billSummary(desk, outcome.receipt, { request: before, startMs })
  await talk.adopt(outcome.session)
  const view = options.views ? { view: chatJson(talk.request().messages) } : {}
  return { kind: 'made', compaction: { ...outcome.receipt, costUsd, atMs: startMs - options.startMs, ...view } }
}

/** What is started often listens to a signal of its own, so that the long-lived one gathers no listeners. */
async function withOwnSignal<T>(signal: AbortSignal, work: (own: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController()
  const stop = () => own.abort(signal.reason)
  if (signal.aborted) stop()
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await work(own.signal)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

function hostOf({ ports, engine, counter, timeline }: RoomDesk): RoomHost {
  return {
    store: ports.store,
    engine,
    counter,
    now: timeline.now,
    mintSession: ports.mint.session,
    mintRun: ports.mint.run,
    // Nobody else knows of this conversation.
    alone: (_, work) => work(new AbortController().signal),
  }
}

function billSummary(
  { options, meter, till }: RoomDesk,
  receipt: Receipt,
  { request, startMs }: { readonly request: ReturnType<Talk['request']>; readonly startMs: number },
): Usd {
  const written = meter.take()
  if (receipt.summary.by === 'none' && written === undefined) return 0
  const tokens = written ?? likelyTokens(receipt)
  if (options.fee.kind === 'cached') {
    const moment = { startMs, replyMs: startMs + replyAfterMs, isHuman: false, isFresh: false }
    return till.fork(request, moment, tokens.output)
  }
  const amount = freshFee(options.fee, tokens, ({ input = 0, output = 0 }) => till.price(input, output))
  till.pay(amount)
  return amount
}

/** Messages as OpenAI Chat writes them. */
export function chatJson(messages: readonly Message[]): readonly Json[] {
  const { value } = codecs['openai-chat'].encode({ messages })
  if (isList(value)) return value
  const list = isObject(value) ? value.messages : undefined
  return isList(list) ? list : []
}
