import { dearerWords } from '../../replay/dearer-words.ts'
import { type ShownStrategy, shownStrategies, strategyWords } from '../../replay/strategy-words.ts'
import { barCells } from '../../terminal/bar-cells.ts'
import { said } from '../../terminal/said.ts'
import { html, type Markup, noMarkup, trusted } from '../page/markup.ts'
import { reportedDollars, reportedPercent, wholeAmount } from '../reported/amounts.ts'
import type { ReportedReplay, ReportedUsd } from '../reported/reported-replay.ts'

/** Shows the total cost of each strategy, as bars that can be compared. */
export function costTable(replay: ReportedReplay): Markup {
  const { totals, model } = replay
  if (totals.costUsd === null) {
    const unpriced = totals.models.find(({ costUsd }) => costUsd === null)?.model ?? model
    return html`<p class="note">The price of <bdi>${said(unpriced, 80)}</bdi> is unknown, so no costs are shown. Name a model with a known price: <code>--price MODEL</code>.</p>`
  }
  const { anchored, system_and_3 } = totals.strategies
  const dearer = dearerWords(anchored, system_and_3, reportedDollars)
  const most = Math.max(
    ...shownStrategies.map((strategy) => (isDrawn(replay, strategy) ? (totals.strategies[strategy].costUsd ?? 0) : 0)),
  )
  return html`<table class="costs"><caption>Cost of the whole conversation</caption>
<thead><tr><th scope="col">Strategy</th><th scope="col" class="number">Cost</th><th scope="col" class="number">From cache</th></tr></thead>
<tbody>${shownStrategies.map((strategy) => row(replay, strategy, most))}</tbody></table>
${dearer === '' ? noMarkup : html`<p class="note">${dearer}</p>`}${included('Summaries', totals.summarizerUsd)}${included('Keep-alives', totals.keepAliveUsd, unkept)}`
}

const unkept = ' The best possible sends none, so it can cost more.'

function included(what: string, usd: ReportedUsd, besides = ''): Markup {
  return usd === null || usd === 0
    ? noMarkup
    : html`<p class="note">${what} are included: ${reportedDollars(usd)}.${besides}</p>`
}

/** Bars are for what can be compared: a bill for fewer calls cannot, and one that nobody pays would dwarf all others. */
function isDrawn({ totals, cacheStrategy }: ReportedReplay, strategy: ShownStrategy): boolean {
  if (strategy === 'usual') return totals.usual.endsAtCall === null
  return strategy === cacheStrategy || (strategy !== 'unmanaged' && strategy !== 'none')
}

function row(replay: ReportedReplay, strategy: ShownStrategy, most: number): Markup {
  const { totals } = replay
  const { costUsd, hitRate } = totals.strategies[strategy]
  const { name, meaning } = strategyWords[strategy]
  const share = costUsd === null || most === 0 ? 0 : costUsd / most
  const swatch = strategy === 'anchored' ? 'ours' : strategy
  const meter = isDrawn(replay, strategy)
    ? html`<i class="meter ${swatch}" ${trusted(`style="width:${barCells(share, 200) / 2}%"`)}></i>`
    : noMarkup
  return html`<tr><th scope="row"><span>${name}</span>${chip(replay, strategy)}<small>${meaning}</small>${meter}</th><td class="number">${reportedDollars(costUsd)}</td><td class="number">${reportedPercent(hitRate)}</td></tr>`
}

function chip({ totals, cacheStrategy }: ReportedReplay, strategy: ShownStrategy): Markup {
  const { endsAtCall } = totals.usual
  if (strategy === 'usual' && endsAtCall !== null)
    return html` <span class="chip end">until call ${wholeAmount(endsAtCall)}</span>`
  return strategy === cacheStrategy ? html` <span class="chip">this replay</span>` : noMarkup
}
