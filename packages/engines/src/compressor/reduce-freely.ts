import {
  type Counter,
  type Cut,
  clear,
  type Draft,
  deduplicate,
  type Notables,
  notablesOf,
  shorten,
} from '@palimpsest/core/engine'
import type { Work } from './work.ts'

type Reduce = (draft: Draft, cut: Cut, counter: Counter, notables: Notables) => Draft

const reductions: readonly Reduce[] = [clear, deduplicate, shorten]

/** What costs no model call, outside the protected messages, in this order, until it is enough. */
export async function reduceFreely(work: Work, draft: Draft, cut: Cut): Promise<Draft> {
  let reduced = draft
  const notables = notablesOf(work.memo.ledger)
  for (const reduce of reductions) {
    if (work.fits(reduced)) break
    for (const stretch of stretches(cut)) {
      reduced = reduce(reduced, stretch, work.occasion.counter, notables)
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
