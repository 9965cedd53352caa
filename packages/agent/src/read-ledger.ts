import { type Ledger, ledgerSince } from '@palimpsest/core/engine'
import type { SessionId, SessionStore } from '@palimpsest/core/store'

/** Builds the ledger of a conversation from what the last compaction recorded and all that was said since. */
export async function readLedger(store: SessionStore, session: SessionId): Promise<Ledger> {
  const tip = await store.compressionTip(session)
  const [lineage, versions, view] = await Promise.all([
    store.lineage(tip.id),
    store.ledgers(tip.conversation),
    store.view(tip.id),
  ])
  const standing = new Set(lineage.map(({ id }) => id))
  return ledgerSince(versions.findLast(({ session: id }) => standing.has(id))?.value, view).ledger
}
