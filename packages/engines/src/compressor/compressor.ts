import {
  type ContextEngine,
  createKeptDigests,
  draftTokens,
  type EnginePorts,
  engineContract,
  type KeptDigests,
  type Occasion,
  type Plan,
  withMustSurvive,
} from '@palimpsest/core/engine'
import { countAll } from '../reading/count-all.ts'
import { type CompactionWork, isWorthIt, survey } from './compaction-work.ts'
import { closeFile, openFile } from './file-summary.ts'
import { fitIn } from './fit-in.ts'
import { keptAnswers } from './kept-answers.ts'
import { planWithoutSummary, planWithSummary } from './plan-of.ts'
import { recollect } from './recollect.ts'
import { reduceBarely, reduceFreely } from './reduce-freely.ts'
import { widerCut } from './show-summary.ts'
import { type OpenedView, takeNote } from './stale-note.ts'
import { writeMiddle } from './write-middle.ts'

/**
 * The default engine: first what is free — old results cleared, repeats dropped, arguments shortened, giants spilled — and
 * only if that is not enough a summary of the middle, written by a model or, failing that, from the ledger.
 */
export function createCompressor(ports: EnginePorts): ContextEngine {
  const digests = createKeptDigests()
  return {
    name: 'compressor',
    contract: engineContract,
    shouldCompress: ({ promptTokens, thresholdTokens }) => promptTokens >= thresholdTokens,
    hasContentToCompress: (occasion) => isWorthIt(survey(takeNote(openFile(occasion).occasion), ports)),
    compress: (occasion, signal) => compress(occasion, { ports, digests }, signal),
  }
}

async function compress(occasion: Occasion, parts: CompressorParts, signal: AbortSignal): Promise<Plan> {
  const { ports } = parts
  const opened = openFile(occasion)
  const bare = await planFor(takeNote(opened.occasion), parts, signal)
  const plan = closeFile(opened, withMustSurvive(opened.occasion, bare, ports.mintId), ports.mintId)
  return plan.kind === 'compact' && isVain(plan) ? irreducible(plan.floorTokens) : plan
}

interface CompressorParts {
  readonly ports: EnginePorts
  /** Digests paid for in compactions that may have come to nothing. */
  readonly digests: KeptDigests
}

/** If the threshold cannot be reached, a few tokens less are not worth a new session and a cold cache. */
const leastGain = 0.05

function isVain({ flags, saved, floorTokens }: Extract<Plan, { kind: 'compact' }>): boolean {
  const gained = Object.values(saved).reduce((sum, tokens) => sum + tokens, 0)
  return flags.includes('irreducible-floor') && gained < leastGain * (floorTokens + gained)
}

function irreducible(tokens: number): Plan {
  const detail = `Nothing more can be taken out: ${tokens} tokens are left, most of them the system prompt and tools.`
  return { kind: 'unchanged', reason: 'irreducible', detail }
}

async function planFor(view: OpenedView, { ports, digests }: CompressorParts, signal: AbortSignal): Promise<Plan> {
  const { occasion } = view
  await countAll(occasion, ports)
  const first = survey(view, ports)
  await ports.pause()
  if (isBelow(first)) return belowThreshold(occasion)
  if (!isWorthIt(first)) return nothingToDo
  // Facts are read before anything is cleared.
  const memo = await recollect(occasion.view, first.memo, ports)
  const work = { ...first, memo, answers: await keptAnswers(occasion, memo, ports) }
  if (await isEnough(work, work)) return planWithoutSummary(work, await reduceFreely(work, work))
  // What stays is chosen among messages as they were: one that was cleared first would look small, and stay cleared.
  const fit = fitIn(work, work.draft)
  await ports.pause()
  const withoutSummary = async () => planWithoutSummary(work, await reduceFreely(work, fit))
  if (!work.hasContent(fit.cut) || (await isEnough(work, fit))) return withoutSummary()
  const reduced = { ...fit, draft: await reduceBarely(work, fit) }
  const written = await writeMiddle(work, { ...reduced, digests }, signal)
  const cut = widerCut(work, fit, reduced.draft, written)
  const place = cut === fit.cut ? reduced : { cut, draft: await reduceBarely(work, { draft: fit.draft, cut }) }
  const plan = await planWithSummary(work, place, written)
  if (plan.kind !== 'compact' || plan.saved.summarised > 0) return plan
  return withNote(await withoutSummary(), plan)
}

/** True when free steps make a summary needless. A view that barely fits may not fit once ready to be shown. */
async function isEnough(work: CompactionWork, fit: Pick<CompactionWork, 'draft' | 'cut'>): Promise<boolean> {
  if (mustSummarise(work.occasion) || !work.fits(await reduceBarely(work, fit))) return false
  return work.fits(await reduceFreely(work, fit))
}

/** A summary of little may exceed what it represents. It is left out, but was requested, and that is reported. */
function withNote(bare: Plan, { failures }: Extract<Plan, { kind: 'compact' }>): Plan {
  return bare.kind === 'compact' ? { ...bare, failures, flags: [...bare.flags, 'summary-not-shorter'] } : bare
}

/** A provider that refused, and a person who asks, know better than an estimate. */
function isBelow({ occasion, draft, stale }: CompactionWork): boolean {
  if (occasion.trigger !== 'preflight' && occasion.trigger !== 'response') return false
  return draftTokens(draft) + (stale?.tokens ?? 0) + (occasion.thinkingTokens ?? 0) < occasion.budget.thresholdTokens
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

/** A user who asks for a compaction wants a summary, and not just the cheapest way to get below the target. */
function mustSummarise({ trigger }: Occasion): boolean {
  return trigger === 'manual'
}
