import {
  type Counter,
  type Cut,
  clear,
  deduplicate,
  type Notables,
  notablesOf,
  type Occasion,
  shorten,
  type ViewDraft,
} from '@palimpsest/core/engine'
import type { CompactionWork } from './compaction-work.ts'

type Reduce = (draft: ViewDraft, cut: Cut, counter: Counter, notables: Notables) => ViewDraft

const reductions: readonly Reduce[] = [clear, deduplicate, shorten]

/** A view in the making, and what of it is protected. */
type View = Pick<CompactionWork, 'draft' | 'cut'>

/** Reduces without model calls, outside the protected messages, in this order, until enough; ready to be shown. */
export function reduceFreely(work: CompactionWork, view: View): Promise<ViewDraft> {
  return reduce(work, view, notablesOf(work.memo.ledger, roomyLines(work)))
}

/** A line that says more takes some fifty tokens more: all of them together a thirtieth of the target. */
function roomyLines({ occasion }: CompactionWork): number {
  return Math.floor(occasion.budget.targetTokens / 1_500)
}

/**
 * The same for callers that ask only what would be left: lines name nothing notable in what they represent, so that
 * nothing is searched, and none is longer than one that is shown.
 */
export function reduceBarely(work: CompactionWork, view: View): Promise<ViewDraft> {
  return reduce(work, view, () => [])
}

/** True when free steps make a summary needless. A view that barely fits may not fit once ready to be shown. */
export async function isEnough(work: CompactionWork, view: View): Promise<boolean> {
  if (mustSummarise(work.occasion) || !work.fits(await reduceBarely(work, view))) return false
  return work.fits(await reduceFreely(work, view))
}

/** A user who asks for a compaction wants a summary, and not just the cheapest way to get below the target. */
function mustSummarise({ trigger }: Occasion): boolean {
  return trigger === 'manual'
}

async function reduce(work: CompactionWork, { draft, cut }: View, notables: Notables): Promise<ViewDraft> {
  let reduced = draft
  for (const step of reductions) {
    if (work.fits(reduced)) break
    for (const stretch of stretches(cut)) {
      reduced = step(reduced, stretch, work.occasion.counter, notables)
      await work.ports.pause()
    }
  }
  return reduced
}

/** So many messages are looked at before others may run. */
const stepMessages = 15_000

/** The middle from its beginning to its end, in parts: what was reduced before them changes nothing for later ones. */
function stretches({ headEnd, tailStart, ...rest }: Cut): readonly Cut[] {
  const found: Cut[] = []
  for (let start = headEnd; start === headEnd || start < tailStart; start += stepMessages)
    found.push({ ...rest, headEnd: start, tailStart: Math.min(tailStart, start + stepMessages) })
  return found
}
