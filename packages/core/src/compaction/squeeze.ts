import type { Budget } from '../budget/budget.ts'
import type { EntryId } from '../log/entry.ts'
import type { Counter } from '../tokens/count.ts'
import { clearWhere } from './clear.ts'
import { type Cut, type CutOptions, comfortTokens, cut, cutOptions, hasMiddle, isMiddle } from './cut.ts'
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
  /** Whether results and arguments of protected messages are reduced as well, the oldest first, never the last group's. */
  readonly reducesTail: boolean
  /** It is enough if the view takes no more. */
  readonly mostTokens: number
  /** Whether what the user said last stays as it was said. */
  readonly sparesLast: boolean
}

/** Takes ever harder measures until the view fits; the mildest that does is taken, else the one that comes lowest. */
export function squeeze(draft: Draft, options: SqueezeOptions): Fit {
  const fits: Fit[] = []
  let reduced: Draft | undefined
  for (const measure of sparingFirst(measures(draft, options), draft, options)) {
    if (measure.reducesTail) reduced ??= reduceBefore(lastGroup(draft), draft, options)
    const fit = take(draft, measure.reducesTail ? (reduced ?? draft) : draft, measure, options)
    if (fit.tokens <= measure.mostTokens) return fit
    fits.push(fit)
  }
  const below = fits.find(({ tokens }) => tokens < options.budget.thresholdTokens)
  return below ?? fits.reduce((least, fit) => (fit.tokens < least.tokens ? fit : least))
}

/** A view that takes more of the threshold would have to be compressed again soon. */
const sparingShare = 0.75

/** All measures without touching what the user said last, which may take some room of its own; only then all of them. */
function sparingFirst(
  all: readonly Measure[],
  { items }: Draft,
  { budget, lastUser }: SqueezeOptions,
): readonly Measure[] {
  const own = lastUser === undefined ? 0 : (items[lastUser]?.tokens ?? 0)
  if (own <= leastSpillTokens) return all
  const most = Math.floor(budget.thresholdTokens * sparingShare)
  const withOwn = (tokens: number) => Math.max(tokens, Math.min(most, tokens + own))
  return [...all.map((each) => ({ ...each, mostTokens: withOwn(each.mostTokens), sparesLast: true })), ...all]
}

/** A text that alone takes half of the tail is a giant. */
const giantShare = 0.5
/** No preview is worth less than this. */
const leastSpillTokens = 150
/** A tail that is too long for its window is narrowed by and by, down to the messages that are protected by number. */
const tailShares = [1, 0.75, 0.5, 0.25]

/**
 * What is protected by number gives way only where the view would not be comfortable otherwise. Then as many as fit are
 * better than all of them cleared or spilled: what is left over is summarised.
 */
function measures(draft: Draft, { budget, isFirst }: SqueezeOptions): readonly Measure[] {
  const normal = cutOptions(budget, draftTokens(draft), isFirst)
  const { tailTokens, targetTokens } = budget
  const giant = Math.max(leastSpillTokens, Math.floor(tailTokens * giantShare))
  const small = Math.max(leastSpillTokens, Math.floor(giant / 4))
  const mild = { reducesTail: false, mostTokens: targetTokens, sparesLast: false }
  const hard = { ...mild, reducesTail: true }
  const protects = { ...mild, spillTokens: Number.POSITIVE_INFINITY, mostTokens: comfortTokens(budget) }
  const fewer = { ...normal, mostTailTokens: 2 * normal.mostHeadTokens }
  const upTo = (tokens: number) => {
    return { ...normal, protectFirstN: 0, protectLastN: 1, tailTokens: tokens, mostTailTokens: tokens }
  }
  return [
    ...tailShares.map((share) => ({ ...protects, cut: { ...normal, tailTokens: tailTokens * share } })),
    { ...mild, cut: fewer, spillTokens: giant },
    { ...hard, cut: fewer, spillTokens: giant },
    { ...mild, cut: upTo(tailTokens), spillTokens: giant },
    { ...hard, cut: upTo(tailTokens), spillTokens: small },
    { ...hard, cut: upTo(tailTokens / 4), spillTokens: small },
    { ...hard, cut: upTo(0), spillTokens: leastSpillTokens },
  ]
}

function take(draft: Draft, pressed: Draft, measure: Measure, options: SqueezeOptions): Fit {
  const { counter, lastUser, howToRead, mustKeep, summary } = options
  const first = cut(pressed.items, lastUser, measure.cut)
  const tokens = sizeWith(pressed, first, options)
  const room = measure.mostTokens - tokens
  if (room >= 0) {
    const eased = measure.reducesTail ? reduceBefore(wholeFrom(draft, pressed, first, room), draft, options) : pressed
    return { draft: eased, cut: first, tokens: sizeWith(eased, first, options) }
  }
  const isSpared = (at: number) => measure.sparesLast && at === lastUser
  const spilled = spill(pressed, counter, {
    limitTokens: measure.spillTokens,
    wantedTokens: -room,
    isChosen: (at) => !isMiddle(first, at) && maySpill(pressed.items[at], summary) && !isSpared(at),
    lastOfAll: lastUser,
    howToRead,
    mustKeep,
  })
  // Smaller messages may leave room for more of them, so the cut is made anew.
  const second = cut(spilled.items, lastUser, measure.cut)
  return { draft: spilled, cut: second, tokens: sizeWith(spilled, second, options) }
}

/** From where on the newest groups can be shown as they are, within so many tokens. */
function wholeFrom(draft: Draft, reduced: Draft, { tailStart }: Cut, room: number): number {
  const starts = groupStarts(draft.items).filter((start) => start >= tailStart)
  let left = room
  let from = draft.items.length
  for (const start of starts.toReversed()) {
    for (let at = start; at < from; at++) left -= (draft.items[at]?.tokens ?? 0) - (reduced.items[at]?.tokens ?? 0)
    if (left < 0) break
    from = start
  }
  return from
}

function maySpill(item: DraftItem | undefined, summary: EntryId | undefined): boolean {
  return item !== undefined && item.message.role !== 'system' && item.shown.id !== summary
}

function reduceBefore(end: number, draft: Draft, { counter, notables }: SqueezeOptions): Draft {
  const isChosen = (at: number) => at < end
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
