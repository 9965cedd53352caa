import { checkPlan, draftTokens, type EnginePorts, type Json, type Plan } from '@palimpsest/core/engine'
import { type CompactionWork, presentTokens } from './compaction-work.ts'
import type { CompressorParts } from './compressor-parts.ts'
import { planWithoutSummary } from './plan-of.ts'
import { planSummarised } from './plan-summarised.ts'
import { mayBegin, type PreparationPace } from './preparation-pace.ts'
import { placePrepared, roomyShare } from './prepare-summary.ts'
import { hasFailed, mayUpdate, type PreparedSummary, preparedFor } from './prepared-summary.ts'
import { reduceFreely } from './reduce-freely.ts'
import { hasWriter } from './write-middle.ts'

/** A plan that no model has to be asked for now, or what of the summary was written already. */
export interface Ahead {
  readonly plan?: Plan
  readonly ahead?: PreparedSummary
}

/**
 * Plans without asking a model, as far as that goes: what was prepared is shown; where it is not ready yet, free
 * reductions make room for the next steps, or the conversation goes on while its window allows. Only then is what is
 * being prepared waited for. A person who asks for a compaction gets one that was written for it.
 */
export async function planAhead(work: CompactionWork, parts: CompressorParts, signal: AbortSignal): Promise<Ahead> {
  const { occasion, ports } = work
  if (occasion.trigger === 'manual') return {}
  const isTriedAgain = parts.pace.isRunning() && hasFailed(occasion.prepared)
  const ready = isTriedAgain ? {} : await planPrepared(work, occasion.prepared, { ...parts, signal })
  if (ready.plan !== undefined) return ready
  const mayCome = ready.ahead === undefined || mayUpdate(ready.ahead)
  if (mayCome && isBackground(work, parts.pace)) {
    const free = await reduceFreely(work, work)
    if (isRoomy(work, draftTokens(free))) return { plan: await planWithoutSummary(work, free) }
    if (mayAwait(work, parts.pace)) {
      parts.pace.await()
      return { plan: untilPrepared(ports) }
    }
  }
  if (occasion.preparing === undefined) return ready
  return planPrepared(work, await occasion.preparing(), { ...parts, signal })
}

interface Asking extends CompressorParts {
  readonly signal: AbortSignal
}

/** A preparation is a favour: where no sound plan comes of it, it is as if there were none. */
async function planPrepared(work: CompactionWork, value: Json | undefined, asking: Asking): Promise<Ahead> {
  const ahead = preparedFor(work.occasion.view, work.memo, value)
  if (ahead === undefined) return {}
  const place = await placePrepared(work, ahead)
  if (place === undefined) {
    asking.pace.outgrow()
    return { ahead }
  }
  const plan = await planSummarised({ ...work, ahead }, place, asking)
  const whole = { ...work.occasion, view: work.stale?.before ?? work.occasion.view }
  const isSound = plan.kind === 'compact' && plan.saved.summarised > 0 && checkPlan(whole, plan).length === 0
  return isSound ? { plan } : {}
}

/** True when somebody prepares the summary, or is about to. */
function isBackground({ occasion, ports }: CompactionWork, pace: PreparationPace): boolean {
  const { trigger, mayDefer = false } = occasion
  if (!mayDefer || (trigger !== 'preflight' && trigger !== 'response')) return false
  return hasWriter({ occasion, ports }) && (pace.isRunning() || mayBegin(occasion))
}

/** Up to this share of the window a summary that is being prepared is waited for. */
const hardShare = 0.75

/** True when the conversation may go on as it is until its summary is there. */
export function mayAwait(work: CompactionWork, pace: PreparationPace): boolean {
  return isBackground(work, pace) && presentTokens(work) < work.occasion.budget.contextTokens * hardShare
}

/** The answer to those who need not wait. */
export function untilPrepared({ now }: Pick<EnginePorts, 'now'>): Plan {
  return { kind: 'deferred', until: now(), detail: 'The summary is being written in the background.' }
}

function isRoomy({ occasion: { budget, addedTokens = 0 } }: CompactionWork, tokens: number): boolean {
  return tokens + addedTokens <= budget.thresholdTokens * roomyShare
}
