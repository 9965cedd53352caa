import { isObject, type Json } from '../json.ts'
import type { Session } from '../store/session.ts'
import type { SessionStore } from '../store/store.ts'

/** The view that something is prepared for, and by which engine. */
export interface PreparedFor {
  readonly tip: Session
  readonly engine: string
}

const stateKey = 'prepared'

/**
 * Keeps what an engine prepared, unless its view is no longer the one that is shown. What slips through between the two
 * steps does no harm: it names its session, and nobody else reads it.
 */
export async function keepPrepared(store: SessionStore, { tip, engine }: PreparedFor, value: Json): Promise<boolean> {
  const now = await store.compressionTip(tip.id)
  if (now.id !== tip.id) return false
  await store.state.set(tip.conversation, stateKey, { session: tip.id, engine, value })
  return true
}

/** Returns what this engine prepared for the view of this very session. */
export async function readPrepared(store: SessionStore, { tip, engine }: PreparedFor): Promise<Json | undefined> {
  const kept = await store.state.get(tip.conversation, stateKey)
  if (!isObject(kept) || kept.session !== tip.id || kept.engine !== engine) return undefined
  return kept.value
}

/** Forgets what was prepared for a view that is shown no more. */
export async function dropPrepared(store: SessionStore, { tip, engine }: PreparedFor): Promise<void> {
  if ((await readPrepared(store, { tip, engine })) !== undefined) await store.state.remove(tip.conversation, stateKey)
}
