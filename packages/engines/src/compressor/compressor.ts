import {
  type ContextEngine,
  createKeptDigests,
  draftTokens,
  type EnginePorts,
  engineContract,
  type Fit,
  type Occasion,
  type Plan,
  withMustSurvive,
} from '@palimpsest/core/engine'
import { countAll } from '../reading/count-all.ts'
import { type CompactionWork, isWorthIt, presentTokens, readWork, survey } from './compaction-work.ts'
import type { CompressorParts } from './compressor-parts.ts'
import { closeFile, openFile } from './file-summary.ts'
import { fitIn, isSummaryVain } from './fit-in.ts'
import { mayAwait, planAhead, untilPrepared } from './plan-ahead.ts'
import { planWithoutSummary } from './plan-of.ts'
import { planSummarised } from './plan-summarised.ts'
import { createPreparationPace } from './preparation-pace.ts'
import { prepareSummary, roomyShare } from './prepare-summary.ts'
import { isEnough, reduceBarely, reduceFreely } from './reduce-freely.ts'
import { type OpenedView, takeNote } from './stale-note.ts'

/** Near enough to the threshold that little is said before it, and far enough for a model to have written by then. */
const prepareShare = 0.85

/**
 * The default engine: first what is free — old results cleared, repeats dropped, arguments shortened, giants spilled — and
 * only if that is not enough a summary of the middle, written by a model or, failing that, from the ledger.
 */
export function createCompressor(ports: EnginePorts): ContextEngine {
  const parts = { ports, digests: createKeptDigests(), pace: createPreparationPace() }
  return {
    name: 'compressor',
    contract: engineContract,
    shouldCompress: ({ promptTokens, thresholdTokens }) => promptTokens >= thresholdTokens,
    hasContentToCompress: (occasion) => isWorthIt(survey(takeNote(openFile(occasion).occasion), ports)),
    compress: (occasion, signal) => compress(occasion, parts, signal),
    prepare: (occasion, signal) => prepareSummary(takeNote(openFile(occasion).occasion), parts, signal),
    preparation: { fromShare: prepareShare, outlivesView: true },
  }
}

async function compress(occasion: Occasion, parts: CompressorParts, signal: AbortSignal): Promise<Plan> {
  const { ports, pace } = parts
  const opened = openFile(occasion)
  const bare = await planFor(takeNote(opened.occasion), parts, signal)
  const plan = closeFile(opened, withMustSurvive(opened.occasion, bare, ports.mintId), ports.mintId)
  if (plan.kind === 'compact' && plan.summary.by !== 'none') pace.published()
  return plan.kind === 'compact' && isTooLittle(plan) ? irreducible(plan.floorTokens) : plan
}

/** If the threshold cannot be reached, a few tokens less are not worth a new session and a cold cache. */
const leastGain = 0.05

function isTooLittle({ flags, saved, floorTokens }: Extract<Plan, { kind: 'compact' }>): boolean {
  const gained = Object.values(saved).reduce((sum, tokens) => sum + tokens, 0)
  return flags.includes('irreducible-floor') && gained < leastGain * (floorTokens + gained)
}

function irreducible(tokens: number): Plan {
  const detail = `Nothing more can be taken out: ${tokens} tokens are left, most of them the system prompt and tools.`
  return { kind: 'unchanged', reason: 'irreducible', detail }
}

async function planFor(view: OpenedView, parts: CompressorParts, signal: AbortSignal): Promise<Plan> {
  const { occasion } = view
  const { ports, digests, pace } = parts
  await countAll(occasion, ports)
  const first = survey(view, ports)
  await ports.pause()
  if (isBelow(first)) return belowThreshold(occasion)
  if (!isWorthIt(first)) return nothingToDo
  if (pace.isAwaited() && mayAwait(first, pace)) return untilPrepared(ports)
  const work = await readWork(first)
  if (await isEnough(work, work)) return planWithoutSummary(work, await reduceFreely(work, work))
  // What stays is chosen among messages as they were: one that was cleared first would look small, and stay cleared.
  const fit = fitIn(work, work.draft)
  await ports.pause()
  const withoutSummary = async () => planWithoutSummary(work, await reduceFreely(work, fit))
  if (!work.hasContent(fit.cut) || (await isEnough(work, fit)) || (await isVain(work, fit))) return withoutSummary()
  const ahead = await planAhead(work, parts, signal)
  if (ahead.plan !== undefined) return ahead.plan
  const plan = await planSummarised({ ...work, ...ahead }, fit, { digests, signal })
  if (plan.kind !== 'compact' || plan.saved.summarised > 0) return plan
  return withNote(await withoutSummary(), plan)
}

/** A summary that is no shorter is not asked for, unless by a person, and where free steps make room all the same. */
async function isVain(work: CompactionWork, fit: Fit): Promise<boolean> {
  if (work.occasion.trigger === 'manual') return false
  const reduced = await reduceBarely(work, fit)
  return (
    draftTokens(reduced) < work.occasion.budget.thresholdTokens * roomyShare &&
    isSummaryVain(work, { ...fit, draft: reduced })
  )
}

/** A summary of little may exceed what it represents. It is left out, but was requested, and that is reported. */
function withNote(bare: Plan, { failures }: Extract<Plan, { kind: 'compact' }>): Plan {
  return bare.kind === 'compact' ? { ...bare, failures, flags: [...bare.flags, 'summary-not-shorter'] } : bare
}

/** A provider that refused, and a person who asks, know better than an estimate. */
function isBelow(work: CompactionWork): boolean {
  const { trigger, budget } = work.occasion
  if (trigger !== 'preflight' && trigger !== 'response') return false
  return presentTokens(work) < budget.thresholdTokens
}

function belowThreshold({ budget }: Occasion): Plan {
  const detail = `The request is below the threshold of ${budget.thresholdTokens} tokens: nothing to do yet.`
  return { kind: 'unchanged', reason: 'below-threshold', detail }
}

const nothingToDo: Plan = {
  kind: 'unchanged',
  reason: 'nothing-to-compress',
  detail: 'Nothing to compress yet: all of it is recent, or protected.',
}
