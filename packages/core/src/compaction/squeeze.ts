import type { Budget } from '../budget/budget.ts'
import type { EntryId } from '../log/entry.ts'
import type { Counter } from '../tokens/count.ts'
import { clearWhere } from './clear.ts'
import { type Cut, type CutOptions, cut, cutOptions, hasMiddle, isMiddle } from './cut.ts'
import { type Draft, type DraftItem, draftTokens, groupStarts } from './draft.ts'
import type { Notables } from './notables.ts'
import { shortenWhere } from './shorten.ts'
import { type SpillOptions, spill } from './spill.ts'

/** What is squeezed, and how much it may take. */
export interface SqueezeOptions {
  readonly budget: Budget
  readonly counter: Counter
  /** Index of the last message in which a person speaks. */
  readonly lastUser: number | undefined
  readonly isFirst: boolean
  /** What a summary of the middle will take. */
  summaryRoom(middleTokens: number): number
  readonly howToRead: SpillOptions['howToRead']
  readonly mustKeep: SpillOptions['mustKeep']
  readonly notables: Notables
  /** The summary that stands in the view already: it is written anew or stays, but never cut. */
  readonly summary: EntryId | undefined
}

/** A view that is cut so that what stays, and a summary of the rest, fit. */
export interface Fit {
  readonly draft: Draft
  readonly cut: Cut
  /** Of the whole request, with the summary that is to come. */
  readonly tokens: number
}

/** How hard the messages that would stay are pressed. */
interface Measure {
  readonly cut: CutOptions
  readonly spillTokens: number
  /** Whether results and arguments of protected messages are reduced as well, save the last group's. */
  readonly reducesTail: boolean
}

/** Takes ever harder measures until the view fits; the mildest that does is taken, else the one that comes lowest. */
export function squeeze(draft: Draft, options: SqueezeOptions): Fit {
  const { targetTokens, thresholdTokens } = options.budget
  const fits: Fit[] = []
  let reduced: Draft | undefined
  for (const measure of measures(draft, options)) {
    if (measure.reducesTail) reduced ??= reduceAllButLast(draft, options)
    const fit = take(measure.reducesTail ? (reduced ?? draft) : draft, measure, options)
    if (fit.tokens <= targetTokens) return fit
    fits.push(fit)
  }
  const below = fits.find(({ tokens }) => tokens < thresholdTokens)
  return below ?? fits.reduce((least, fit) => (fit.tokens < least.tokens ? fit : least))
}

/** A text that alone takes half of the tail is a giant. */
const giantShare = 0.5
/** No preview is worth less than this. */
const leastSpillTokens = 150

function measures(draft: Draft, { budget, isFirst }: SqueezeOptions): readonly Measure[] {
  const normal = cutOptions(budget, draftTokens(draft), isFirst)
  const { tailTokens } = budget
  const byTokens = { ...normal, protectFirstN: 0, protectLastN: 1, mostTailTokens: tailTokens }
  const giant = Math.max(leastSpillTokens, Math.floor(tailTokens * giantShare))
  const small = Math.max(leastSpillTokens, Math.floor(giant / 4))
  return [
    { cut: normal, spillTokens: giant, reducesTail: false },
    { cut: normal, spillTokens: giant, reducesTail: true },
    { cut: byTokens, spillTokens: giant, reducesTail: false },
    { cut: byTokens, spillTokens: small, reducesTail: true },
    {
      cut: { ...byTokens, tailTokens: tailTokens / 4, mostTailTokens: tailTokens / 4 },
      spillTokens: small,
      reducesTail: true,
    },
    { cut: { ...byTokens, tailTokens: 0, mostTailTokens: 0 }, spillTokens: leastSpillTokens, reducesTail: true },
  ]
}

function take(pressed: Draft, measure: Measure, options: SqueezeOptions): Fit {
  const { counter, lastUser, howToRead, mustKeep, budget, summary } = options
  const first = cut(pressed.items, lastUser, measure.cut)
  const tokens = sizeWith(pressed, first, options)
  if (tokens <= budget.targetTokens) return { draft: pressed, cut: first, tokens }
  const spilled = spill(pressed, counter, {
    limitTokens: measure.spillTokens,
    wantedTokens: tokens - budget.targetTokens,
    isChosen: (at) => !isMiddle(first, at) && maySpill(pressed.items[at], summary),
    howToRead,
    mustKeep,
  })
  // Smaller messages may leave room for more of them, so the cut is made anew.
  const second = cut(spilled.items, lastUser, measure.cut)
  return { draft: spilled, cut: second, tokens: sizeWith(spilled, second, options) }
}

function maySpill(item: DraftItem | undefined, summary: EntryId | undefined): boolean {
  return item !== undefined && item.message.role !== 'system' && item.shown.id !== summary
}

function reduceAllButLast(draft: Draft, { counter, notables }: SqueezeOptions): Draft {
  const last = lastGroup(draft)
  const isChosen = (at: number) => at < last
  return shortenWhere(clearWhere(draft, counter, isChosen, notables), counter, isChosen)
}

function lastGroup({ items }: Draft): number {
  return groupStarts(items).at(-2) ?? 0
}

function sizeWith(draft: Draft, where: Cut, { summaryRoom }: SqueezeOptions): number {
  let kept = draft.overheadTokens
  let middle = 0
  draft.items.forEach(({ tokens }, at) => {
    if (isMiddle(where, at)) middle += tokens
    else kept += tokens
  })
  return hasMiddle(where) ? kept + summaryRoom(middle) : kept
}
