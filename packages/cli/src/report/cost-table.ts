import { strategyWords } from '../plain-words.ts'
import { barCells } from '../terminal/bar-cells.ts'
import { said } from '../terminal/said.ts'
import { dollars, percent } from './amounts.ts'
import { html, type Markup, nothing, trusted } from './markup.ts'
import { type ReportedReplay, type Strategy, strategies, type Usd } from './reported-replay.ts'

/** What each strategy paid in all, as bars that can be compared. */
export function costTable(replay: ReportedReplay): Markup {
  const { totals, model } = replay
  if (totals.costUsd === null) {
    return html`<p class="note">The price of <bdi>${said(model, 80)}</bdi> is unknown, so no costs are shown. Name a model with a known price: <code>--price MODEL</code>.</p>`
  }
  const most = Math.max(...strategies.map((strategy) => totals.strategies[strategy].costUsd ?? 0))
  return html`<table class="costs"><caption>Cost of the whole conversation</caption>
<thead><tr><th scope="col">Strategy</th><th scope="col" class="number">Cost</th><th scope="col" class="number">From cache</th></tr></thead>
<tbody>${strategies.map((strategy) => row(replay, strategy, most))}</tbody></table>
${included('Summaries', totals.summarizerUsd)}${included('Keep-alives', totals.keepAliveUsd, unkept)}`
}

const unkept = ' The best possible sends none, so it can cost more.'

function included(what: string, usd: Usd, besides = ''): Markup {
  return usd === null || usd === 0
    ? nothing
    : html`<p class="note">${what} are included: ${dollars(usd)}.${besides}</p>`
}

function row({ totals, cacheStrategy }: ReportedReplay, strategy: Strategy, most: number): Markup {
  const { costUsd, hitRate } = totals.strategies[strategy]
  const { name, meaning } = strategyWords[strategy]
  const share = costUsd === null || most === 0 ? 0 : costUsd / most
  const swatch = strategy === 'anchored' ? 'ours' : strategy
  const chosen = strategy === cacheStrategy ? html` <span class="chip">this replay</span>` : nothing
  return html`<tr><th scope="row"><span>${name}</span>${chosen}<small>${meaning}</small><i class="meter ${swatch}" ${trusted(`style="width:${barCells(share, 200) / 2}%"`)}></i></th><td class="number">${dollars(costUsd)}</td><td class="number">${percent(hitRate)}</td></tr>`
}
