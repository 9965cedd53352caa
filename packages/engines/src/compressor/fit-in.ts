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
    summaryRoom: (middleTokens, view) =>
      Math.ceil(roomFor(work, middleTokens) * (1 + quoteShare)) + answerTokens(work, view) + beside,
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
  const sum = (isChosen: (at: number) => boolean) =>
    draft.items.reduce((total, { tokens }, at) => total + (isChosen(at) ? tokens : 0), 0)
  const quotes = Math.ceil(
    roomFor(
      work,
      sum((at) => isMiddle(cut, at)),
    ) * quoteShare,
  )
  const summary = writtenTokens + quotes + answerTokens(work, view) + besideBody(work)
  return draft.overheadTokens + sum((at) => !isMiddle(cut, at)) + summary
}

function answerTokens({ answers }: CompactionWork, view: Pick<Fit, 'draft' | 'cut'>): number {
  return answersMissing(answers, view).reduce((sum, { tokens }) => sum + tokens, 0)
}

/** Tokens of index, rules and notes. */
function besideBody(work: CompactionWork): number {
  const { occasion, memo } = work
  const text = `${renderConstraints(memo.ledger)}${mustSurviveText(occasion)}`
  const index = mostIndexTokens(memo.ledger, indexRoom(work))
  return index + occasion.counter.part({ type: 'text', text }) + wrapTokens
}

/** A summary is never meant to be longer than half of what it represents. */
export function roomFor({ occasion }: CompactionWork, middleTokens: number): number {
  return Math.min(summarySize(occasion.budget, middleTokens), Math.ceil(middleTokens / 2))
}
