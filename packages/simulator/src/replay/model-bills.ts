import type { CacheMemory, CacheRequest } from '@palimpsest/core/cache'
import type { Counter } from '@palimpsest/core/tokens'
import { dropOldThinking, dropsThinking } from '../billing/drop-old-thinking.ts'
import { placeMarks } from '../billing/place-marks.ts'
import { extend } from '../billing/prefix.ts'
import { createPromptCache, type PromptBook } from '../billing/prompt-reader.ts'
import { createPromptTree } from '../billing/prompt-tree.ts'
import { anthropicBilling, cachingRules } from '../billing/rules.ts'
import { createOracle, type OracleTotal } from './oracle.ts'
import type { BilledModel } from './replay-options.ts'
import type { Usd } from './replay-result.ts'
import {
  type BillCall,
  type BillStrategy,
  type BillTotal,
  createStrategyBill,
  type Moment,
  type PlaceAnchors,
  type ReplayWaiting,
  type StrategyBillOptions,
} from './strategy-bill.ts'
import { plainUsage, priceOf } from './usd.ts'
import type { UsualPayer } from './usual.ts'

/** Unknown models are taken to cache like Claude, at prices that nobody knows. */
export interface ModelBillsOptions extends BilledModel {
  /** The strategy whose bill counts. */
  readonly strategy: BillStrategy
}

/** Bills every request to one model in every way at once, and remembers what an oracle needs. */
export interface ModelBills {
  readonly price: (input: number, output: number) => Usd
  /** Bills a call; what the chosen strategy paid. */
  call(request: CacheRequest, moment: Moment, outputTokens: number): BillCall
  /** Bills a summary on top of a request that is about to be compacted. */
  fork(request: CacheRequest, moment: Moment, outputTokens: number): Usd
  /** True when the chosen strategy still has cached what it sent last. */
  isWarm(nowMs: number): boolean
  /** Bills a summary that was written apart from the conversation. */
  pay(amount: Usd): void
  wait(untilMs: number, waiting: ReplayWaiting): void
  totals(): Readonly<Record<BillStrategy, BillTotal>>
  /** The least that any placement of breakpoints could have paid. */
  oracle(): OracleTotal
  /** Bills requests of their own, with the usual breakpoints, for five minutes. */
  readonly usual: UsualPayer
  /** Returns what the planner knows. */
  memory(): CacheMemory
  /** Goes on from what was known with another model, whose cache is out of reach. */
  follow(memory: CacheMemory): void
}

/** About what the question weighs that asks for a summary. */
const question = { key: 'question for a summary', tokens: 800, kind: 'text', endsMessage: true } as const

export function createModelBills(
  { modelName, model, route, strategy }: ModelBillsOptions,
  counter: Counter,
): ModelBills {
  const rules = model ? cachingRules(model) : anthropicBilling
  const price = priceOf(model)
  const openBook = createPromptCache(modelName, counter, createPromptTree())
  const book = openBook()
  const place: PlaceAnchors = (request, anchors) => placeMarks(request, anchors, book)
  const strategyBill = (name: BillStrategy) => createStrategyBill({ strategy: name, rules, route, price, place })
  const strategyBills = {
    none: strategyBill('none'),
    system_and_3: strategyBill('system_and_3'),
    anchored: strategyBill('anchored'),
  }
  const all = Object.values(strategyBills)
  const oracle = createOracle(model, rules)
  const drops = dropsThinking(model)
  const askedBy = (request: CacheRequest) => {
    const seen = drops ? { ...request, messages: dropOldThinking(request.messages) } : request
    return { request: seen, read: book.read(seen) }
  }
  return {
    price: (input, output) => price(plainUsage(input, output)),
    call: (request, moment, outputTokens) => {
      const asked = askedBy(request)
      oracle.call({ prompt: asked.read.prompt, startMs: moment.startMs }, outputTokens)
      const paid = {
        none: strategyBills.none.call(asked, moment, outputTokens),
        system_and_3: strategyBills.system_and_3.call(asked, moment, outputTokens),
        anchored: strategyBills.anchored.call(asked, moment, outputTokens),
      }
      return paid[strategy]
    },
    fork: (request, moment, outputTokens) => {
      const asked = askedBy(request)
      const prompt = extend(asked.read.prompt, question)
      oracle.call({ prompt, startMs: moment.startMs }, outputTokens)
      const paid = {
        none: strategyBills.none.fork(asked, question, moment, outputTokens),
        system_and_3: strategyBills.system_and_3.fork(asked, question, moment, outputTokens),
        anchored: strategyBills.anchored.fork(asked, question, moment, outputTokens),
      }
      return paid[strategy]
    },
    isWarm: (nowMs) => strategyBills[strategy].isWarm(nowMs),
    pay: (amount) => {
      oracle.pay(amount)
      for (const each of all) each.pay(amount)
    },
    wait: (untilMs, waiting) => {
      for (const each of all) each.wait(untilMs, waiting)
    },
    totals: () => ({
      none: strategyBills.none.total(),
      system_and_3: strategyBills.system_and_3.total(),
      anchored: strategyBills.anchored.total(),
    }),
    oracle: oracle.total,
    usual: usualPayer({ rules, route, price }, openBook(), drops),
    memory: strategyBills.anchored.memory,
    follow: strategyBills.anchored.follow,
  }
}

/** A strategy bill of its own, on requests of its own. */
function usualPayer(
  { rules, route, price }: Pick<StrategyBillOptions, 'rules' | 'route' | 'price'>,
  book: PromptBook,
  dropsThinking: boolean,
): UsualPayer {
  const place: PlaceAnchors = (request, anchors) => placeMarks(request, anchors, book)
  const bill = createStrategyBill({ strategy: 'system_and_3', rules, route: { ...route, pinned: '5m' }, price, place })
  return { bill, read: book.read, dropsThinking }
}
