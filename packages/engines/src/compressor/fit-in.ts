import {
  type Fit,
  isMiddle,
  mostIndexTokens,
  mustSurviveText,
  notablesOf,
  renderConstraints,
  squeeze,
  summarySize,
  type ViewDraft,
} from '@palimpsest/core/engine'
import type { CompactionWork } from './compaction-work.ts'
import { indexRoom } from './index-note.ts'
import { answersMissing } from './kept-answers.ts'

/** Marker, notes and end of a summary message. */
const wrapTokens = 250
/** Of the room for a summary, this share more is given to words that are kept as they were said. */
export const quoteShare = 0.5

/** Cuts and spills until the protected messages and the summary to come fit the target. */
export function fitIn(work: CompactionWork, draft: ViewDraft): Fit {
  const { budget, counter } = work.occasion
  const beside = besideBody(work)
  return squeeze(draft, {
    budget,
    counter,
    lastUser: work.lastUser,
    isFirst: work.memo.summary === undefined,
    summaryRoom: (middleTokens, view) => withQuotes(work, middleTokens) + answerTokens(work, view) + beside,
    summary: work.memo.summary?.entry,
    notables: notablesOf(work.memo.ledger),
    howToRead: (number) => work.ports.howToRead(number),
    mustKeep: (shown) =>
      work.memo.ledger.constraints
        .filter(({ entry, state }) => entry === shown.id && state === 'standing')
        .map(({ text }) => text),
  })
}

/** Tokens of a view in which what a model wrote, and all that belongs to it, is in the place of the middle. */
export function tokensWith(work: CompactionWork, view: Pick<Fit, 'draft' | 'cut'>, writtenTokens: number): number {
  const { draft, cut } = view
  const middle = sumWhere(draft, (at) => isMiddle(cut, at))
  const quotes = Math.ceil(roomFor(work, middle) * quoteShare)
  const summary = writtenTokens + quotes + answerTokens(work, view) + besideBody(work)
  return draft.overheadTokens + sumWhere(draft, (at) => !isMiddle(cut, at)) + summary
}

function answerTokens({ answers }: CompactionWork, view: Pick<Fit, 'draft' | 'cut'>): number {
  return answersMissing(answers, view).reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Tokens of index, rules and notes. */
function besideBody(work: CompactionWork): number {
  return mostIndexTokens(work.memo.ledger, indexRoom(work)) + wrapped(work)
}

/** Tokens of what a model writes, and of words that are kept as they were said. */
function withQuotes(work: CompactionWork, middleTokens: number): number {
  return Math.ceil(roomFor(work, middleTokens) * (1 + quoteShare))
}

/** Tokens of rules and notes. */
function wrapped({ occasion, memo }: CompactionWork): number {
  const text = `${renderConstraints(memo.ledger)}${mustSurviveText(occasion)}`
  return occasion.counter.part({ type: 'text', text }) + wrapTokens
}

/**
 * True when a summary of its usual length, with quotes, would be no shorter than what it stands for, reduced freely: nobody need be
 * asked for it. An index stands in the view in both cases.
 */
export function isSummaryVain(work: CompactionWork, reduced: Pick<Fit, 'draft' | 'cut'>): boolean {
  const middle = sumWhere(reduced.draft, (at) => isMiddle(reduced.cut, at))
  return withQuotes(work, middle) + wrapped(work) >= middle
}

function sumWhere({ items }: ViewDraft, isChosen: (at: number) => boolean): number {
  return items.reduce((total, { tokens }, at) => total + (isChosen(at) ? tokens : 0), 0)
}

/** A summary is never meant to be longer than half of what it represents. */
export function roomFor({ occasion }: CompactionWork, middleTokens: number): number {
  return Math.min(summarySize(occasion.budget, middleTokens), Math.ceil(middleTokens / 2))
}
