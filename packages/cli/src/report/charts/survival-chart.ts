import { factsMeaning, factWords } from '../../terminal/plain-words.ts'
import { said } from '../../terminal/said.ts'
import { html } from '../page/markup.ts'
import { reportedPercent, wholeAmount } from '../reported/amounts.ts'
import type { ReportedCompaction, ReportedReplay } from '../reported/reported-replay.ts'
import type { Chart, ChartReading } from './chart.ts'
import { callTicks } from './nice-ticks.ts'
import { barsPath, callX } from './plot-shapes.ts'

/** Part of a column's slot that is left free; a column is never wider than this share of the chart. */
const gap = 0.3
const widest = 0.045
const markHeight = 0.012
/** A mark reaches over its column, so that it is seen by its shape too. */
const markReach = 1.5

/** Charts how many of the known facts the model could still see right after each compaction. */
export function survivalChart({ compactions }: ReportedReplay, id: string): Chart {
  const classes = classesOf(compactions)
  return {
    id: `${id}-survival`,
    title: 'Facts still shown to the model',
    lead: `Share of known facts that the model sees right after each compaction. ${factsMeaning}`,
    label: `Columns, one for each of ${wholeAmount(compactions.length)} compactions: the share of facts still shown.`,
    keys: [
      { name: 'Compaction' },
      { name: 'All facts', swatch: 'read' },
      { name: 'Weakest kind', swatch: 'weakest' },
      ...classes.map((name) => ({ name: capital(said(factWords(name), 40)) })),
    ],
    readings: compactions.map((compaction, i) => reading(compaction, i, { classes, of: compactions.length, id })),
    views: [
      {
        name: 'Whole',
        ticks: [0, 0.25, 0.5, 0.75, 1].map((at) => ({ at, text: reportedPercent(at) })),
        levels: [],
        shapes: html`<path class="bar read" d="${columns(compactions)}"/><path class="bar weakest" d="${marks(compactions)}"/>`,
      },
    ],
    opensOn: 'first',
    below: callTicks(compactions.length, 8).map((n) => ({ at: callX(n, compactions.length), text: wholeAmount(n) })),
    unit: 'compactions',
  }
}

function classesOf(compactions: readonly ReportedCompaction[]): readonly string[] {
  return [...new Set(compactions.flatMap(({ survival }) => Object.keys(survival)))]
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1)
}

interface Row {
  readonly classes: readonly string[]
  readonly of: number
  readonly id: string
}

function reading(compaction: ReportedCompaction, i: number, { classes, of, id }: Row): ChartReading {
  const counts = classes.map((name) => {
    const kind = compaction.survival[name]
    return kind === undefined || kind.total === 0 ? '–' : `${wholeAmount(kind.inContext)} of ${wholeAmount(kind.total)}`
  })
  const weakest = weakestShare(compaction)
  return {
    x: callX(i + 1, of),
    values: [wholeAmount(i + 1), reportedPercent(shareInView(compaction)), reportedPercent(weakest), ...counts],
    receipt: `${id}-receipt-${i + 1}`,
  }
}

/** Share of all facts in view, whatever their kind; 1 if there are none. */
export function shareInView({ survival }: Pick<ReportedCompaction, 'survival'>): number {
  const kinds = Object.values(survival)
  const total = kinds.reduce((sum, kind) => sum + kind.total, 0)
  return total === 0 ? 1 : kinds.reduce((sum, kind) => sum + kind.inContext, 0) / total
}

function weakestShare({ survival }: ReportedCompaction): number {
  const shares = Object.values(survival).flatMap(({ inContext, total }) => (total === 0 ? [] : [inContext / total]))
  return Math.min(1, ...shares)
}

function slot(i: number, of: number, reach = 1) {
  const half = (Math.min(widest, (1 - gap) / of) / 2) * reach
  return { left: callX(i + 1, of) - half, right: callX(i + 1, of) + half }
}

function columns(compactions: readonly ReportedCompaction[]): string {
  return barsPath(
    compactions.map((compaction, i) => ({ ...slot(i, compactions.length), bottom: 0, top: shareInView(compaction) })),
  )
}

function marks(compactions: readonly ReportedCompaction[]): string {
  return barsPath(
    compactions.map((compaction, i) => {
      const top = Math.max(markHeight, weakestShare(compaction))
      return { ...slot(i, compactions.length, Math.min(markReach, 1 / (1 - gap))), bottom: top - markHeight, top }
    }),
  )
}
