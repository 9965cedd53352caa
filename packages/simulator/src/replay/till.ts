import type { CacheMemory, CacheRequest, Counter } from '@palimpsest/core'
import { dropOldThinking, dropsThinking } from '../billing/drop-old-thinking.ts'
import { placeMarks } from '../billing/place-marks.ts'
import { extend } from '../billing/prefix.ts'
import { createPromptShelf, type PromptBook } from '../billing/prompt-reader.ts'
import { createPromptTree } from '../billing/prompt-tree.ts'
import { anthropicRules, cachingRules } from '../billing/rules.ts'
import {
  createLane,
  type LaneCall,
  type LaneOptions,
  type LaneStrategy,
  type LaneTotal,
  type Moment,
  type PlaceAnchors,
  type Waiting,
} from './lane.ts'
import { createOracle, type OracleTotal } from './oracle.ts'
import type { BilledModel } from './replay-options.ts'
import type { Usd } from './replay-result.ts'
import { plainUsage, priceOf } from './usd.ts'
import type { UsualPayer } from './usual.ts'

/** Unknown models are taken to cache like Claude, at prices that nobody knows. */
export interface TillOptions extends BilledModel {
  /** The strategy whose bill counts. */
  readonly strategy: LaneStrategy
}

/** Bills every request to one model in every way at once, and remembers what an oracle needs. */
export interface Till {
  readonly price: (input: number, output: number) => Usd
  /** Bills a call; what the chosen strategy paid. */
  call(request: CacheRequest, moment: Moment, outputTokens: number): LaneCall
  /** Bills a summary on top of a request that is about to be compacted. */
  fork(request: CacheRequest, moment: Moment, outputTokens: number): Usd
  /** True when the chosen strategy still has cached what it sent last. */
  isWarm(nowMs: number): boolean
  /** Bills a summary that was written apart from the conversation. */
  pay(amount: Usd): void
  wait(untilMs: number, waiting: Waiting): void
  totals(): Readonly<Record<LaneStrategy, LaneTotal>>
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

export function createTill({ modelName, model, route, strategy }: TillOptions, counter: Counter): Till {
  const rules = model ? cachingRules(model) : anthropicRules
  const price = priceOf(model)
  const openBook = createPromptShelf(modelName, counter, createPromptTree())
  const book = openBook()
  const place: PlaceAnchors = (request, anchors) => placeMarks(request, anchors, book)
  const lane = (name: LaneStrategy) => createLane({ strategy: name, rules, route, price, place })
  const lanes = { none: lane('none'), system_and_3: lane('system_and_3'), anchored: lane('anchored') }
  const all = Object.values(lanes)
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
        none: lanes.none.call(asked, moment, outputTokens),
        system_and_3: lanes.system_and_3.call(asked, moment, outputTokens),
        anchored: lanes.anchored.call(asked, moment, outputTokens),
      }
      return paid[strategy]
    },
    fork: (request, moment, outputTokens) => {
      const asked = askedBy(request)
      const prompt = extend(asked.read.prompt, question)
      oracle.call({ prompt, startMs: moment.startMs }, outputTokens)
      const paid = {
        none: lanes.none.fork(asked, question, moment, outputTokens),
        system_and_3: lanes.system_and_3.fork(asked, question, moment, outputTokens),
        anchored: lanes.anchored.fork(asked, question, moment, outputTokens),
      }
      return paid[strategy]
    },
    isWarm: (nowMs) => lanes[strategy].isWarm(nowMs),
    pay: (amount) => {
      oracle.pay(amount)
      for (const each of all) each.pay(amount)
    },
    wait: (untilMs, waiting) => {
      for (const each of all) each.wait(untilMs, waiting)
    },
    totals: () => ({
      none: lanes.none.total(),
      system_and_3: lanes.system_and_3.total(),
      anchored: lanes.anchored.total(),
    }),
    oracle: oracle.total,
    usual: usualPayer({ rules, route, price }, openBook(), drops),
    memory: lanes.anchored.memory,
    follow: lanes.anchored.follow,
  }
}

/** A lane of its own, on requests of its own. */
function usualPayer(
  { rules, route, price }: Pick<LaneOptions, 'rules' | 'route' | 'price'>,
  book: PromptBook,
  dropsThinking: boolean,
): UsualPayer {
  const place: PlaceAnchors = (request, anchors) => placeMarks(request, anchors, book)
  const lane = createLane({ strategy: 'system_and_3', rules, route: { ...route, pinned: '5m' }, price, place })
  return { lane, read: book.read, dropsThinking }
}
