import type { Receipt, SavedTokens } from '@palimpsest/core'
import type { Colours } from '../terminal/colours.ts'
import { count } from '../terminal/count.ts'
import {
  coverageWords,
  factsMeaning,
  factWords,
  flagWords,
  noSummaryWords,
  stepWords,
  triggerWords,
} from '../terminal/plain-words.ts'
import { clip, fit, printable } from '../terminal/width.ts'
import { wrapLines } from '../terminal/wrap-lines.ts'
import { unseenLines } from './compress-report-unseen.ts'
import type { Unseen } from './unseen.ts'

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
  const { colours, title, unseen, columns } = options
  const section = (name: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : ['', colours.bold(name), ...lines.map((line) => wrapLines(`  ${line}`, columns))]
  return [
    colours.bold(clip(title, columns)),
    '',
    ...sizes(receipt, colours),
    ...section('Tokens saved', savings(receipt.saved)),
    ...section('Summary', summaryLines(receipt)),
    ...section('Facts still shown to the model', survivalLines(receipt)),
    ...section('Request', requestLines(receipt)),
    ...section(
      'Good to know',
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

function savings(saved: SavedTokens): readonly string[] {
  const steps = Object.keys(stepWords) as readonly (keyof SavedTokens)[]
  return steps.flatMap((step) => {
    const tokens = saved[step] ?? 0
    return tokens === 0 ? [] : [`${fit(stepWords[step], 24)}${right(number(tokens))}`]
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
    coverageWords(summary),
  ]
}

function survivalLines({ survival }: Receipt): readonly string[] {
  const lines = Object.entries(survival).flatMap(([name, { inContext, total }]) =>
    total === 0 ? [] : [`${fit(factWords(name), 24)}${right(`${number(inContext)} of ${number(total)}`)}`],
  )
  return lines.length === 0 ? [] : [...lines, factsMeaning]
}

function requestLines({ tokens, cache, costUsd, calls = 0, bills = [], ms, trigger }: Receipt): readonly string[] {
  const cost = costUsd === undefined && calls === 0 ? '' : `, ${price(costUsd)}`
  return [
    `when      ${triggerWords[trigger]}`,
    `threshold ${count(tokens.threshold, 'token')}: from there on a conversation is compressed`,
    ...(tokens.floor === 0 ? [] : [`least     ${count(tokens.floor, 'token')}: it could not get smaller than that`]),
    `cache     ${count(cache.keptTokens, 'token')} can still be read from it, ${number(Math.max(0, tokens.after - cache.keptTokens))} are sent anew`,
    `took      ${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s${cost}`,
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
