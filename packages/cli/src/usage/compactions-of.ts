import { isObject, type Json } from '@palimpsest/core/json'
import type { ConversationId, Instant, SessionId, SessionStore } from '@palimpsest/core/store'

/** The effect of a conversation's compactions, according to their receipts. */
export interface Compactions {
  readonly count: number
  /** Of these, taken back later: they saved nothing, but their summaries were paid. */
  readonly undone: number
  readonly savedTokens: number
  /** The cost of the summaries, 0 where no model was asked; absent where no receipt states it. */
  readonly usd?: number
}

export const noCompactions: Compactions = { count: 0, undone: 0, savedTokens: 0 }

/** Adds up the receipts of a conversation; `standing` are the sessions that compactions made and nobody undid. */
export async function compactionsOf(
  store: SessionStore,
  conversation: ConversationId,
  standing: ReadonlySet<SessionId>,
  since: Instant = 0,
): Promise<Compactions> {
  const receipts = (await store.receipts(conversation)).filter(({ at }) => at >= since)
  return receipts.map(({ session, value }) => read(value, standing.has(session))).reduce(addCompactions, noCompactions)
}

export function addCompactions(a: Compactions, b: Compactions): Compactions {
  const costs = [a.usd, b.usd].filter((usd) => usd !== undefined)
  return {
    count: a.count + b.count,
    undone: a.undone + b.undone,
    savedTokens: a.savedTokens + b.savedTokens,
    ...(costs.length > 0 && { usd: costs.reduce((sum, usd) => sum + usd, 0) }),
  }
}

/** Reads a receipt, which may be older or from another engine: anything it does not state is left out. */
function read(receipt: Json, stands: boolean): Compactions {
  const { tokens, costUsd, calls, summary } = isObject(receipt) ? receipt : {}
  const { before, after } = isObject(tokens) ? tokens : {}
  const isFree = isObject(summary) && summary.by !== 'model' && (calls ?? 0) === 0
  const usd = typeof costUsd === 'number' ? costUsd : isFree ? 0 : undefined
  const saved = typeof before === 'number' && typeof after === 'number' ? before - after : 0
  return {
    count: 1,
    undone: stands ? 0 : 1,
    savedTokens: stands ? saved : 0,
    ...(usd !== undefined && { usd }),
  }
}

/** Returns compactions as a JSON document shows them: `null` is unknown. */
export function compactionsJson({ count, undone, savedTokens, usd }: Compactions) {
  return { count, undone, savedTokens, summariesUsd: usd ?? null }
}
