import type { Receipt, SavedTokens } from '@palimpsest/core'
import type { Unseen } from '../compress/unseen.ts'
import type { Colours } from './colours.ts'
import { unseenLines } from './compress-report-unseen.ts'
import { flagWords, noSummaryWords } from './compress-report-words.ts'
import { count } from './count.ts'
import { fit, printable } from './width.ts'

export interface CompressReportOptions {
  readonly title: string
  readonly unseen: readonly Unseen[]
  /** List everything that is no longer shown, however long the list. */
  readonly showsAll: boolean
  readonly columns: number
  readonly colours: Colours
}

/** A receipt for people: before and after, who did what, and what the model will no longer see. */
export function compressReport(receipt: Receipt, options: CompressReportOptions): string {
  const { colours, title, unseen } = options
  const section = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', colours.bold(name), ...lines.map((line) => `  ${line}`)]
  return [
    colours.bold(printable(title)),
    '',
    ...sizes(receipt, colours),
    ...section('Tokens saved', savings(receipt.saved)),
    ...section('Summary', summaryLines(receipt)),
    ...section('Facts still in view', survivalLines(receipt)),
    ...section('Request', requestLines(receipt)),
    ...section(
      'To know',
      receipt.flags.map((flag) => printable(flagWords(flag))),
    ),
    ...section('No longer shown as it was said', unseenLines(unseen, options)),
    '',
  ].join('\n')
}

function sizes({ tokens, messages }: Receipt, colours: Colours): readonly string[] {
  const change = tokens.before === 0 ? 0 : (tokens.after - tokens.before) / tokens.before
  const row = (name: string, before: number, after: number) =>
    `  ${fit(name, 10)}${right(number(before))}${right(number(after))}`
  return [
    `  ${fit('', 10)}${right('before')}${right('after')}`,
    `${row('tokens', tokens.before, tokens.after)}   ${colours.green(`${(change * 100).toFixed(1)} %`)}`,
    row('messages', messages.before, messages.after),
  ]
}

const steps: readonly { readonly step: keyof SavedTokens; readonly name: string }[] = [
  { step: 'cleared', name: 'old results cleared' },
  { step: 'deduplicated', name: 'repeated results' },
  { step: 'shortened', name: 'arguments shortened' },
  { step: 'spilled', name: 'large texts taken out' },
  { step: 'summarised', name: 'messages summarised' },
  { step: 'dropped', name: 'messages dropped' },
]

function savings(saved: SavedTokens): readonly string[] {
  return steps.flatMap(({ step, name }) => {
    const tokens = saved[step] ?? 0
    return tokens === 0 ? [] : [`${fit(name, 24)}${right(number(tokens))}`]
  })
}

const authors = { model: 'a model', mechanical: 'code, from the facts it could read', none: 'nobody' } as const

function summaryLines(receipt: Receipt): readonly string[] {
  const { summary, messages } = receipt
  if (summary.by === 'none') return [noSummaryWords(receipt)]
  const author = summary.model === undefined ? authors[summary.by] : printable(summary.model)
  const chunks = summary.chunks > 1 ? ` in ${summary.chunks} chunks` : ''
  return [
    `${count(summary.tokens, 'token')} for ${count(messages.summarised, 'message')}, written by ${author}${chunks}`,
    `Its author was shown ${(summary.coverage * 100).toFixed(summary.coverage === 1 ? 0 : 1)} % of them.`,
  ]
}

function survivalLines({ survival }: Receipt): readonly string[] {
  return Object.entries(survival).flatMap(([name, { inContext, total }]) =>
    total === 0 ? [] : [`${fit(name, 24)}${right(`${number(inContext)} of ${number(total)}`)}`],
  )
}

function requestLines({ tokens, cache, costUsd, calls = 0, bills = [], ms, trigger }: Receipt): readonly string[] {
  const cost = costUsd === undefined && calls === 0 ? '' : `, ${price(costUsd)}`
  return [
    `threshold ${number(tokens.threshold)} tokens, floor ${number(tokens.floor)}`,
    `cache     ${number(cache.keptTokens)} tokens kept, ${number(cache.invalidatedTokens)} invalidated`,
    `took      ${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s${cost} (${trigger})`,
    ...bills.map((bill) => `paid      ${printable(bill.model)}: ${count(bill.calls, 'call')}, ${price(bill.costUsd)}`),
  ]
}

function price(usd: number | undefined): string {
  return usd === undefined ? 'price unknown' : `$${usd.toFixed(4)}`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

function right(text: string): string {
  return text.padStart(14)
}
