import type { Budget } from '../../budget/budget.ts'
import { alignTurns } from '../plan/align-turns.ts'
import { type DraftItem, draftTokens, floorTokens, groupStarts, type ViewDraft } from '../plan/view-draft.ts'

/**
 * The messages of a view that stay: those before `headEnd`, those from `tailStart` on, and the last thing that the
 * user said, wherever it is. All others are the middle, which may be summarised.
 */
export interface Cut {
  readonly headEnd: number
  readonly tailStart: number
  /** Lies between the two, and is shown after the summary. */
  readonly lastUser?: number
  /** An answer between the two that stays so that the user and the assistant still take turns. */
  readonly answer?: number
}

export interface CutOptions {
  /** Number of messages at the start that stay, besides the system prompt. */
  readonly protectFirstN: number
  readonly protectLastN: number
  readonly tailTokens: number
  /** The most that protecting so many messages may take, where they are large. */
  readonly mostHeadTokens: number
  readonly mostTailTokens: number
}

/** Returns the options for a view's first cut. */
export function cutOptions(budget: Budget, draft: ViewDraft, isFirst: boolean): CutOptions {
  const { protectLastN, tailTokens, targetTokens } = budget
  const tokens = draftTokens(draft)
  const isTight = tokens > targetTokens
  // A head that was protected at every compaction would never be forgotten, so only the first one protects it.
  const protectFirstN = isFirst ? budget.protectFirstN : 0
  return {
    protectFirstN,
    protectLastN,
    tailTokens,
    mostHeadTokens: isTight ? Math.max(tailTokens, targetTokens / 2) / 2 : tokens,
    mostTailTokens: isTight ? comfortTokens(budget, draft) : tokens,
  }
}

const comfortShare = 0.75
const comfortMore = 2_000
/** Beyond this threshold it is less in proportion, since ever more calls go by before the next compaction. */
const fullMoreTokens = 50_000

/**
 * Returns how large a view may be for the sake of what is protected: more than the target, with room to continue
 * for a while. Every call pays for it, so in a large window it is a small share. A system prompt that takes more
 * than half of the target leaves only the rest to be shared out.
 */
export function comfortTokens({ targetTokens, thresholdTokens }: Budget, draft: ViewDraft): number {
  const lost = Math.min(Math.max(0, floorTokens(draft) - targetTokens / 2), thresholdTokens)
  const ofRest = (share: number) => Math.floor(lost + (thresholdTokens - lost) * share)
  const more = Math.floor(comfortMore * Math.min(1, fullMoreTokens / thresholdTokens))
  const most = Math.min(ofRest(comfortShare), ofRest(targetTokens / thresholdTokens) + more)
  return Math.max(targetTokens, most)
}

/** Cuts a view between whole groups. `lastUser` is the index of the last message in which a person speaks. */
export function cut(items: readonly DraftItem[], lastUser: number | undefined, options: CutOptions): Cut {
  const starts = groupStarts(items)
  // What the user said last is shown after the summary, so the head ends before it.
  const headEnd = Math.min(endOfHead(items, starts, options), lastUser ?? items.length)
  const tailStart = Math.max(headEnd, startOfTail(items, starts, options))
  const asked = isAsked(tailStart, lastUser) ? Math.max(headEnd, lastUser) : tailStart
  if (lastUser === undefined || lastUser >= asked) return alignTurns(items, { headEnd, tailStart: asked })
  return alignTurns(items, { headEnd, tailStart: asked, lastUser })
}

/** True when a message of the middle is left. */
export function hasMiddle({ headEnd, tailStart, lastUser, answer }: Cut): boolean {
  return tailStart - headEnd > (lastUser === undefined ? 0 : 1) + (answer === undefined ? 0 : 1)
}

export function isMiddle({ headEnd, tailStart, lastUser, answer }: Cut, at: number): boolean {
  return at >= headEnd && at < tailStart && at !== lastUser && at !== answer
}

function endOfHead(
  items: readonly DraftItem[],
  starts: readonly number[],
  { protectFirstN, mostHeadTokens }: CutOptions,
): number {
  const system = items.findIndex(({ message }) => message.role !== 'system')
  const leading = system === -1 ? items.length : system
  const wanted = starts.find((start) => start >= Math.min(leading + protectFirstN, items.length)) ?? leading
  // A head of giants is no head: it would eat the room that the newest messages need.
  const fits = starts.filter((start) => {
    if (start < leading || start > wanted || hasMade(items, leading, start)) return false
    return sum(items, leading, start) <= mostHeadTokens
  })
  return fits.at(-1) ?? leading
}

function startOfTail(items: readonly DraftItem[], starts: readonly number[], options: CutOptions): number {
  const { protectLastN, tailTokens, mostTailTokens } = options
  let start = items.length
  let total = 0
  for (const next of starts.toReversed().slice(1)) {
    total += sum(items, next, start)
    const isOwed = items.length - start < protectLastN && total <= mostTailTokens
    const isTooMuch = total > tailTokens || hasMade(items, next, start)
    if (isTooMuch && !isOwed && start < items.length) break
    start = next
  }
  return start
}

/** An answer stays with the question right before it: a question in the summary would look as if it were open. */
function isAsked(tailStart: number, lastUser: number | undefined): lastUser is number {
  return lastUser !== undefined && lastUser === tailStart - 1
}

/** Lines that an earlier compaction made look small: kept again and again, their originals would never be summarised. */
function hasMade(items: readonly DraftItem[], from: number, to: number): boolean {
  return items.slice(from, to).some(({ shown }) => shown.standsFor !== undefined)
}

function sum(items: readonly DraftItem[], from: number, to: number): number {
  let total = 0
  for (let at = from; at < to; at++) total += items[at]?.tokens ?? 0
  return total
}
