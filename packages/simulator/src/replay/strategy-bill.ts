import {
  type Anchor,
  anchorings,
  beginCall,
  type CacheMemory,
  type CacheRequest,
  type CacheRoute,
  forgetCached,
  isWarm,
  nextPing,
  notePing,
  startMemory,
} from '@palimpsest/core/cache'
import { addBilled, type BilledUsage } from '@palimpsest/core/tokens'
import type { BilledRequest, MarkedPrefix, PromptUsage } from '../billing/billed-request.ts'
import { createBiller } from '../billing/create-biller.ts'
import { extend, type Prefix, type PromptBlock } from '../billing/prefix.ts'
import { billedUsage } from '../billing/prompt-cost.ts'
import type { PromptReader } from '../billing/prompt-reader.ts'
import type { CachingRules } from '../billing/rules.ts'
import { createHourPremium, type HourTotal } from './hour-premium.ts'
import type { Usd } from './replay-result.ts'
import { addUsd, type PriceUsage } from './usd.ts'

export type BillStrategy = 'none' | 'system_and_3' | 'anchored'

/** The event that a conversation waits for. */
export type ReplayWaiting = Parameters<typeof nextPing>[2]

/** Finds the places of anchors in the request that is being billed. */
export type PlaceAnchors = (request: CacheRequest, anchors: readonly Anchor[]) => readonly MarkedPrefix[]

/** A request, and how a cache reads it. */
export interface BillRequest {
  readonly request: CacheRequest
  readonly read: ReturnType<PromptReader>
}

export interface StrategyBillOptions {
  readonly strategy: BillStrategy
  readonly rules: CachingRules
  readonly route: CacheRoute
  readonly price: PriceUsage
  /** Shared by all strategies: they send the same bytes and differ only in their breakpoints. */
  readonly place: PlaceAnchors
}

/** When a call starts, and what came before it. */
export interface Moment {
  readonly startMs: number
  /** When the reply begins. */
  readonly replyMs: number
  readonly isHuman: boolean
  /** The system prompt is another one. */
  readonly isFresh: boolean
  /** The size of the prompt, and the size at which it is compacted. */
  readonly promptTokens?: number
  readonly thresholdTokens?: number
}

export interface BillCall {
  readonly usage: PromptUsage
  readonly prompt: Prefix
  readonly costUsd: Usd
}

/** Requests that only keep the cache warm; what they cost is in the total. */
export interface KeepAliveTotal {
  readonly calls: number
  readonly usage: BilledUsage
  readonly costUsd: Usd
}

const noKeepAlives: KeepAliveTotal = { calls: 0, usage: {}, costUsd: 0 }

export interface BillTotal extends HourTotal {
  readonly costUsd: Usd
  readonly keepAlives: KeepAliveTotal
  readonly promptTokens: number
  readonly readTokens: number
}

/** One way to pay for a conversation: the same requests, with breakpoints of its own and a cache of its own. */
export interface StrategyBill {
  call(request: BillRequest, moment: Moment, outputTokens: number): BillCall
  /** A summary written on top of the next request: it reads what is cached of it. */
  fork(request: BillRequest, question: PromptBlock, moment: Moment, outputTokens: number): Usd
  /** True when what was sent last is still cached. */
  isWarm(nowMs: number): boolean
  /** Sends the keep-alives that were due before a time. */
  wait(untilMs: number, waiting: ReplayWaiting): void
  /** Something else that was paid, e.g. a summary by another model. */
  pay(amount: Usd): void
  /** Returns what the planner knows. */
  memory(): CacheMemory
  /** Goes on from what was known with another model, whose cache is out of reach. */
  follow(memory: CacheMemory): void
  total(): BillTotal
}

export function createStrategyBill({ strategy, rules, route, price, place }: StrategyBillOptions): StrategyBill {
  let memory: CacheMemory = { ...startMemory, ttl: route.pinned ?? '5m', baseTtl: route.pinned ?? '5m' }
  const bill = createBiller(strategy === 'none' ? { kind: 'none' } : rules)
  let last: Pick<BilledRequest, 'prompt' | 'breakpoints'> | undefined
  let warmMs: number | undefined
  let costUsd: Usd = 0
  let keepAlives = noKeepAlives
  let promptTokens = 0
  let readTokens = 0
  const hours = createHourPremium(price)
  // Where caching is automatic there is nothing to place.
  const choose = strategy !== 'none' && rules.kind === 'breakpoints' ? anchorings[strategy] : undefined
  const pay = (amount: Usd) => {
    costUsd = addUsd(costUsd, amount)
  }
  const charge = (request: BilledRequest, outputTokens: number): BillCall => {
    const usage = bill(request)
    hours.note(usage, request.startMs)
    const paid = price(billedUsage(usage, outputTokens))
    pay(paid)
    return { usage, prompt: request.prompt, costUsd: paid }
  }
  return {
    call: ({ request, read }, moment, outputTokens) => {
      if (strategy === 'anchored') memory = beginCall(memory, moment, route)
      const planned = choose?.(request, memory)
      memory = planned?.memory ?? memory
      last = planned ? { prompt: read.prompt, breakpoints: place(request, planned.anchors) } : read
      warmMs = moment.startMs
      const call = charge({ startMs: moment.startMs, replyMs: moment.replyMs, ...last }, outputTokens)
      promptTokens += call.prompt.tokens
      readTokens += call.usage.read
      return call
    },
    fork: ({ request, read }, question, moment, outputTokens) => {
      const planned = choose?.(request, strategy === 'anchored' ? beginCall(memory, moment, route) : memory)
      const breakpoints = planned ? place(request, planned.anchors) : read.breakpoints
      const { startMs, replyMs } = moment
      return charge({ prompt: extend(read.prompt, question), breakpoints, startMs, replyMs }, outputTokens).costUsd
    },
    isWarm: (nowMs) => strategy !== 'none' && warmMs !== undefined && isWarm({ ...memory, warmMs }, nowMs),
    wait: (untilMs, waiting) => {
      if (strategy !== 'anchored' || rules.kind !== 'breakpoints') return
      for (;;) {
        const next = nextPing(memory, memory.warmMs ?? 0, waiting, route)
        if (next.kind === 'stop' || next.atMs >= untilMs || last === undefined) return
        keepAlives = withPing(keepAlives, charge({ startMs: next.atMs, ...last }, 0))
        memory = notePing(memory, next.atMs)
        warmMs = next.atMs
      }
    },
    pay,
    memory: () => memory,
    follow: (known) => {
      memory = { ...forgetCached(known), ttl: memory.ttl, baseTtl: memory.baseTtl }
    },
    total: () => ({ costUsd, keepAlives, promptTokens, readTokens, ...hours.total() }),
  }
}

function withPing({ calls, usage, costUsd }: KeepAliveTotal, ping: BillCall): KeepAliveTotal {
  return {
    calls: calls + 1,
    usage: addBilled(usage, billedUsage(ping.usage, 0)),
    costUsd: addUsd(costUsd, ping.costUsd),
  }
}
