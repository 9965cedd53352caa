import type { Replayed } from '../compose.ts'
import { factsMeaning, gapWords, strategyWords, triggerWords } from '../plain-words.ts'
import type { Colours } from './colours.ts'
import { count } from './count.ts'
import { replayChart } from './replay-chart.ts'
import { costLines, dollars, percent } from './replay-costs.ts'
import { said } from './said.ts'
import { clip, fit, printable } from './width.ts'
import { wrapLines } from './wrap-lines.ts'

export interface ReplayReportOptions {
  readonly columns: number
  readonly colours: Colours
}

const chartRows = 8
const widestChart = 100
/** Some terminals say that they have no columns at all. */
const narrowestChart = 40
/** More compactions than this are counted, not listed. */
const mostListed = 12

/** A replay for people: the context over time, what it cost in each way, and every compaction on a line. */
export function replayReport(result: Replayed, { columns, colours }: ReplayReportOptions): string {
  const { calls, compactions, totals, thresholdTokens, cacheStrategy } = result
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
    '',
    ...chart,
    '',
    ...costLines(totals, cacheStrategy, colours),
    ...section('Compactions', compactionLines(result, columns), colours),
    ...section(
      'Good to know',
      result.notices.map((notice) => wrapLines(printable(notice), columns - 2).replaceAll('\n', '\n  ')),
      colours,
    ),
    '',
    '',
  ].join('\n')
}

/** All files together. */
export function totalReport(results: readonly Replayed[], { colours }: ReplayReportOptions): string {
  const strategies = Object.fromEntries(
    Object.keys(results[0]?.totals.strategies ?? {}).map((name) => [name, together(results, name as StrategyName)]),
  ) as Replayed['totals']['strategies']
  const sum = (of: (result: Replayed) => number) => results.reduce((total, result) => total + of(result), 0)
  const calls = sum(({ totals }) => totals.calls)
  const made = sum(({ compactions }) => compactions.length)
  const unpriced = sum(({ totals }) => (totals.costUsd === null ? 1 : 0))
  const keepAliveUsd = sum(({ totals }) => totals.keepAliveUsd ?? 0)
  const isPart = unpriced > 0 && unpriced < results.length
  return [
    colours.bold(`Total of ${count(results.length, 'file')}`),
    `${count(calls, 'call')}, ${count(made, 'compaction')}${isPart ? `; costs without ${count(unpriced, 'file')} of unknown price` : ''}`,
    '',
    ...costLines({ strategies, keepAliveUsd }, results[0]?.cacheStrategy ?? '', colours),
    '',
    '',
  ].join('\n')
}

type StrategyName = keyof Replayed['totals']['strategies']

/** Files without a price are left out of a sum rather than spoil it; only where none has one is it unknown. */
function together(results: readonly Replayed[], name: StrategyName) {
  const each = results.map(({ totals }) => ({ ...totals.strategies[name], prompt: totals.promptTokens }))
  const known = each.flatMap(({ costUsd }) => (costUsd === null ? [] : [costUsd]))
  const prompt = each.reduce((total, one) => total + one.prompt, 0)
  const read = each.reduce((total, one) => total + one.prompt * one.hitRate, 0)
  return {
    costUsd: known.length === 0 ? null : known.reduce((total, cost) => total + cost, 0),
    hitRate: prompt === 0 ? 0 : read / prompt,
  }
}

function headline({ model, totals, contextLength, gap }: Replayed): string {
  const share = percent(totals.maxPromptTokens / contextLength)
  const largest = `largest prompt ${totals.maxPromptTokens.toLocaleString('en-US')} (${share} of the window)`
  return `${said(model, 80)} · ${count(totals.calls, 'call')} over ${hours(totals.virtualMs)} with ${gapWords(gap)} · ${largest}`
}

function hours(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes < 90 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`
}

function compactionLines({ compactions }: Replayed, columns: number): readonly string[] {
  if (compactions.length === 0) return []
  const lines = compactions.slice(0, mostListed).map((compaction) => compactionLine(compaction, columns))
  const left = compactions.length - lines.length
  const head = row(['call', 'tokens', 'facts shown', 'summary', 'when'], columns)
  return [head, ...lines, ...(left === 0 ? [] : [`… and ${left} more`])]
}

type Compaction = Replayed['compactions'][number]

const authors = { model: 'by a model', mechanical: 'by code', none: 'not needed' } as const

function compactionLine(compaction: Compaction, columns: number): string {
  const { beforeCall, tokens, messages, summary, costUsd, trigger, survival } = compaction
  const facts = Object.values(survival)
  const total = facts.reduce((sum, fact) => sum + fact.total, 0)
  const seen = facts.reduce((sum, fact) => sum + fact.inContext, 0)
  const sizes = `${tokens.before.toLocaleString('en-US')} → ${tokens.after.toLocaleString('en-US')}`
  const shown = total === 0 ? '–' : `${seen.toLocaleString('en-US')} of ${total.toLocaleString('en-US')}`
  const cost = costUsd === 0 ? '' : ` ${dollars(costUsd)}`
  const author = messages.dropped === undefined ? authors[summary.by] : `${messages.dropped} dropped`
  return row([String(beforeCall), sizes, shown, `${author}${cost}`, triggerWords[trigger]], columns)
}

/** Where there is little room, when it came is left out first. */
function row([call = '', sizes = '', shown = '', author = '', when = '']: readonly string[], columns: number): string {
  const first = `${call.padStart(4)}${sizes.padStart(21)}${shown.padStart(15)}  `
  const line = columns < 80 ? `${first}${author}` : `${first}${author.padEnd(12)}${when}`
  return fit(line, columns - 2).trimEnd()
}

const callMeaning =
  'Call: the first one that a compaction came before. A compaction makes a conversation smaller to keep it inside the window.'

/** What the words of a replay mean; told once, below all of it. Those of a table that nobody saw are left out. */
export function replayLegend(hasCompactions: boolean, { columns, colours }: ReplayReportOptions): string {
  const lines = [
    ...Object.values(strategyWords).map(({ name, meaning }) => `${name.toLowerCase()}: ${meaning}.`),
    ...(hasCompactions ? [callMeaning, factsMeaning] : []),
  ]
  return `${lines.map((line) => colours.dim(wrapLines(line, columns))).join('\n')}\n`
}

function section(name: string, lines: readonly string[], colours: Colours): readonly string[] {
  return lines.length === 0 ? [] : ['', colours.bold(name), ...lines.map((line) => `  ${line}`)]
}
