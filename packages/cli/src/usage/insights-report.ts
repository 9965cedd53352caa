import { totalTokens } from '@palimpsest/core/tokens'
import { dollars } from '../terminal/amounts.ts'
import type { Colours } from '../terminal/colours.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { fitColumns } from '../terminal/width.ts'
import { wrapLines } from '../terminal/wrap-lines.ts'
import { bar, sparkline } from './bars.ts'
import { costText, hitRateText, shortCost, shortNumber, usageShareText, wholeTokens } from './in-words.ts'
import type { Insights, Named } from './insights-of.ts'
import { type UsageTally, usdOf } from './usage-tally.ts'

export interface InsightsReportOptions {
  readonly colours: Colours
  readonly columns: number
}

/** More rows than these nobody reads; the JSON document has all of them. */
const mostDays = 31
const mostRows = 10

/** Renders the use of tokens and money for people: `palimpsest insights` and `/insights` show it. */
export function insightsReport(insights: Insights, { colours, columns }: InsightsReportOptions): string {
  const { days, models, channels, tools, messages } = insights
  const title = colours.bold(`Last ${countNoun(days.length, 'day')}`)
  if (messages === 0) return `${title}\n  Nothing was said since ${days[0]?.day}.\n`
  const names = Math.max(14, Math.min(28, columns - 44))
  const cells = Math.max(6, Math.min(columns, 110) - names - 38)
  const paint = { colours, cells, names }
  return `${[
    title,
    ...summary(insights).map((line) => wrapLines(line, columns)),
    '',
    `  ${colours.cyan(
      sparkline(
        spread(
          days.map(({ tally }) => tokensOf(tally)),
          Math.max(20, Math.min(columns, 110) - 4),
        ),
      ),
    )}`,
    colours.dim(`  tokens a day, ${days[0]?.day} to ${days.at(-1)?.day}`),
    ...section('By day', activeDays(insights), paint),
    ...section('By model', models, paint),
    ...section('By channel', channels, paint),
    ...toolSection(tools, paint),
  ].join('\n')}\n`
}

interface Paint {
  readonly colours: Colours
  /** Room for a bar. */
  readonly cells: number
  /** Room for a name. */
  readonly names: number
}

function summary(insights: Insights): readonly string[] {
  const { total, summaries, conversations, subagents, messages, days, compactions } = insights
  const active = Math.max(1, days.filter((day) => day.messages > 0).length)
  const usd = usdOf(total)
  const tokens = totalTokens(total.usage)
  const ofThem = subagents > 0 ? ` (${wholeTokens(subagents)} by sub-agents)` : ''
  const saved = `${wholeTokens(compactions.savedTokens)} tokens saved`
  return [
    fact(
      'conversations',
      `${wholeTokens(conversations)}${ofThem}, ${countNoun(messages, 'message')}, ${countNoun(total.calls, 'call')}`,
    ),
    fact('tokens', tokens === undefined ? 'not reported' : wholeTokens(tokens)),
    fact('cost', costText(total)),
    ...(summaries.calls > 0 ? [fact('of it summaries', usageShareText(summaries))] : []),
    fact('cache hit rate', hitRateText(total)),
    fact(
      'compactions',
      compactions.count === 0 ? 'none' : `${wholeTokens(compactions.count)}, ${saved}${summariesText(compactions.usd)}`,
    ),
    fact(
      'a day on average',
      [
        countNoun(Math.round(total.calls / active), 'call'),
        ...(tokens === undefined ? [] : [`${shortNumber(tokens / active)} tokens`]),
        ...(usd === undefined ? [] : [dollars(usd / active)]),
        `(${countNoun(active, 'active day')})`,
      ]
        .join(', ')
        .replace(', (', ' ('),
    ),
  ]
}

function summariesText(usd: number | undefined): string {
  return usd === undefined ? '' : `, summaries ${dollars(usd)}`
}

function fact(name: string, value: string): string {
  return `  ${fitColumns(name, 18)}${value}`
}

function activeDays({ days }: Insights): readonly Named[] {
  return days
    .filter(({ messages }) => messages > 0)
    .slice(-mostDays)
    .map(({ day, tally }) => ({ name: day, tally }))
}

function section(title: string, rows: readonly Named[], { colours, cells, names }: Paint): readonly string[] {
  const shown = title === 'By day' ? rows : rows.slice(0, mostRows)
  const most = shown.reduce((largest, { tally }) => Math.max(largest, tokensOf(tally)), 0)
  const head = `${'calls'.padStart(8)}${'tokens'.padStart(10)}${'cost'.padStart(14)}`
  return [
    '',
    `${colours.bold(fitColumns(title, names + 2))}${colours.dim(head)}`,
    ...shown.map(({ name, tally }) => {
      const tokens = totalTokens(tally.usage)
      const numbers = `${wholeTokens(tally.calls).padStart(8)}${(tokens === undefined ? '–' : shortNumber(tokens)).padStart(10)}`
      return `  ${fitColumns(name, names)}${numbers}${shortCost(tally).padStart(14)}  ${colours.cyan(bar(tokensOf(tally), most, cells))}`.trimEnd()
    }),
    ...more(rows.length - shown.length),
  ]
}

function toolSection(tools: Insights['tools'], { colours, cells: room, names }: Paint): readonly string[] {
  if (tools.length === 0) return []
  const shown = tools.slice(0, mostRows)
  const most = shown.reduce((largest, { resultTokens }) => Math.max(largest, resultTokens), 0)
  const failedColumns = Math.max(0, ...shown.map(({ failed }) => (failed > 0 ? wholeTokens(failed).length + 8 : 0)))
  const cells = Math.max(1, room - failedColumns)
  const head = `${'calls'.padStart(8)}${'~tokens'.padStart(10)}${'~cost'.padStart(14)}`
  return [
    '',
    `${colours.bold(fitColumns('By tool', names + 2))}${colours.dim(`${head}  ${'results read'.slice(0, Math.max(7, room))}`)}`,
    ...shown.map(({ name, calls, failed, declined, resultTokens, usd }) => {
      const numbers = `${wholeTokens(calls).padStart(8)}${shortNumber(resultTokens).padStart(10)}`
      const cost = (usd === undefined ? 'unknown' : dollars(usd)).padStart(14)
      const failures = failed > 0 ? colours.red(` ${wholeTokens(failed)} failed`) : ''
      const refused = declined > 0 ? colours.yellow(` ${wholeTokens(declined)} declined`) : ''
      return `  ${fitColumns(name, names)}${numbers}${cost}  ${colours.yellow(bar(resultTokens, most, cells))}${failures}${refused}`.trimEnd()
    }),
    ...more(tools.length - shown.length),
  ]
}

function more(hidden: number): readonly string[] {
  return hidden > 0 ? [`  … and ${wholeTokens(hidden)} more (--json lists all)`] : []
}

function tokensOf({ usage }: UsageTally): number {
  return totalTokens(usage) ?? 0
}

/** Many days share a column; few have one each. */
function spread(values: readonly number[], columns: number): readonly number[] {
  const each = Math.ceil(values.length / columns)
  return Array.from({ length: Math.ceil(values.length / each) }, (_, i) =>
    values.slice(i * each, (i + 1) * each).reduce((sum, value) => sum + value, 0),
  )
}
