import type { Budget } from '../../budget/budget.ts'
import type { EntryId } from '../../log/entry.ts'
import type { Counter } from '../../tokens/count.ts'
import { type DraftItem, groupStarts, type ViewDraft } from '../plan/view-draft.ts'
import { clearWhere } from './clear.ts'
import { type Cut, type CutOptions, comfortTokens, cut, cutOptions, hasMiddle, isMiddle } from './cut.ts'
import type { Notables } from './notables.ts'
import { shortenWhere } from './shorten.ts'
import { type SpillOptions, spill } from './spill.ts'

/** The input of a squeeze, and its limits. */
export interface SqueezeOptions {
  readonly budget: Budget
  readonly counter: Counter
  /** Index of the last message in which a person speaks. */
  readonly lastUser: number | undefined
  readonly isFirst: boolean
  /** Returns the tokens of a summary of the middle, with what it must show word for word. */
  summaryRoom(middleTokens: number, view: Pick<Fit, 'draft' | 'cut'>): number
  readonly howToRead: SpillOptions['howToRead']
  readonly mustKeep: SpillOptions['mustKeep']
  readonly notables: Notables
  /** The summary that is already in the view: it is rewritten or stays, but never cut. */
  readonly summary: EntryId | undefined
}

/** A view that is cut so that what stays, and a summary of the rest, fit. */
export interface Fit {
  readonly draft: ViewDraft
  readonly cut: Cut
  /** Of the whole request, with the summary that is to come. */
  readonly tokens: number
}

/** The pressure on the messages that would stay. */
interface Measure {
  readonly cut: CutOptions
  readonly spillTokens: number
  /** The treatment of messages that would stay, the oldest first, never of the last group. */
  readonly press: Press | undefined
  /** It is enough if the view takes no more. */
  readonly mostTokens: number
  /** True when the user's last message stays as it was said. */
  readonly sparesLast: boolean
}

/** Giants are spilled, or all results and arguments reduced. */
type Press = 'giants' | 'all'

/** Takes ever harder measures until the view fits; the mildest that does is taken, else the one that comes lowest. */
export function squeeze(draft: ViewDraft, options: SqueezeOptions): Fit {
  const fits: Fit[] = []
  const pressed = new Map<Press, ViewDraft>()
  for (const measure of sparingFirst(measures(draft, options), draft, options)) {
    const { press } = measure
    if (press !== undefined && !pressed.has(press))
      pressed.set(press, pressBefore(lastGroup(draft), draft, measure, options))
    const fit = take(draft, (press && pressed.get(press)) ?? draft, measure, options)
    if (fit.tokens <= measure.mostTokens) return fit
    fits.push(fit)
  }
  const below = fits.find(({ tokens }) => tokens < options.budget.thresholdTokens)
  return below ?? fits.reduce((least, fit) => (fit.tokens < least.tokens ? fit : least))
}

/**
 * Shares of the threshold that a view may take to keep the user's last words: preferably less, or it is compacted
 * again soon.
 */
const sparingShares = [0.75, 0.9]

/** All measures without touching what the user said last, which may take some room of its own; only then all of them. */
function sparingFirst(
  all: readonly Measure[],
  { items }: ViewDraft,
  { budget, lastUser }: SqueezeOptions,
): readonly Measure[] {
  const own = lastUser === undefined ? 0 : (items[lastUser]?.tokens ?? 0)
  if (own <= leastSpillTokens) return all
  const sparing = sparingShares.flatMap((share) => {
    const most = Math.floor(budget.thresholdTokens * share)
    const withOwn = (tokens: number) => Math.max(tokens, Math.min(most, tokens + own))
    return all.map((each) => ({ ...each, mostTokens: withOwn(each.mostTokens), sparesLast: true }))
  })
  return [...sparing, ...all]
}

/** A text that alone takes half of the tail is a giant. */
const giantShare = 0.5
/** No preview is worth less than this. */
const leastSpillTokens = 150
/** A tail that is too long for its window is narrowed by and by, down to the messages that are protected by number. */
const tailShares = [1, 0.75, 0.5, 0.25]

/**
 * Messages protected by number give way only where the view would not be comfortable otherwise. Then keeping as
 * many as fit is better than clearing or spilling all of them: the others are summarised.
 */
function measures(draft: ViewDraft, options: SqueezeOptions): readonly Measure[] {
  const { budget, isFirst } = options
  const normal = cutOptions(budget, draft, isFirst)
  const { tailTokens, targetTokens } = budget
  const giant = Math.max(leastSpillTokens, Math.floor(tailTokens * giantShare))
  const small = Math.max(leastSpillTokens, Math.floor(giant / 4))
  const mild = { press: undefined, mostTokens: targetTokens, sparesLast: false }
  const hard = { ...mild, press: 'all' as const }
  const protects = { ...mild, spillTokens: Number.POSITIVE_INFINITY, mostTokens: comfortTokens(budget, draft) }
  const allOf = (share: number) => ({
    ...normal,
    tailTokens: tailTokens * share,
    mostTailTokens: Number.POSITIVE_INFINITY,
  })
  const narrow = allOf(Math.min(...tailShares))
  const room = { ...narrow, mostTailTokens: tailRoom(draft, narrow, options) }
  const fewer = { ...normal, mostTailTokens: 2 * normal.mostHeadTokens }
  const upTo = (tokens: number) => {
    return { ...normal, protectFirstN: 0, protectLastN: 1, tailTokens: tokens, mostTailTokens: tokens }
  }
  return [
    ...tailShares.map((share) => ({ ...protects, cut: allOf(share) })),
    { ...protects, cut: narrow, spillTokens: giant, press: 'giants' },
    { ...protects, cut: room, spillTokens: giant, press: 'giants' },
    { ...mild, cut: fewer, spillTokens: giant },
    { ...hard, cut: fewer, spillTokens: giant },
    { ...mild, cut: upTo(tailTokens), spillTokens: giant },
    { ...hard, cut: upTo(tailTokens), spillTokens: small },
    { ...hard, cut: upTo(tailTokens / 4), spillTokens: small },
    { ...hard, cut: upTo(0), spillTokens: leastSpillTokens },
  ]
}

/** Returns the room for the newest messages in a comfortable view, beside its head and a summary of all others. */
function tailRoom(draft: ViewDraft, narrow: CutOptions, options: SqueezeOptions): number {
  const least = cut(draft.items, options.lastUser, { ...narrow, protectLastN: 0, tailTokens: 0 })
  const last = draft.items.slice(least.tailStart).reduce((sum, { tokens }) => sum + tokens, 0)
  return comfortTokens(options.budget, draft) - sizeWith(draft, least, options) + last
}

function take(draft: ViewDraft, pressed: ViewDraft, measure: Measure, options: SqueezeOptions): Fit {
  const { counter, lastUser, howToRead, mustKeep, summary } = options
  const first = cut(pressed.items, lastUser, measure.cut)
  const tokens = sizeWith(pressed, first, options)
  const room = measure.mostTokens - tokens
  if (room >= 0) {
    const eased =
      pressed === draft ? draft : pressBefore(wholeFrom(draft, pressed, first, room), draft, measure, options)
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
function wholeFrom(draft: ViewDraft, reduced: ViewDraft, { tailStart }: Cut, room: number): number {
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

function pressBefore(end: number, draft: ViewDraft, measure: Measure, options: SqueezeOptions): ViewDraft {
  const { counter, notables } = options
  const isOlder = (at: number) => at < end
  if (measure.press === 'giants') return spillGiants(end, draft, measure.spillTokens, options)
  return shortenWhere(clearWhere(draft, counter, isOlder, notables), counter, isOlder)
}

/** Of the messages that are protected by number. What a call wrote is shortened, since it cannot be spilled. */
function spillGiants(end: number, draft: ViewDraft, limitTokens: number, options: SqueezeOptions): ViewDraft {
  const { counter, lastUser, howToRead, mustKeep, summary, budget } = options
  const first = draft.items.length - budget.protectLastN
  const isChosen = (at: number) => at >= first && at < end && at !== lastUser && maySpill(draft.items[at], summary)
  const wantedTokens = Number.POSITIVE_INFINITY
  const spilled = spill(draft, counter, { limitTokens, wantedTokens, isChosen, howToRead, mustKeep })
  return shortenWhere(spilled, counter, (at) => isChosen(at) && (spilled.items[at]?.tokens ?? 0) > limitTokens)
}

function lastGroup({ items }: ViewDraft): number {
  return groupStarts(items).at(-2) ?? 0
}

function sizeWith(draft: ViewDraft, where: Cut, { summaryRoom }: SqueezeOptions): number {
  let kept = draft.overheadTokens
  let middle = 0
  draft.items.forEach(({ tokens }, at) => {
    if (isMiddle(where, at)) middle += tokens
    else kept += tokens
  })
  return hasMiddle(where) ? kept + summaryRoom(middle, { draft, cut: where }) : kept
}
