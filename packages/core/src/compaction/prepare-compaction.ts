import type { ConversationId } from '../store/session.ts'
import { type CompactionHost, type CompactionRequest, occasionOf } from './compact-session.ts'
import { eitherSignal } from './either-signal.ts'
import { keepPrepared } from './prepared-work.ts'

/** A host in which only one process at a time prepares for a conversation. */
export interface PreparationHost extends CompactionHost {
  /** Does work that only one process at a time may do for a conversation; `taken` when another one does it now. */
  prepareAlone<T>(conversation: ConversationId, work: (signal: AbortSignal) => Promise<T>): Promise<T | 'taken'>
}

/** What is to be prepared for. */
export interface PreparationRequest extends CompactionRequest {
  /** Names of summary models that failed a short while ago. @default none */
  readonly resting?: readonly string[]
}

/**
 * Has the engine do ahead of time what the next compaction would wait for. The view that it works on is frozen: what is
 * said meanwhile does not disturb it, and a compaction that somebody else makes discards it. True when something was kept.
 */
export async function prepareCompaction(
  host: PreparationHost,
  request: PreparationRequest,
  signal: AbortSignal,
): Promise<boolean> {
  const { engine, store } = host
  if (engine.prepare === undefined) return false
  const tip = await store.compressionTip(request.session)
  const done = await host.prepareAlone(tip.conversation, async (lost) => {
    const { resting = [] } = request
    const occasion = { ...(await occasionOf(host, request, tip)), resting }
    const either = eitherSignal(signal, lost)
    const value = await engine.prepare?.(occasion, either.signal).finally(either.forget)
    if (value === undefined || lost.aborted) return false
    return keepPrepared(store, { tip, engine: engine.name }, value)
  })
  return done === true
}
