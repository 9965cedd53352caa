import type { ContextEngine } from '../contract/engine.ts'
import { isList, isObject, type Json } from '../json.ts'
import type { ConversationId, Instant, Session } from '../store/session.ts'
import type { SessionStore } from '../store/store.ts'

/** The view that something is prepared for, and by which engine. */
export interface PreparedFor {
  readonly tip: Session
  readonly engine: Pick<ContextEngine, 'name' | 'preparation'>
}

const stateKey = 'prepared'

/**
 * Keeps what an engine prepared, unless its view is no longer the one that is shown. What slips through between the two
 * steps does no harm: it names its session, and nobody else reads it.
 */
export async function keepPrepared(store: SessionStore, { tip, engine }: PreparedFor, value: Json): Promise<boolean> {
  const now = await store.compressionTip(tip.id)
  if (!(await isOfUse(store, tip.id, { tip: now, engine }))) return false
  await store.state.set(tip.conversation, stateKey, { session: tip.id, engine: engine.name, value })
  return true
}

/** Returns what this engine prepared for the view of this very session, or for one before it that it outlives. */
export async function readPrepared(store: SessionStore, { tip, engine }: PreparedFor): Promise<Json | undefined> {
  const kept = await store.state.get(tip.conversation, stateKey)
  if (!isObject(kept) || kept.engine !== engine.name) return undefined
  return (await isOfUse(store, kept.session, { tip, engine })) ? kept.value : undefined
}

/** A view that was undone is in no lineage, so what was prepared for it is never used. */
async function isOfUse(store: SessionStore, session: Json | undefined, { tip, engine }: PreparedFor): Promise<boolean> {
  if (session === tip.id) return true
  if (engine.preparation?.outlivesView !== true) return false
  return (await store.lineage(tip.id)).some(({ id }) => id === session)
}

/** Forgets what was prepared for a view that is shown no more. */
export async function dropPrepared(store: SessionStore, { tip, engine }: PreparedFor): Promise<void> {
  if ((await readPrepared(store, { tip, engine })) !== undefined) await store.state.remove(tip.conversation, stateKey)
}

const begunKey = 'preparations'
/** More than any engine begins in vain. */
const mostNoted = 10

/** When preparations were begun of which no summary has come yet. Whoever ends, or dies, leaves the next one to know. */
export async function readBegun(store: SessionStore, conversation: ConversationId): Promise<readonly Instant[]> {
  const begun = await store.state.get(conversation, begunKey)
  return isList(begun) ? begun.filter((at) => typeof at === 'number') : []
}

/** Notes that one begins. */
export async function noteBegun(store: SessionStore, conversation: ConversationId, at: Instant): Promise<void> {
  const begun = [...(await readBegun(store, conversation)), at]
  await store.state.set(conversation, begunKey, begun.slice(-mostNoted))
}

/** A summary was shown: none of them was in vain. */
export async function forgetBegun(store: SessionStore, conversation: ConversationId): Promise<void> {
  await store.state.remove(conversation, begunKey)
}
