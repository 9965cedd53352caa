import { count } from '../terminal/count.ts'
import { dollars, percent, short, whole } from './amounts.ts'
import type { FileSection } from './file-section.ts'
import { figures, hitFigure, savedFigure } from './key-figures.ts'
import { html, type Markup, nothing } from './markup.ts'
import type { ReportedReplay, Usd } from './reported-replay.ts'

/** All files together, and the way to each of them. */
export function overview(results: readonly ReportedReplay[], sections: readonly FileSection[]): Markup {
  if (results.length < 2) return nothing
  const priced = results.filter(({ totals }) => totals.costUsd !== null && totals.costUnmanagedUsd !== null)
  const unknown = results.length - priced.length
  const saved = priced.length === 0 ? savedFigure(null, null) : savedFigure(sum(priced, ours), sum(priced, unmanaged))
  const some = unknown === 0 || priced.length === 0 ? '' : ` (${count(unknown, 'file')} of unknown price left out)`
  return html`<section class="overview" aria-labelledby="all-files"><h2 id="all-files">All ${whole(results.length)} files</h2>
${figures([
  { ...saved, detail: `${saved.detail}${some}` },
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
    value: whole(sum(results, ({ compactions }) => compactions.length)),
    detail: `in ${count(results.filter(({ compactions }) => compactions.length > 0).length, 'file')}`,
  },
])}
<details class="files"><summary>Every file and the total</summary><div class="scroll" tabindex="0" role="region" aria-label="Every file and the total">${table(results, sections)}</div></details>
${picker(sections)}</section>`
}

const ours = ({ totals }: ReportedReplay) => totals.costUsd ?? 0
const unmanaged = ({ totals }: ReportedReplay) => totals.costUnmanagedUsd ?? 0

function sum(results: readonly ReportedReplay[], value: (replay: ReportedReplay) => number): number {
  return results.reduce((total, replay) => total + value(replay), 0)
}

/** A sum with an unknown part is at least that of the others; where no part is known, neither is the sum. */
function sumOfKnown(values: readonly Usd[]): string {
  const known = values.filter((value) => value !== null)
  if (known.length === 0) return dollars(null)
  const least = dollars(known.reduce((total, value) => total + value, 0))
  return known.length === values.length ? least : `≥\u00a0${least}`
}

function table(results: readonly ReportedReplay[], sections: readonly FileSection[]): Markup {
  const rows = results.map((replay, i) => {
    const { id = '', name = '' } = sections[i] ?? {}
    return html`<tr><th scope="row"><a href="#${id}"><bdi>${name}</bdi></a></th>${cells(replay)}</tr>`
  })
  const cost = sumOfKnown(results.map(({ totals }) => totals.costUsd))
  const full = sumOfKnown(results.map(({ totals }) => totals.costUnmanagedUsd))
  return html`<table><thead><tr><th scope="col">File</th>${['Calls', 'Compactions', 'Largest', 'From cache', 'Cost', 'Unmanaged'].map((name) => html`<th scope="col" class="number">${name}</th>`)}</tr></thead>
<tbody>${rows}</tbody><tfoot><tr><th scope="row">Total</th>${numbers([
    whole(sum(results, ({ calls }) => calls.length)),
    whole(sum(results, ({ compactions }) => compactions.length)),
    short(Math.max(...results.map(({ totals }) => totals.maxPromptTokens))),
    '',
    cost,
    full,
  ])}</tr></tfoot></table>`
}

function cells({ calls, compactions, totals }: ReportedReplay): Markup {
  return numbers([
    whole(calls.length),
    whole(compactions.length),
    short(totals.maxPromptTokens),
    totals.promptTokens === 0 ? '–' : percent(totals.cacheRead / totals.promptTokens),
    dollars(totals.costUsd),
    dollars(totals.costUnmanagedUsd),
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
