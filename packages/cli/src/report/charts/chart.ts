import { html, type Markup, noMarkup, trusted } from '../page/markup.ts'
import { canvas } from './plot-shapes.ts'

/** A value that can be read off a chart; its swatch is the class of the line or area that shows it. */
export interface ChartKey {
  readonly name: string
  readonly swatch?: string
}

/** The values shown at one place of a chart, one for each key. */
export interface ChartReading {
  readonly x: number
  readonly values: readonly string[]
  /** The receipt with the details. */
  readonly receipt?: string
}

/** A name at a place along an axis, as a share of its length. */
export interface Label {
  readonly at: number
  readonly text: string
}

/** A line across the chart with its name on it. */
export interface Level extends Label {
  readonly kind: 'window' | 'threshold' | 'oracle'
}

/** One way to look at a chart. */
export interface ChartView {
  readonly name: string
  readonly shapes: Markup
  readonly ticks: readonly Label[]
  readonly levels: readonly Level[]
  /** A note on what the edge cuts off. */
  readonly note?: string
}

export interface Chart {
  readonly id: string
  readonly title: string
  /** One sentence below the title. */
  readonly lead: string
  /** For those who cannot see it: what the drawing shows. */
  readonly label: string
  readonly keys: readonly ChartKey[]
  readonly readings: readonly ChartReading[]
  /** From far to near. */
  readonly views: readonly ChartView[]
  readonly opensOn: 'first' | 'last'
  /** Names below the chart, and of what they are numbers. */
  readonly below: readonly Label[]
  readonly unit: string
  /** The positions of compactions. */
  readonly pins?: readonly number[]
}

/** A chart with what is needed to read it: a legend that shows the values under the cursor, axes, and a table. */
export function drawChart(chart: Chart): Markup {
  const { id, title, lead } = chart
  return html`<section class="panel" aria-labelledby="${id}-title">
<div class="panel-head"><h3 id="${id}-title">${title}</h3>${viewSwitch(chart)}</div>
<p class="lead">${lead}</p>
${legend(chart)}
<div class="chart" data-chart="${id}">${pins(chart)}<div class="plot">
${chart.views.map((view, i) => drawView(chart, view, i === openView(chart)))}
<i class="cursor" hidden></i>
<input type="range" min="0" max="${Math.max(0, chart.readings.length - 1)}" value="${Math.max(0, chart.readings.length - 1)}"
 aria-label="${title}: move to read values" aria-valuetext="${readAloud(chart)}"></div>
<div class="below" aria-hidden="true">${chart.below.map(({ at, text }) => html`<span${trusted(at > 0.96 ? ' class="end"' : '')} ${leftOf(at)}>${text}</span>`)}</div>
<p class="unit" aria-hidden="true">${chart.unit}</p></div>
<details class="data" data-table="${id}"><summary>As a table</summary><div class="scroll" tabindex="0" role="region" aria-label="${title}, as a table"></div></details>
</section>`
}

function openView({ opensOn, views }: Chart): number {
  return opensOn === 'first' ? 0 : views.length - 1
}

function viewSwitch(chart: Chart): Markup {
  const { id, views } = chart
  if (views.length < 2) return noMarkup
  return html`<div class="switch" role="group" aria-label="How much to show">${views.map(
    ({ name }, i) =>
      html`<button type="button" data-view="${id}" aria-pressed="${i === openView(chart) ? 'true' : 'false'}">${name}</button>`,
  )}</div>`
}

/** Starts with the last reading, so that nothing moves when the cursor comes. */
function legend({ id, keys, readings }: Chart): Markup {
  const last = readings.at(-1)?.values ?? []
  return html`<dl class="legend" id="${id}-legend">${keys.map(
    ({ name, swatch }, i) =>
      html`<div><dt>${swatch === undefined ? noMarkup : html`<i class="swatch ${swatch}"></i>`}${name}</dt><dd>${last[i] ?? '–'}</dd></div>`,
  )}</dl>`
}

function readAloud({ keys, readings }: Chart): string {
  const last = readings.at(-1)?.values ?? []
  return keys.map(({ name }, i) => `${name} ${last[i] ?? ''}`).join(', ')
}

function pins({ pins: places }: Chart): Markup {
  if (places === undefined) return noMarkup
  return html`<div class="pins" aria-hidden="true">${places.map((x) => html`<i ${leftOf(x)}></i>`)}</div>`
}

function drawView({ label }: Chart, view: ChartView, isOpen: boolean): Markup {
  const grid = view.ticks.map(({ at }) => `M0 ${y(at)}H${canvas.width}`).join('')
  return html`<div class="view"${isOpen ? noMarkup : trusted(' hidden')}>
<svg viewBox="0 0 ${canvas.width} ${canvas.height}" preserveAspectRatio="none" role="img" aria-label="${label}"><path class="grid" d="${grid}"/>${view.shapes}${view.levels.map(
    ({ at, kind }) => html`<path class="level ${kind}" d="M0 ${y(at)}H${canvas.width}"/>`,
  )}</svg>
${view.ticks.map(({ at, text }) => html`<span class="tick" ${bottomOf(at)}>${text}</span>`)}
${view.levels.map((level) => html`<span class="level-name ${level.kind} ${isCrowded(level, view.levels) ? 'under' : ''}" ${bottomOf(level.at)}>${level.text}</span>`)}
${view.note === undefined ? noMarkup : html`<span class="edge">${view.note}</span>`}</div>`
}

/** Two names closer than a line of text would overlap: the lower one goes below its line. */
function isCrowded({ at }: Level, levels: readonly Level[]): boolean {
  return at > 0.93 || levels.some((other) => other.at > at && other.at - at < 0.09)
}

function y(share: number): number {
  return Math.round((1 - share) * canvas.height * 10) / 10
}

function leftOf(share: number): Markup {
  return trusted(`style="left:${(share * 100).toFixed(2)}%"`)
}

function bottomOf(share: number): Markup {
  return trusted(`style="bottom:${(share * 100).toFixed(2)}%"`)
}
