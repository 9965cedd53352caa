import { alignTurns, type Budget, type Cut, type Json, redact } from '@palimpsest/core/engine'
import { countAll } from '../reading/count-all.ts'
import { type CompactionWork, isWorthIt, presentTokens, readWork, survey } from './compaction-work.ts'
import type { CompressorParts } from './compressor-parts.ts'
import { fitIn, isSummaryVain, tokensWith } from './fit-in.ts'
import { mayBegin } from './preparation-pace.ts'
import { mayUpdate, type PreparedSummary, preparedFor, preparedJson } from './prepared-summary.ts'
import { isEnough, reduceBarely, reduceFreely } from './reduce-freely.ts'
import type { CutDraft } from './show-summary.ts'
import type { OpenedView } from './stale-note.ts'
import { askForMiddle, hasWriter } from './write-middle.ts'

/**
 * Has the summary written that will be needed at the threshold, about all that will be out of the tail by then. What is
 * prepared already is brought up to date, once, when more was said than can be shown beside it.
 */
export async function prepareSummary(
  view: OpenedView,
  { ports, digests, pace }: CompressorParts,
  signal: AbortSignal,
): Promise<Json | undefined> {
  const { occasion } = view
  if (!hasWriter({ occasion, ports }) || !mayBegin(occasion)) return undefined
  await countAll(occasion, ports)
  const now = survey(view, ports)
  const kept = preparedFor(occasion.view, now.memo, occasion.prepared)
  // Where all models failed they are asked once more while nobody waits.
  const before = kept?.drafted && kept
  if (before !== undefined && !(pace.isOutgrown() && mayUpdate(before))) return undefined
  const first = survey({ ...view, occasion: { ...occasion, budget: budgetAhead(now) } }, ports)
  if (!isWorthIt(first)) return undefined
  const work = { ...(await readWork(first)), ...(before && { ahead: before }) }
  const fit = fitIn(work, work.draft)
  await ports.pause()
  if (!work.hasContent(fit.cut) || (await isEnough(work, work)) || (await isEnough(work, fit))) return undefined
  const place = { cut: fit.cut, draft: await reduceBarely(work, fit), digests }
  if (isSummaryVain(work, place)) return undefined
  const started = ports.now()
  await occasion.noteBegun?.()
  const { drafted, failures } = await pace.run(() => askForMiddle(work, place, signal))
  if (drafted === undefined && failures.length === 0) return undefined
  return preparedJson({
    version: 1,
    ...(work.memo.summary && { after: work.memo.summary.entry }),
    entries: occasion.view.slice(0, fit.cut.tailStart).map(({ id }) => id),
    cut: fit.cut,
    // Whoever reads the conversation's own prompt may repeat a secret of it.
    ...(drafted && { drafted: { ...drafted, body: redact(drafted.body).text } }),
    failures,
    share: presentTokens(now) / occasion.budget.thresholdTokens,
    ms: ports.now() - started,
    isUpdated: before !== undefined,
  })
}

/** More than the threshold is said before a compaction: the message that passes it. */
const slackShare = 0.02

/** The budget as it will be for what is shown now, once what is still to be said has taken its share of the tail. */
function budgetAhead(now: CompactionWork): Budget {
  const { budget, view } = now.occasion
  const present = presentTokens(now)
  const coming = Math.max(0, budget.thresholdTokens - present) + Math.floor(budget.thresholdTokens * slackShare)
  const messages = Math.floor((coming * view.length) / Math.max(1, present))
  return {
    ...budget,
    targetTokens: Math.max(1, budget.targetTokens - coming),
    tailTokens: Math.max(0, budget.tailTokens - coming),
    protectLastN: Math.max(1, budget.protectLastN - messages),
  }
}

/** Below this share of the threshold there is room for the next steps. */
export const roomyShare = 0.8

/** The view with a prepared summary in it: what was said since stays, reduced freely if need be. `undefined` if it cannot. */
export async function placePrepared(work: CompactionWork, ahead: PreparedSummary): Promise<CutDraft | undefined> {
  const { occasion, draft, lastUser } = work
  const { counter, budget } = occasion
  const cut = alignTurns(draft.items, ahead.cut)
  if (cut.tailStart !== ahead.cut.tailStart || (ahead.cut.answer ?? cut.answer) !== cut.answer) return undefined
  const bodyTokens = counter.part({ type: 'text', text: ahead.drafted?.body ?? '' }) || budget.summaryTokens
  const size = (each: CutDraft['draft']) => tokensWith(work, { draft: each, cut }, bodyTokens)
  const since: Cut = {
    headEnd: cut.tailStart,
    tailStart: Math.max(cut.tailStart, work.cut.tailStart),
    ...(lastUser !== undefined && { lastUser }),
  }
  const fits = (each: CutDraft['draft']) => size(each) <= budget.targetTokens
  const reduced = await reduceFreely({ ...work, fits }, { draft, cut: since })
  return size(reduced) <= budget.thresholdTokens * roomyShare ? { draft: reduced, cut } : undefined
}
