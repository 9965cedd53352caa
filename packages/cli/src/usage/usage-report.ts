import { promptTokens, totalTokens } from '@palimpsest/core/tokens'
import { dollars } from '../terminal/amounts.ts'
import type { Colours } from '../terminal/colours.ts'
import { countNoun } from '../terminal/count-noun.ts'
import { bucketWords } from '../terminal/plain-words.ts'
import { when } from '../terminal/when.ts'
import { fitColumns, oneLine } from '../terminal/width.ts'
import { wrapLines } from '../terminal/wrap-lines.ts'
import type { Compactions } from './compactions-of.ts'
import type { ConversationUsage } from './conversation-usage.ts'
import { costText, hitRateText, shortCost, shortNumber, tokensText, usageShareText, wholeTokens } from './in-words.ts'
import { buckets, type UsageTally } from './usage-tally.ts'

export interface UsageReportOptions {
  readonly colours: Colours
  readonly columns: number
}

/** Renders the usage of a conversation for people: `palimpsest usage` and `/usage` show it. */
export function usageReport(usage: ConversationUsage, { colours, columns }: UsageReportOptions): string {
  const { conversation, name, total, summaries, subagents, compactions, models } = usage
  const { id, sessions, messages, createdAt, updatedAt } = conversation
  const wide = Math.max(40, Math.min(columns, 100))
  const text = [
    `${colours.bold(fitColumns(name, wide - 2).trimEnd())}`,
    colours.dim(wrapLines(`${id}  ${when(createdAt)} – ${when(updatedAt)}`, columns)),
    '',
    ...bucketLines(usage, { colours, columns }),
    '',
    fact('cost', colours.green(costText(total))),
    ...reasons(total).map((reason) => fact('', colours.dim(reason))),
    ...(summaries.calls > 0 ? [fact('of it summaries', usageShareText(summaries))] : []),
    fact('cache hit rate', hitRateText(total)),
    fact('calls', callsText(total)),
    fact('compactions', compactionsText(compactions)),
    fact('holds', `${countNoun(messages, 'message')} in ${countNoun(sessions, 'session')}`),
    ...(subagents.count > 0 ? [fact('sub-agents', subagentsText(subagents))] : []),
    ...(models.length > 1 ? ['', ...modelLines(models, { colours, columns })] : modelFact(models)),
  ].join('\n')
  return `${wrapLines(text, columns)}\n`
}

function fact(name: string, value: string): string {
  return `  ${fitColumns(name, 16)}${value}`
}

/** One column where there are no sub-agents; else the conversation's own, theirs, and both. */
function bucketLines({ own, subagents, total }: ConversationUsage, look: UsageReportOptions): readonly string[] {
  const { colours } = look
  const columns: readonly (readonly [string, UsageTally])[] =
    subagents.count === 0
      ? [['tokens', total]]
      : [
          ['own', own],
          ['sub-agents', subagents.tally],
          ['total', total],
        ]
  const wide = Math.max(13, Math.min(16, Math.floor((look.columns - 18) / columns.length)))
  const row = (name: string, cell: (tally: UsageTally) => string) =>
    `  ${fitColumns(name, 16)}${columns.map(([, tally]) => cell(tally).padStart(wide)).join('')}`
  return [
    colours.dim(`  ${fitColumns('', 16)}${columns.map(([name]) => name.padStart(wide)).join('')}`),
    ...buckets.map((bucket) =>
      row(bucket === 'reasoning' ? 'of it reasoning' : (bucketWords[bucket] ?? bucket), (tally) =>
        tokensText(tally, bucket),
      ),
    ),
    row('prompt', (tally) => sumText(promptTokens(tally.usage))),
    colours.bold(row('total', (tally) => sumText(totalTokens(tally.usage)))),
  ]
}

function sumText(tokens: number | undefined): string {
  return tokens === undefined ? 'not reported' : wholeTokens(tokens)
}

function reasons({ unpriced }: UsageTally): readonly string[] {
  return Object.entries(unpriced).map(([reason, calls]) => `${countNoun(calls, 'call')}: ${oneLine(reason)}`)
}

function callsText({ calls, told }: UsageTally): string {
  const silent = calls - Math.max(told.input, told.output)
  return `${wholeTokens(calls)}${silent > 0 ? ` (${wholeTokens(silent)} without a usage report)` : ''}`
}

function compactionsText({ count: made, undone, savedTokens, usd }: Compactions): string {
  if (made === 0) return 'none'
  return [
    `${wholeTokens(made)}${undone > 0 ? ` (${wholeTokens(undone)} undone)` : ''}`,
    `${wholeTokens(savedTokens)} tokens saved`,
    ...(usd === 0 ? [] : [usd === undefined ? 'price of summaries unknown' : `summaries ${dollars(usd)}`]),
  ].join(', ')
}

function subagentsText({ count: made, tally }: ConversationUsage['subagents']): string {
  return `${wholeTokens(made)}, ${usageShareText(tally)}`
}

function modelFact(models: ConversationUsage['models']): readonly string[] {
  return models.map(({ model }) => fact('model', oneLine(model)))
}

function modelLines(models: ConversationUsage['models'], look: UsageReportOptions): readonly string[] {
  const wide = Math.max(12, Math.min(32, look.columns - 41))
  const head = `  ${fitColumns('model', wide)}${'calls'.padStart(8)}${'tokens'.padStart(10)}${'cache'.padStart(9)}${'cost'.padStart(12)}`
  const rows = models.map(({ model, tally }) => {
    const total = totalTokens(tally.usage)
    const tokens = total === undefined ? 'unknown' : shortNumber(total)
    return `  ${fitColumns(model, wide)}${wholeTokens(tally.calls).padStart(8)}${tokens.padStart(10)}${hitRateText(tally).padStart(9)}${shortCost(tally).padStart(12)}`
  })
  return [look.colours.dim(head), ...rows]
}
