import { isObject } from '@palimpsest/core/json'
import { type ConversationId, type Instant, readBills, type SessionId, type SessionStore } from '@palimpsest/core/store'
import { addBilled, type BilledUsage } from '@palimpsest/core/tokens'
import type { PriceCall } from './price-call.ts'
import { billed, type UnbilledCall } from './unbilled-call.ts'

/** The usage and cost of writing a summary. */
export interface SummaryCall extends UnbilledCall {
  readonly at: Instant
}

/** The summaries that calls were made for, also those of compactions that were undone: they were paid. */
export async function* eachSummary(
  store: SessionStore,
  conversation: ConversationId,
  price: PriceCall,
  since: Instant = 0,
): AsyncGenerator<SummaryCall> {
  for (const { session, at, value } of await store.receipts(conversation)) {
    if (at < since) continue
    const bills = readBills(isObject(value) ? value.bills : undefined)
    for (const bill of bills) yield { at, ...billed(bill, price) }
    if (bills.length > 0) continue
    const usage = await usageOfMade(store, session)
    const { costUsd, calls: counted, summary } = isObject(value) ? value : {}
    const usd = typeof costUsd === 'number' ? costUsd : undefined
    if (usage === undefined && !usd) continue
    const { model: named } = isObject(summary) ? summary : {}
    const model = typeof named === 'string' ? withoutRoute(named) : (await store.session(session))?.model
    // Several calls may be in it, each priced at its own size when it was made.
    const cost = usd === undefined ? price(model, usage) : ({ kind: 'known', usd } as const)
    const calls = typeof counted === 'number' && counted > 0 ? counted : 1
    yield { at, model, call: { calls, cost, ...(usage && { usage }) } }
  }
}

/** Receipts name a writer with the way to it, which no price list knows. */
function withoutRoute(name: string): string {
  return name.replace(
    /^(?:anthropic|openai|openai-responses|openrouter|custom) (?:https?:\S+ )?|, on its own prompt$/g,
    '',
  )
}

/** Messages held at a time: few, since one of them can be large. */
const pageSize = 200

/** Reads the usage of making a continuation off the messages it began with; what was said in it follows them. */
async function usageOfMade(store: SessionStore, session: SessionId): Promise<BilledUsage | undefined> {
  let usage: BilledUsage | undefined
  for (let from = 0; ; from += pageSize) {
    const page = await store.view(session, { from, limit: pageSize })
    const own = page.filter((stored) => stored.session === session)
    for (const made of own) if (made.index === undefined && made.usage) usage = addBilled(usage ?? {}, made.usage)
    if (page.length < pageSize || own.some(({ index }) => index !== undefined)) return usage
  }
}
