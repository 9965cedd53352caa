import { inOwnMeasure } from '../budget/budget.ts'
import type { Occasion } from '../contract/occasion.ts'
import { type ConversationHost, loadGuard, ratioOf } from './compact-conversation.ts'
import { type CompactionHost, type CompactionRequest, occasionOf, type PreparedCompaction } from './compact-session.ts'
import { restingRoutes } from './decide/judge-pressure.ts'
import type { PressureSituation } from './decide/verdict.ts'
import { eitherSignal } from './either-signal.ts'
import { keepPrepared } from './prepared-work.ts'
import { withTaskState } from './with-task-state.ts'

/** A host in which only one process at a time prepares for a conversation. */
export type PreparationHost = CompactionHost & Pick<ConversationHost, 'alone'>

/** A compaction that is near. */
export interface PreparationRequest extends CompactionRequest {
  /** How full the prompt is, and who may write; without it our own count holds, and nobody rests. */
  readonly pressure?: Pick<PressureSituation, 'promptTokens' | 'route' | 'summaryRoutes'>
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
  const work = async (lost: AbortSignal) => {
    const told = { tip, occasion: await occasionOf(host, request, tip) }
    const occasion = withTaskState(await underPressure(host, request, told))
    const either = eitherSignal(signal, lost)
    const value = await engine.prepare?.(occasion, either.signal).finally(either.forget)
    return value !== undefined && !either.signal.aborted && keepPrepared(store, { tip, engine }, value)
  }
  return (await host.alone(tip.conversation, work, 'preparation')) === true
}

/** The occasion as a compaction would see it: in the provider's measure, and without models that failed lately. */
async function underPressure(
  host: PreparationHost,
  { pressure, trigger }: PreparationRequest,
  { tip, occasion }: PreparedCompaction,
): Promise<Occasion> {
  if (pressure === undefined) return occasion
  const guard = await loadGuard(host, tip.conversation, pressure.route)
  const resting = guard === undefined ? [] : restingRoutes(guard, { ...pressure, trigger, at: occasion.at })
  return { ...occasion, resting, budget: inOwnMeasure(occasion.budget, ratioOf(occasion, pressure)) }
}
