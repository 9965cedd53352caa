import type { Replayed } from '../compose.ts'
import { percent } from '../terminal/amounts.ts'
import type { Colours } from '../terminal/colours.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { factsMeaning, gapWords } from '../terminal/plain-words.ts'
import { clip, oneLine } from '../terminal/width.ts'
import { wrapLines } from '../terminal/wrap-lines.ts'
import { compactionLines } from './compaction-lines.ts'
import { modelWords } from './model-words.ts'
import { replayChart } from './replay-chart.ts'
import { costLines, strategyName, strategyNames, verdictLines } from './replay-costs.ts'
import { strategyWords } from './strategy-words.ts'

export interface ReplayReportOptions {
  readonly columns: number
  readonly colours: Colours
}

const chartRows = 8
const widestChart = 100
/** Some terminals say that they have no columns at all. */
const narrowestChart = 40

/** A replay for people: the context over time, what it cost in each way, and every compaction on a line. */
export function replayReport(result: Replayed, { columns, colours }: ReplayReportOptions): string {
  const { calls, compactions, thresholdTokens } = result
  const chart = replayChart(
    {
      values: calls.map(({ promptTokens }) => promptTokens),
      threshold: thresholdTokens,
      marks: compactions.map(({ beforeCall }) => beforeCall - 1),
    },
    { columns: Math.max(narrowestChart, Math.min(columns, widestChart)), rows: chartRows },
  )
  return [
    colours.bold(clip(result.file, columns)),
    wrapLines(headline(result), columns),
    ...verdictLines([result], { columns, colours }),
    '',
    ...chart,
    '',
    ...costLines([result], { columns, colours }),
    ...section('Compactions', compactionLines(result.compactions, columns - 2), colours),
    ...section(
      'Good to know',
      result.notices.map((notice) => wrapLines(oneLine(notice), columns - 2).replaceAll('\n', '\n  ')),
      colours,
    ),
    '',
    '',
  ].join('\n')
}

/** All files together. */
export function totalReport(results: readonly Replayed[], { columns, colours }: ReplayReportOptions): string {
  const sum = (of: (result: Replayed) => number) => results.reduce((total, result) => total + of(result), 0)
  const calls = sum(({ totals }) => totals.calls)
  const made = sum(({ compactions }) => compactions.length)
  const unpriced = sum(({ totals }) => (totals.costUsd === null ? 1 : 0))
  const isPart = unpriced > 0 && unpriced < results.length
  return [
    colours.bold(`Total of ${countNoun(results.length, 'file')}`),
    `${countNoun(calls, 'call')}, ${countNoun(made, 'compaction')}${isPart ? `; costs without ${countNoun(unpriced, 'file')} of unknown price` : ''}`,
    ...verdictLines(results, { columns, colours }),
    '',
    ...costLines(results, { columns, colours }),
    '',
    '',
  ].join('\n')
}

function headline({ model, totals, contextLength, gap }: Replayed): string {
  const share = percent(totals.maxPromptTokens / contextLength)
  const largest = `largest prompt ${totals.maxPromptTokens.toLocaleString('en-US')} (${share} of the window)`
  return `${modelWords(model, totals.models)} · ${countNoun(totals.calls, 'call')} over ${hours(totals.virtualMs)} with ${gapWords(gap)} · ${largest}`
}

function hours(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`
}

const callMeaning =
  'Call: the first one that a compaction came before. A compaction makes a conversation smaller to keep it inside the window.'

/** Explains the terms of a replay, once, below all of it. Terms of a table that was not shown are left out. */
export function replayLegend(results: readonly Replayed[], { columns, colours }: ReplayReportOptions): string {
  const hasCompactions = results.some(({ compactions }) => compactions.length > 0)
  const lines = [
    ...strategyNames.map((strategy) => `${strategyName(strategy, results)}: ${strategyWords[strategy].meaning}.`),
    ...(hasCompactions ? [callMeaning, factsMeaning] : []),
  ]
  return `${lines.map((line) => colours.dim(wrapLines(line, columns))).join('\n')}\n`
}

function section(name: string, lines: readonly string[], colours: Colours): readonly string[] {
  return lines.length === 0 ? [] : ['', colours.bold(name), ...lines.map((line) => `  ${line}`)]
}
