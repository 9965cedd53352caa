import { calledTool } from '@palimpsest/core/compaction'
import { isDeclined, type Message } from '@palimpsest/core/message'
import { type Cost, createCatalogue } from '@palimpsest/core/models'
import type { StoredMessage } from '@palimpsest/core/store'
import { type Counter, createCounter } from '@palimpsest/core/tokens'

/** Totals of the calls of one tool. */
export interface ToolTally {
  readonly calls: number
  /** Calls whose result was an error. */
  readonly failed: number
  /** Calls that the user did not agree to. */
  readonly declined: number
  /** Estimated: no provider reports tokens by tool. */
  readonly resultTokens: number
  /** The cost of reading the results once, uncached; absent where no price is known. */
  readonly usd?: number
}

const none: ToolTally = { calls: 0, failed: 0, declined: 0, resultTokens: 0 }

/** Follows the calls of one conversation after the other; what was called and not yet answered is all it holds. */
export interface ToolCounter {
  /** Another conversation begins: ids of calls mean nothing beyond their own. */
  next(): void
  add(stored: StoredMessage, model: string | undefined): void
  tallies(): ReadonlyMap<string, ToolTally>
}

export function createToolCounter(): ToolCounter {
  const counter = createCounter()
  const priceOf = createInputPrice()
  const tallies = new Map<string, ToolTally>()
  const open = new Map<string, { readonly name: string; readonly model: string | undefined }>()
  const change = (name: string, by: (tally: ToolTally) => ToolTally) => tallies.set(name, by(tallies.get(name) ?? none))
  return {
    next: () => open.clear(),
    add: ({ message }, model) => {
      for (const call of callsOf(message)) {
        // What was called through find_tools counts as its own.
        const { name } = calledTool(call)
        open.set(call.callId, { name, model })
        change(name, (tally) => ({ ...tally, calls: tally.calls + 1 }))
      }
      if (message.role !== 'tool') return
      const call = open.get(message.callId)
      open.delete(message.callId)
      if (call !== undefined) change(call.name, (tally) => withResult(tally, message, counter, priceOf(call.model)))
    },
    tallies: () => tallies,
  }
}

function callsOf({ role, parts }: Message) {
  return role === 'assistant' ? parts.filter((part) => part.type === 'tool-call') : []
}

function withResult(tally: ToolTally, result: Message, counter: Counter, price: Cost): ToolTally {
  const tokens = counter.message(result)
  const usd = price.kind === 'known' ? price.usd * tokens : undefined
  return {
    ...tally,
    failed: tally.failed + (result.role === 'tool' && result.isError && !isDeclined(result) ? 1 : 0),
    declined: tally.declined + (isDeclined(result) ? 1 : 0),
    resultTokens: tally.resultTokens + tokens,
    ...(usd !== undefined && { usd: (tally.usd ?? 0) + usd }),
  }
}

/** Creates a lookup for the price of a fresh prompt token. */
function createInputPrice(): (model: string | undefined) => Cost {
  const { find } = createCatalogue()
  const known = new Map<string, Cost>()
  return (model = '') => {
    const found = known.get(model)
    if (found !== undefined) return found
    const perMillion = find(model)?.prices?.input
    const cost: Cost =
      perMillion === undefined
        ? { kind: 'unknown', reason: `no prices known for ${model}` }
        : { kind: 'known', usd: perMillion / 1_000_000 }
    known.set(model, cost)
    return cost
  }
}
