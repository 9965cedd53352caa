import { type ConversationHost, compactConversation } from '@palimpsest/core/compaction'
import { listedNames, type Receipt } from '@palimpsest/core/engine'
import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { Message } from '@palimpsest/core/message'
import { bindsThinking } from '@palimpsest/core/models'
import { codecs } from '@palimpsest/core/wire'
import { type LiveSummaries, openLive } from './live-summary.ts'
import type { ReplayCompaction, Usd } from './replay-result.ts'
import type { ReplayPressure, ReplayState } from './replay-state.ts'
import { freshFee, likelyTokens } from './summary-fee.ts'
import { addUsd } from './usd.ts'

export type Made =
  | { readonly kind: 'made'; readonly compaction: Omit<ReplayCompaction, 'beforeCall'>; readonly notices: Notices }
  | {
      readonly kind: 'none'
      /** The amount paid for a summary that came to nothing. */
      readonly costUsd: Usd
      readonly notices: Notices
    }

/** Notices the user would receive. */
type Notices = readonly string[]

/** Has the conversation compacted where that is due, as an agent would, and bills the summary. */
export async function compactReplay(state: ReplayState, pressure: ReplayPressure, signal: AbortSignal): Promise<Made> {
  const { conversation, options, timeline, toolTokens, meter, bills } = state
  const { modelName, model } = bills.asked()
  const startMs = timeline.now()
  const live = openLive(state, pressure)
  const request = {
    session: conversation.session().id,
    ...pressure,
    overheadTokens: toolTokens,
    enabled: true,
    route: modelName,
    bindsThinking: bindsThinking(modelName, model),
    summaryRoutes: meter.models.map(({ name }) => name),
    ...(live?.model && { live: live.model }),
  }
  const bill = billOnce(state, live)
  const outcome = await withOwnSignal(signal, (own) => compactConversation(hostOf(state, bill), request, own))
  signal.throwIfAborted()
  const costUsd = bill()
  if (outcome.kind === 'skipped') return { kind: 'none', costUsd, notices: outcome.notify ? [outcome.detail] : [] }
  if (outcome.kind === 'failed') return { kind: 'none', costUsd, notices: [outcome.failure.message] }
  if (outcome.kind !== 'committed') return { kind: 'none', costUsd, notices: [] }
  await conversation.adopt(outcome.session)
  const { messages } = conversation.request()
  const view = options.views ? { view: chatJson(messages), index: listedNames(messages) } : {}
  return {
    kind: 'made',
    compaction: { ...outcome.receipt, costUsd, atMs: startMs - options.startMs, ...view },
    notices: outcome.failures.map(({ message }) => message),
  }
}

/** Runs work that is started often with its own signal, so that the long-lived one gathers no listeners. */
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

/** The cost of a summary is written with its compaction. */
function hostOf({ ports, engine, counter, timeline }: ReplayState, bill: (receipt: Receipt) => Usd): ConversationHost {
  return {
    store: ports.store,
    engine,
    counter,
    now: timeline.now,
    mintSession: ports.mint.session,
    mintRun: ports.mint.run,
    // Nobody else knows of this conversation.
    alone: (_, work) => work(new AbortController().signal),
    hooks: {
      beforeCommit: ({ receipt, ...compaction }) => {
        // It was made a moment ago.
        const costUsd = bill(receipt as unknown as Receipt)
        return { ...compaction, receipt: { ...(receipt as JsonObject), ...(costUsd !== null && { costUsd }) } }
      },
    },
  }
}

/** Bills what is asked for when its compaction is written, or when there is none. */
function billOnce(state: ReplayState, live?: LiveSummaries): (receipt?: Receipt) => Usd {
  let paid: { readonly usd: Usd } | undefined
  return (receipt) => {
    paid ??= { usd: billSummary(state, live, receipt) }
    return paid.usd
  }
}

/** Returns what writing the summary cost, or would have, had a model written it instead of code. */
function billSummary({ options, ports, meter, bills }: ReplayState, live?: LiveSummaries, receipt?: Receipt): Usd {
  const isPretended = receipt?.summary.by === 'mechanical' && ports.summaryModels.length === 0
  const likely = isPretended ? likelyTokens(receipt) : undefined
  if (live && likely) live.bill(likely.output)
  const tokens = meter.take() ?? (live ? undefined : likely)
  const amount = tokens ? freshFee(options.fee, tokens, ({ input = 0, output = 0 }) => bills.price(input, output)) : 0
  bills.pay(amount)
  return live === undefined ? amount : addUsd(amount, live.costUsd())
}

/** Messages as OpenAI Chat writes them. */
export function chatJson(messages: readonly Message[]): readonly Json[] {
  const { value } = codecs['openai-chat'].encode({ messages })
  if (isList(value)) return value
  const list = isObject(value) ? value.messages : undefined
  return isList(list) ? list : []
}
