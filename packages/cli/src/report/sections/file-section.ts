import { modelWords } from '../../replay/model-words.ts'
import { strategyWords } from '../../replay/strategy-words.ts'
import { gapWords } from '../../terminal/plain-words.ts'
import { said } from '../../terminal/said.ts'
import { type Chart, drawChart } from '../charts/chart.ts'
import { contextChart } from '../charts/context-chart.ts'
import { costChart } from '../charts/cost-chart.ts'
import { hitsChart } from '../charts/hits-chart.ts'
import { survivalChart } from '../charts/survival-chart.ts'
import { html, type Markup, noMarkup } from '../page/markup.ts'
import { duration, short, wholeAmount } from '../reported/amounts.ts'
import type { ReportedReplay } from '../reported/reported-replay.ts'
import { costTable } from './cost-table.ts'
import { keyFigures, verdict } from './key-figures.ts'
import { receipts } from './receipts.ts'

/** A file's part of the report, and the charts whose values the page must know. */
export interface FileSection {
  readonly id: string
  readonly name: string
  readonly markup: Markup
  readonly charts: readonly Chart[]
}

/** The place of a file in the report. */
export interface FilePlacement {
  readonly id: string
  /** The name of the file among the others. */
  readonly title: string
}

/** Everything about one file. */
export function fileSection(replay: ReportedReplay, { id, title }: FilePlacement, buckets: number): FileSection {
  const name = said(title || replay.file, 120) || 'A session'
  const isEmpty = replay.calls.length === 0
  const context = isEmpty ? undefined : contextChart(replay, id, buckets)
  const cost = isEmpty ? undefined : costChart(replay, id, buckets)
  const hits = isEmpty ? undefined : hitsChart(replay, id, buckets)
  const survival = replay.compactions.length === 0 ? undefined : survivalChart(replay, id)
  const draw = (chart: Chart | undefined) => (chart === undefined ? noMarkup : drawChart(chart))
  const markup = html`<section class="file" id="${id}" aria-labelledby="${id}-name"><h2 id="${id}-name"><bdi>${name}</bdi></h2>
${about(replay)}${verdict([replay])}${notices(replay)}${keyFigures(replay)}
${isEmpty ? html`<p class="panel note">No call was made in this file, so there is nothing to draw.</p>` : noMarkup}
${draw(context)}${draw(cost)}
${isEmpty ? noMarkup : costs(replay, id)}
${draw(hits)}${draw(survival)}${receipts(replay, id)}</section>`
  return { id, name, markup, charts: [context, cost, hits, survival].filter((chart) => chart !== undefined) }
}

function costs(replay: ReportedReplay, id: string): Markup {
  return html`<section class="panel" aria-labelledby="${id}-costs"><div class="panel-head"><h3 id="${id}-costs">Cost compared</h3></div>${costTable(replay)}</section>`
}

function about({ file, model, contextLength, calls, cacheStrategy, gap, totals }: ReportedReplay): Markup {
  const facts = [
    modelWords(model, totals.models),
    `${short(contextLength)} window`,
    calls.length === 1 ? '1 call' : `${wholeAmount(calls.length)} calls`,
    `${duration(totals.virtualMs)} long`,
    `${strategyWords[cacheStrategy].name} cache`,
    said(gapWords(gap), 60),
  ]
  return html`<p class="about"><bdi class="path">${said(file, 300)}</bdi>${facts.map((fact) => html`<span><bdi>${fact}</bdi></span>`)}</p>`
}

function notices({ notices: list }: ReportedReplay): Markup {
  if (list.length === 0) return noMarkup
  return html`<ul class="notices">${list.map((notice) => html`<li>${said(notice)}</li>`)}</ul>`
}
