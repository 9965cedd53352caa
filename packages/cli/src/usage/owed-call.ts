import { type Conversation, owedKey, readOwed, type SessionStore } from '@palimpsest/core'
import type { PriceCall } from './price-call.ts'
import type { Call } from './tally.ts'

/** What was asked beside a conversation, and by which model. */
export interface OwedCall {
  readonly model: string | undefined
  readonly call: Call
}

/** What no message of a conversation tells yet: the cache kept warm after the last word, an answer that was not kept. */
export async function owedCall(
  store: SessionStore,
  { id, tip }: Conversation,
  price: PriceCall,
): Promise<OwedCall | undefined> {
  const owed = readOwed(await store.state.get(id, owedKey))
  if (owed === undefined) return undefined
  const { usage, costUsd } = owed
  const model = (await store.session(tip))?.model
  // Several calls may be in it, each priced at its own size when it was made.
  const cost = costUsd === undefined ? price(model, usage) : ({ kind: 'known', usd: costUsd } as const)
  return { model, call: { usage, cost } }
}
