import {
  type Bill,
  billsKey,
  type Conversation,
  type ConversationId,
  owedKey,
  readBills,
  readOwed,
  type SessionStore,
  type StoredMessage,
} from '@palimpsest/core'
import type { PriceCall } from './price-call.ts'
import type { Call } from './tally.ts'

/** A call made beside a conversation, and its model. */
export interface OwedCall {
  readonly model: string | undefined
  readonly call: Call
}

/** Returns calls that no message of a conversation records yet: keep-alives after the last, an unkept answer. */
export async function owedCalls(
  store: SessionStore,
  { id, tip }: Conversation,
  price: PriceCall,
): Promise<readonly OwedCall[]> {
  const owed = readOwed(await store.state.get(id, owedKey))
  if (owed === undefined) return []
  if (owed.bills.length > 0) return owed.bills.map((bill) => billed(bill, price))
  return [billed({ ...owed, model: (await store.session(tip))?.model }, price)]
}

/** Returns the calls beside a conversation that this message carries; none if it is an answer, or an old one. */
export async function carriedCalls(
  store: SessionStore,
  conversation: ConversationId,
  { id, message, usage }: StoredMessage,
  price: PriceCall,
): Promise<readonly OwedCall[]> {
  if (usage === undefined || message.role === 'assistant') return []
  return readBills(await store.state.get(conversation, billsKey(id))).map((bill) => billed(bill, price))
}

/** Several calls may be in a bill, each priced at its own size when it was made. */
export function billed({ model, usage, calls, costUsd }: Paid, price: PriceCall): OwedCall {
  const cost = costUsd === undefined ? price(model, usage) : ({ kind: 'known', usd: costUsd } as const)
  return { model, call: { calls, usage, cost } }
}

type Paid = Omit<Bill, 'model'> & { readonly model: string | undefined }
