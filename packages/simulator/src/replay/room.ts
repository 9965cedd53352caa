import {
  bindsThinking,
  type Compaction,
  codecs,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Message,
  makeRoom,
  type Receipt,
  type RoomHost,
} from '@palimpsest/core'
import { type LiveSummaries, openLive } from './live-summary.ts'
import type { ReplayCompaction, Usd } from './replay-result.ts'
import type { Pressure, RoomDesk } from './room-desk.ts'
import { freshFee, likelyTokens } from './summary-fee.ts'
import { addUsd } from './usd.ts'

export type Made =
  | { readonly kind: 'made'; readonly compaction: Omit<ReplayCompaction, 'beforeCall'>; readonly notices: Notices }
  | { readonly kind: 'none'; readonly notices: Notices }

/** What the user would be told. */
type Notices = readonly string[]

/** Lets the real machinery decide and compress, and bills the summary. */
export async function makeReplayRoom(desk: RoomDesk, pressure: Pressure, signal: AbortSignal): Promise<Made> {
  const { talk, options, timeline, toolTokens, meter } = desk
  const startMs = timeline.now()
  const live = openLive(desk, pressure)
  const request = {
    session: talk.session().id,
    ...pressure,
    overheadTokens: toolTokens,
    enabled: true,
    route: options.modelName,
    bindsThinking: bindsThinking(options.modelName, options.model),
    summaryRoutes: meter.models.map(({ name }) => name),
    ...(live?.model && { live: live.model }),
  }
  let costUsd: Usd = 0
  const host = hostOf(desk, (receipt) => {
    costUsd = billSummary(desk, receipt, live)
    return costUsd
  })
  const outcome = await withOwnSignal(signal, (own) => makeRoom(host, request, own))
  signal.throwIfAborted()
  if (outcome.kind === 'skipped') return { kind: 'none', notices: outcome.notify ? [outcome.detail] : [] }
  if (outcome.kind === 'failed') return { kind: 'none', notices: [outcome.failure.message] }
  if (outcome.kind !== 'committed') return { kind: 'none', notices: [] }
  await talk.adopt(outcome.session)
  const view = options.views ? { view: chatJson(talk.request().messages) } : {}
  return {
    kind: 'made',
    compaction: { ...outcome.receipt, costUsd, atMs: startMs - options.startMs, ...view },
    notices: outcome.failures.map(({ message }) => message),
  }
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

/** What a summary cost is written with its compaction. */
function hostOf({ ports, engine, counter, timeline }: RoomDesk, bill: (receipt: Receipt) => Usd): RoomHost {
  const { store } = ports
  const withBill = ({ receipt, ...compaction }: Compaction): Compaction => {
    // The machinery has just made it.
    const costUsd = bill(receipt as unknown as Receipt)
    return { ...compaction, receipt: { ...(receipt as JsonObject), ...(costUsd !== null && { costUsd }) } }
  }
  return {
    store: { ...store, compact: (compaction) => store.compact(withBill(compaction)) },
    engine,
    counter,
    now: timeline.now,
    mintSession: ports.mint.session,
    mintRun: ports.mint.run,
    // Nobody else knows of this conversation.
    alone: (_, work) => work(new AbortController().signal),
  }
}

/** What writing the summary cost, or would have, had a model written it instead of code. */
function billSummary({ options, ports, meter, till }: RoomDesk, receipt: Receipt, live?: LiveSummaries): Usd {
  const isPretended = receipt.summary.by === 'mechanical' && ports.summaryModels.length === 0
  const likely = isPretended ? likelyTokens(receipt) : undefined
  if (live && likely) live.bill(likely.output)
  const tokens = meter.take() ?? (live ? undefined : likely)
  const amount = tokens ? freshFee(options.fee, tokens, ({ input = 0, output = 0 }) => till.price(input, output)) : 0
  till.pay(amount)
  return live === undefined ? amount : addUsd(amount, live.costUsd())
}

/** Messages as OpenAI Chat writes them. */
export function chatJson(messages: readonly Message[]): readonly Json[] {
  const { value } = codecs['openai-chat'].encode({ messages })
  if (isList(value)) return value
  const list = isObject(value) ? value.messages : undefined
  return isList(list) ? list : []
}
