import { countNoun } from '../../terminal/count-noun.ts'
import { html, type Markup, noMarkup } from '../page/markup.ts'
import { reportedDollars, reportedPercent, short, wholeAmount } from '../reported/amounts.ts'
import type { ReportedReplay, ReportedUsd } from '../reported/reported-replay.ts'
import type { FileSection } from './file-section.ts'
import { figures, hitFigure, usualFigure, verdict } from './key-figures.ts'

/** All files together, and the way to each of them. */
export function overview(results: readonly ReportedReplay[], sections: readonly FileSection[]): Markup {
  if (results.length < 2) return noMarkup
  const unknown = results.filter(({ totals }) => totals.usual.costUsd === null).length
  const compared = usualFigure(results)
  const some =
    unknown === 0 || unknown === results.length ? '' : ` (${countNoun(unknown, 'file')} of unknown price left out)`
  return html`<section class="overview" aria-labelledby="all-files"><h2 id="all-files">All ${wholeAmount(results.length)} files</h2>
${verdict(results)}${figures([
  { ...compared, detail: `${compared.detail}${some}` },
  {
    name: 'Calls',
    value: short(sum(results, ({ calls }) => calls.length)),
    detail: `${short(sum(results, ({ totals }) => totals.promptTokens))} prompt tokens`,
  },
  hitFigure(
    sum(results, ({ totals }) => totals.cacheRead),
    sum(results, ({ totals }) => totals.promptTokens),
  ),
  {
    name: 'Compactions',
    value: wholeAmount(sum(results, ({ compactions }) => compactions.length)),
    detail: `in ${countNoun(results.filter(({ compactions }) => compactions.length > 0).length, 'file')}`,
  },
])}
<details class="files"><summary>Every file and the total</summary><div class="scroll" tabindex="0" role="region" aria-label="Every file and the total">${table(results, sections)}</div></details>
${picker(sections)}</section>`
}

function sum(results: readonly ReportedReplay[], value: (replay: ReportedReplay) => number): number {
  return results.reduce((total, replay) => total + value(replay), 0)
}

/** A sum with an unknown part is at least that of the others; where no part is known, neither is the sum. */
function sumOfKnown(values: readonly ReportedUsd[]): string {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return reportedDollars(null)
  const least = reportedDollars(known.reduce((total, value) => total + value, 0))
  return known.length === values.length ? least : `≥\u00a0${least}`
}

const ours = ({ totals }: ReportedReplay) => totals.costUsd
const usual = ({ totals }: ReportedReplay) => totals.usual.costUsd
const uncached = ({ totals }: ReportedReplay) => totals.costUnmanagedUsd

/** The usual way ends where the window refuses; up to there is what it costs. */
const columns = [
  'Calls',
  'Compactions',
  'Largest',
  'From cache',
  'Cost',
  'Usual cache',
  'Usual ends at',
  'Uncached, uncompacted',
]

function table(results: readonly ReportedReplay[], sections: readonly FileSection[]): Markup {
  const rows = results.map((replay, i) => {
    const { id = '', name = '' } = sections[i] ?? {}
    return html`<tr><th scope="row"><a href="#${id}"><bdi>${name}</bdi></a></th>${cells(replay)}</tr>`
  })
  const sumOf = (cost: (replay: ReportedReplay) => ReportedUsd) => sumOfKnown(results.map(cost))
  return html`<table><thead><tr><th scope="col">File</th>${columns.map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody><tfoot><tr><th scope="row">Total</th>${numbers([
    wholeAmount(sum(results, ({ calls }) => calls.length)),
    wholeAmount(sum(results, ({ compactions }) => compactions.length)),
    short(Math.max(...results.map(({ totals }) => totals.maxPromptTokens))),
    '',
    sumOf(ours),
    sumOf(usual),
    countNoun(results.filter(({ totals }) => totals.usual.endsAtCall !== null).length, 'file'),
    sumOf(uncached),
  ])}</tr></tfoot></table>`
}

function cells(replay: ReportedReplay): Markup {
  const { calls, compactions, totals } = replay
  return numbers([
    wholeAmount(calls.length),
    wholeAmount(compactions.length),
    short(totals.maxPromptTokens),
    totals.promptTokens === 0 ? '–' : reportedPercent(totals.cacheRead / totals.promptTokens),
    reportedDollars(ours(replay)),
    reportedDollars(usual(replay)),
    totals.usual.endsAtCall === null ? '–' : `call ${wholeAmount(totals.usual.endsAtCall)}`,
    reportedDollars(uncached(replay)),
  ])
}

function numbers(values: readonly string[]): Markup {
  return html`${values.map((value) => html`<td class="number">${value}</td>`)}`
}

function picker(sections: readonly FileSection[]): Markup {
  return html`<div class="picker"><label for="pick">File</label><select id="pick">${sections.map(
    ({ id, name }, i) => html`<option value="${id}">${i + 1}. ${name}</option>`,
  )}</select><button type="button" id="previous" aria-label="Previous file">←</button><button type="button" id="next" aria-label="Next file">→</button></div>`
}
