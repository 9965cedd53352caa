import type { Receipt } from '@palimpsest/core/engine'
import type { SessionId, SessionStore } from '@palimpsest/core/store'

/** The receipt of the newest compaction that was not taken back. */
export async function lastReceipt(store: SessionStore, session: SessionId): Promise<Receipt | undefined> {
  const lineage = await store.lineage((await store.compressionTip(session)).id)
  const standing = new Set(lineage.map(({ id }) => id))
  const [newest] = lineage.slice(-1)
  if (newest === undefined) return undefined
  const receipts = await store.receipts(newest.conversation)
  return receipts.findLast((version) => standing.has(version.session))?.value as Receipt | undefined
}
