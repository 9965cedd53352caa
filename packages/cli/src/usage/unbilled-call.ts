import {
  billsKey,
  type Conversation,
  type ConversationId,
  type ModelBill,
  readBills,
  type SessionStore,
  type StoredMessage,
  unbilledOf,
} from '@palimpsest/core/store'
import type { PriceCall } from './price-call.ts'
import type { UsageCall } from './usage-tally.ts'

/** A call made beside a conversation, and its model. */
export interface UnbilledCall {
  readonly model: string | undefined
  readonly call: UsageCall
}

/** Returns calls that no message of a conversation records yet: keep-alives after the last, an unkept answer. */
export async function unbilledCalls(
  store: SessionStore,
  { id, tip }: Conversation,
  price: PriceCall,
): Promise<readonly UnbilledCall[]> {
  const unbilled = await unbilledOf(store, id)
  if (unbilled === undefined) return []
  if (unbilled.bills.length > 0) return unbilled.bills.map((bill) => billed(bill, price))
  return [billed({ ...unbilled, model: (await store.session(tip))?.model }, price)]
}

/** Returns the calls beside a conversation that this message carries; none if it is an answer, or an old one. */
export async function carriedCalls(
  store: SessionStore,
  conversation: ConversationId,
  { id, message, usage }: StoredMessage,
  price: PriceCall,
): Promise<readonly UnbilledCall[]> {
  if (usage === undefined || message.role === 'assistant') return []
  return readBills(await store.state.get(conversation, billsKey(id))).map((bill) => billed(bill, price))
}

/** Several calls may be in a bill, each priced at its own size when it was made. */
export function billed({ model, usage, calls, costUsd }: Paid, price: PriceCall): UnbilledCall {
  const cost = costUsd === undefined ? price(model, usage) : ({ kind: 'known', usd: costUsd } as const)
  return { model, call: { calls, usage, cost } }
}

type Paid = Omit<ModelBill, 'model'> & { readonly model: string | undefined }
