import type { Shown } from '@palimpsest/core/engine'
import { emptyLedger, type Ledger, readFacts } from '@palimpsest/core/engine'
import { isObject, type Json } from '@palimpsest/core/json'
import { redactMessage } from '@palimpsest/core/redact'
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
  const { ledger, readTo } = readMemo(versions.findLast(({ session: id }) => standing.has(id))?.value)
  const fresh = view.filter((shown) => isFresh(shown, readTo))
  return readFacts(
    ledger,
    fresh.map((shown) => ({ ...shown, message: redactMessage(shown.message) })),
  )
}

/** Engines write down what they like; a ledger among it is known by its shape. */
function readMemo(memo: Json | undefined): { readonly ledger: Ledger; readonly readTo: number } {
  const { ledger, readTo } = isObject(memo) ? memo : {}
  if (!isObject(ledger) || ledger.version !== 1 || typeof readTo !== 'number')
    return { ledger: emptyLedger, readTo: -1 }
  return { ledger: { ...emptyLedger, ...ledger } as Ledger, readTo }
}

function isFresh({ index, standsFor }: Shown, readTo: number): boolean {
  return standsFor === undefined && (index === undefined || index > readTo)
}
