import { deriveBudget } from '@palimpsest/core/budget'
import { noteReading } from '@palimpsest/core/compaction'
import { isFailure } from '@palimpsest/core/errors'
import {
  assumeLimit,
  type LearnedLimits,
  learnLimit,
  type Refusal,
  raiseLimit,
  storedLimits,
} from '@palimpsest/core/overflow'
import { calibrate, promptTokens } from '@palimpsest/core/tokens'
import type { Reply } from '@palimpsest/core/wire'
import { cramped, cutSize, isSameCut } from './compaction/cramped.ts'
import { fitModel } from './request/fit-model.ts'
import { type PreparedRequest, routeOf } from './request/request.ts'
import { tellModel } from './tell-model.ts'
import { type Learned, limitScope, limitsScope, type TurnContext, windowOf } from './turn-context.ts'

/** Keeps a limit that the provider states; without one, its refusal still shows a size too large, for this run. */
export async function learnFromRefusal(
  context: TurnContext,
  learned: Learned,
  refusal: Refusal,
  refusedTokens: number,
): Promise<Learned> {
  const at = limitScope(context.parts)
  const answeredTokens = learned.answered[routeOf(at.route, at.model)] ?? 0
  const limits =
    refusal.kind === 'input-too-long' && refusal.limitTokens === undefined
      ? assumeLimit(learned.limits, at, { refusedTokens, answeredTokens })
      : learnLimit(learned.limits, at, refusal)
  if (limits === learned.limits) return learned
  await context.parts.store.state.set(limitsScope, 'stated', storedLimits(limits)).catch(() => undefined)
  const knowing = useLimits(context, learned, limits)
  const contextTokens = windowOf(context.parts, knowing)
  const isAssumed = limits[at.route]?.guessedTokens === contextTokens
  if (isAssumed) context.onEvent({ kind: 'notice', text: assumedNotice(contextTokens) })
  return knowing
}

/** The provider's count trains the estimator, judges the last compaction, and shows what the window holds. */
export async function learnFromReply(
  context: TurnContext,
  prepared: PreparedRequest,
  { usage }: Reply,
  learned: Learned,
): Promise<Learned> {
  const { parts } = context
  const at = limitScope(parts)
  const route = routeOf(at.route, at.model)
  const reportedTokens = promptTokens(usage)
  await judgeCompaction(context, prepared, reportedTokens, windowOf(parts, learned))
  if (reportedTokens === undefined) return { ...learned, cache: prepared.cache }
  const held = Math.max(learned.answered[route] ?? 0, reportedTokens + (usage.output ?? 0))
  const { estimatedTokens } = prepared
  const known = {
    ...learned,
    calibration: calibrate(learned.calibration, { route, reportedTokens, estimatedTokens }),
    cache: prepared.cache,
    answered: { ...learned.answered, [route]: held },
  }
  const limits = raiseLimit(learned.limits, at, held)
  return limits === learned.limits ? known : useLimits(context, known, limits)
}

/** Learns from a cut-off answer: there was no room for it, or the server cuts answers short on its own. */
export function learnFromCut(context: TurnContext, reply: Reply, maxTokens: number, learned: Learned): LearnedCut {
  const { route: where, model } = limitScope(context.parts)
  const route = routeOf(where, model)
  const size = cutSize(reply, maxTokens)
  if (size === undefined || learned.cutsShort[route]) return { learned, refusal: undefined }
  const cutAt = learned.cutAt[route]
  if (cutAt !== undefined && !isSameCut(cutAt, size))
    return { learned: distrustCuts(context, learned), refusal: undefined }
  return {
    learned: { ...learned, cutAt: { ...learned.cutAt, [route]: size } },
    refusal: cramped(reply, maxTokens, windowOf(context.parts, learned)),
  }
}

export interface LearnedCut {
  readonly learned: Learned
  /** That the prompt is too long, where the answer says so. */
  readonly refusal: Refusal | undefined
}

/** Cuts say nothing about the window here: two came at different sizes. Assumptions based on them are dropped. */
function distrustCuts(context: TurnContext, learned: Learned): Learned {
  const at = limitScope(context.parts)
  const cutsShort = { ...learned.cutsShort, [routeOf(at.route, at.model)]: true }
  return useLimits(context, { ...learned, cutsShort }, raiseLimit(learned.limits, at, Number.POSITIVE_INFINITY))
}

/** From here on the window is another one. */
function useLimits({ parts, onEvent }: TurnContext, learned: Learned, limits: LearnedLimits): Learned {
  const knowing = { ...learned, limits }
  tellModel(parts, knowing, onEvent)
  return knowing
}

function assumedNotice(contextTokens: number): string {
  const size = contextTokens.toLocaleString('en')
  return `The provider does not say how large its window is; ${size} tokens are assumed for now (model.context_length sets it).`
}

async function judgeCompaction(
  { parts, session }: TurnContext,
  prepared: PreparedRequest,
  reportedTokens: number | undefined,
  contextTokens: number,
): Promise<void> {
  const { store, provider, model, compaction } = parts
  const reading = {
    route: routeOf(provider.route, model.name),
    estimatedTokens: prepared.promptTokens,
    thresholdTokens: deriveBudget(fitModel(model, contextTokens), compaction).thresholdTokens,
    askedAt: prepared.startedAt,
    ...(reportedTokens !== undefined && { reportedTokens }),
  }
  // The answer is here and must be kept: a store that cannot take the reading now only judges later.
  await store
    .compressionTip(session)
    .then(({ conversation }) => noteReading(parts, conversation, reading))
    .catch(passUnavailable)
}

function passUnavailable(error: unknown): void {
  if (!isFailure(error, 'store/unavailable')) throw error
}
