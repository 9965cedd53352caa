import type { CacheRequest } from '@palimpsest/core/cache'
import type { AssistantMessage, Message } from '@palimpsest/core/message'
import { hasThinking, withoutThinking } from '@palimpsest/core/thinking'
import { addBilled, type Counter } from '@palimpsest/core/tokens'
import { createModelBills, type ModelBills } from './model-bills.ts'
import type { OracleTotal } from './oracle.ts'
import type { BilledModel, ReplayOptions } from './replay-options.ts'
import type { BillTotal, KeepAliveTotal } from './strategy-bill.ts'
import { addUsd } from './usd.ts'
import { createUsual, type Usual, type UsualStart } from './usual.ts'

/** The bills of each model, as caches are: what was written for one model, no other can read. */
export interface ReplayBills extends Omit<ModelBills, 'usual' | 'follow'> {
  /** The model whose bills are used now. */
  asked(): BilledModel
  /** Uses the bills of the model that wrote this from now on. */
  turnTo(reply: AssistantMessage): void
  /** Returns the keep-alives' cost, by model. */
  keepAlives(): readonly (KeepAliveTotal & { readonly model: string })[]
  /** The same conversation as people have it without us. */
  openUsual(start: UsualStart): Usual
}

export function createReplayBills(options: ReplayBillsOptions, counter: Counter): ReplayBills {
  const { strategy } = options
  const byModel = new Map<string, ModelBills>()
  let asked: BilledModel = options
  /** That of the last call. */
  let last: ModelBills | undefined
  const current = () => {
    const { modelName, model, route } = asked
    const own =
      byModel.get(modelName) ?? createModelBills({ modelName, ...(model && { model }), route, strategy }, counter)
    byModel.set(modelName, own)
    return own
  }
  const sent = (request: CacheRequest) => (byModel.size > 1 ? withOwnThinking(request, asked, options) : request)
  const all = () => [...byModel.values()]
  return {
    asked: () => asked,
    turnTo: (reply) => {
      asked = writerOf(reply, options)
    },
    price: (input, output) => current().price(input, output),
    call: (request, moment, outputTokens) => {
      const before = last
      last = current()
      // A conversation that changes its model plans anew, though an earlier model may still have something cached.
      const isOther = before !== undefined && before !== last
      if (isOther) last.follow(before.memory())
      return last.call(sent(request), { ...moment, isFresh: moment.isFresh || isOther }, outputTokens)
    },
    fork: (request, moment, outputTokens) => current().fork(sent(request), moment, outputTokens),
    isWarm: (nowMs) => current() === last && last.isWarm(nowMs),
    pay: (amount) => current().pay(amount),
    // Only what was sent last is kept warm.
    wait: (untilMs, waiting) => last?.wait(untilMs, waiting),
    totals: () => {
      const totals = all().map((each) => each.totals())
      return {
        none: addLanes(totals.map(({ none }) => none)),
        system_and_3: addLanes(totals.map(({ system_and_3 }) => system_and_3)),
        anchored: addLanes(totals.map(({ anchored }) => anchored)),
      }
    },
    oracle: () => addTokens(all().map((each) => each.oracle())),
    memory: () => current().memory(),
    openUsual: (start) =>
      createUsual({
        ...start,
        payer: () => current().usual,
        paid: () => addLanes(all().map(({ usual }) => usual.bill.total())),
      }),
    keepAlives: () => [...byModel].map(([model, each]) => ({ model, ...each.totals()[strategy].keepAlives })),
  }
}

export type ReplayBillsOptions = Pick<ReplayOptions, keyof BilledModel | 'writers' | 'strategy'>

function writerOf({ model = '' }: AssistantMessage, options: ReplayBillsOptions): BilledModel {
  return options.writers?.get(model) ?? options
}

/** Thinking is shown to the model that wrote it and to no other. The very same request where nothing is left out. */
function withOwnThinking(request: CacheRequest, { modelName }: BilledModel, options: ReplayBillsOptions): CacheRequest {
  const isForeign = (message: Message) => hasThinking(message) && writerOf(message, options).modelName !== modelName
  if (!request.messages.some(isForeign)) return request
  const messages = request.messages.map((message) => (isForeign(message) ? withoutThinking(message) : message))
  return { ...request, messages }
}

function addTokens(totals: readonly OracleTotal[]): OracleTotal {
  return {
    costUsd: addUsd(...totals.map(({ costUsd }) => costUsd)),
    promptTokens: totals.reduce((sum, { promptTokens }) => sum + promptTokens, 0),
    readTokens: totals.reduce((sum, { readTokens }) => sum + readTokens, 0),
  }
}

function addLanes(totals: readonly BillTotal[]): BillTotal {
  const all = totals.map(({ keepAlives }) => keepAlives)
  const keepAlives: KeepAliveTotal = {
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    usage: all.reduce((sum, { usage }) => addBilled(sum, usage), {}),
    costUsd: addUsd(...all.map(({ costUsd }) => costUsd)),
  }
  return {
    ...addTokens(totals),
    keepAlives,
    hourPremiumUsd: addUsd(...totals.map(({ hourPremiumUsd }) => hourPremiumUsd)),
    bridgedPauses: totals.reduce((sum, { bridgedPauses }) => sum + bridgedPauses, 0),
  }
}
