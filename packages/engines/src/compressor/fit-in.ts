import {
  type Fit,
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
  const rules = counter.part({
    type: 'text',
    text: `${renderConstraints(work.memo.ledger)}${mustSurviveText(work.occasion)}`,
  })
  const index = mostIndexTokens(work.memo.ledger, indexRoom(work))
  return squeeze(draft, {
    budget,
    counter,
    lastUser: work.lastUser,
    isFirst: work.memo.summary === undefined,
    summaryRoom: (middleTokens, view) => {
      const answers = answersMissing(work.answers, view).reduce((sum, { tokens }) => sum + tokens, 0)
      const written = Math.ceil(roomFor(work, middleTokens) * (1 + quoteShare))
      return written + answers + index + rules + wrapTokens
    },
    summary: work.memo.summary?.entry,
    notables: notablesOf(work.memo.ledger),
    howToRead: (number) => work.ports.howToRead(number),
    mustKeep: (shown) =>
      work.memo.ledger.constraints
        .filter(({ entry, state }) => entry === shown.id && state === 'standing')
        .map(({ text }) => text),
  })
}

/** A summary is never meant to be longer than half of what it represents. */
export function roomFor({ occasion }: CompactionWork, middleTokens: number): number {
  return Math.min(summarySize(occasion.budget, middleTokens), Math.ceil(middleTokens / 2))
}
