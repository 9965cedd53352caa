import type { ConversationHost } from './compact-conversation.ts'
import { type CompactionHost, type CompactionRequest, occasionOf } from './compact-session.ts'
import { eitherSignal } from './either-signal.ts'
import { keepPrepared } from './prepared-work.ts'
import { withTaskState } from './with-task-state.ts'

/** A host in which only one process at a time prepares for a conversation. */
export type PreparationHost = CompactionHost & Pick<ConversationHost, 'alone'>

/**
 * Has the engine do ahead of time what the next compaction would wait for. The view that it works on is frozen: what is
 * said meanwhile does not disturb it, and a compaction that somebody else makes discards it. True when something was kept.
 */
export async function prepareCompaction(
  host: PreparationHost,
  request: CompactionRequest,
  signal: AbortSignal,
): Promise<boolean> {
  const { engine, store } = host
  if (engine.prepare === undefined) return false
  const tip = await store.compressionTip(request.session)
  const work = async (lost: AbortSignal) => {
    const occasion = withTaskState(await occasionOf(host, request, tip))
    const either = eitherSignal(signal, lost)
    const value = await engine.prepare?.(occasion, either.signal).finally(either.forget)
    return value !== undefined && !lost.aborted && keepPrepared(store, { tip, engine: engine.name }, value)
  }
  return (await host.alone(tip.conversation, work, 'preparation')) === true
}
