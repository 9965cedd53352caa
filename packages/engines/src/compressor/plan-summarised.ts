import type { KeptDigests, Plan } from '@palimpsest/core/engine'
import type { CompactionWork } from './compaction-work.ts'
import { planWithSummary } from './plan-of.ts'
import { reduceBarely } from './reduce-freely.ts'
import { type CutDraft, widerCut } from './show-summary.ts'
import { writeMiddle } from './write-middle.ts'

/** The plan in which a summary is in the place of the middle; models are asked unless that was done ahead of time. */
export async function planSummarised(
  work: CompactionWork,
  fit: CutDraft,
  { digests, signal }: { readonly digests: KeptDigests; readonly signal: AbortSignal },
): Promise<Plan> {
  const reduced = { ...fit, draft: await reduceBarely(work, fit) }
  const written = await writeMiddle(work, { ...reduced, digests }, signal)
  const cut = widerCut(work, fit, reduced.draft, written)
  const place = cut === fit.cut ? reduced : { cut, draft: await reduceBarely(work, { draft: fit.draft, cut }) }
  return planWithSummary(work, place, written)
}
