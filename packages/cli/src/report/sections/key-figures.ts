import { type UsualSum, uncachedWords, usualChange, usualSum, usualWords } from '../../replay/usual-words.ts'
import { countNoun } from '../../terminal/count-noun.ts'
import { html, type Markup, noMarkup, trusted } from '../page/markup.ts'
import { reportedDollars, reportedPercent, short, wholeAmount } from '../reported/amounts.ts'
import type { ReportedReplay } from '../reported/reported-replay.ts'

interface Figure {
  readonly name: string
  readonly value: string
  readonly detail: string
  readonly isDearer?: boolean
}

/** Shows the main results of a session, in large type. */
export function keyFigures(replay: ReportedReplay): Markup {
  const { totals, compactions, contextLength } = replay
  const removed = compactions.reduce((sum, { tokens }) => sum + tokens.before - tokens.after, 0)
  const used = contextLength > 0 ? `, ${reportedPercent(totals.maxPromptTokens / contextLength)}` : ''
  return figures([
    usualFigure([replay]),
    {
      name: 'Largest context',
      value: short(totals.maxPromptTokens),
      detail: `of a ${short(contextLength)} window${used}`,
    },
    hitFigure(totals.cacheRead, totals.promptTokens),
    {
      name: 'Compactions',
      value: wholeAmount(compactions.length),
      detail: compactions.length === 0 ? 'it fitted as it was' : `${short(removed)} tokens taken out`,
    },
  ])
}

/** A row of figures. */
export function figures(list: readonly Figure[]): Markup {
  return html`<dl class="figures">${list.map(
    ({ name, value, detail, isDearer }) =>
      html`<div${trusted(isDearer ? ' class="dearer"' : '')}><dt>${name}</dt><dd>${value}</dd><dd class="detail">${detail}</dd></div>`,
  )}</dl>`
}

/** Compares our cost with what people pay without us; unknown if a price is. */
export function usualFigure(replays: readonly ReportedReplay[]): Figure {
  const bill = usualSum(replays)
  if (bill === undefined) return { name: 'Cost', value: 'unknown', detail: 'the model has no known price' }
  const detail = usualDetail(replays, bill)
  const change = usualChange(bill)
  if (change === undefined) return { name: 'Cost', value: '–', detail }
  if (change === 0) return { name: 'Cost', value: 'the same', detail }
  if (change < 0) return { name: 'Cost saved', value: reportedPercent(-change), detail }
  return { name: 'Extra cost', value: reportedPercent(change), detail, isDearer: true }
}

function usualDetail(replays: readonly ReportedReplay[], { costUsd, oursUsd }: UsualSum): string {
  const both = `${reportedDollars(oursUsd)} instead of ${reportedDollars(costUsd)} with the usual cache`
  if (replays.every(({ totals }) => totals.usual.endsAtCall === null)) return both
  const [only] = replays
  const made = replays.length > 1 || only === undefined ? '' : ` for ${countNoun(only.totals.usual.calls, 'call')}`
  return `${both}${made}, until the window refuses`
}

/** The same in a sentence, and beside it what nobody would pay. */
export function verdict(replays: readonly ReportedReplay[]): Markup {
  const spelling = { dollars: reportedDollars, percent: reportedPercent }
  const words = usualWords(replays, spelling)
  if (words === '') return noMarkup
  return html`<p class="verdict">${words} <small>${uncachedWords(replays, spelling)}</small></p>`
}

/** Shows how much of all prompts the cache served. */
export function hitFigure(cacheRead: number, promptTokens: number): Figure {
  return {
    name: 'Cache hit rate',
    value: promptTokens === 0 ? '–' : reportedPercent(cacheRead / promptTokens),
    detail: `of ${short(promptTokens)} prompt tokens`,
  }
}
