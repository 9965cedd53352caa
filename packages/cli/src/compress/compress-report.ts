import type { Receipt, SavedTokens } from '@palimpsest/core/engine'
import type { Colours } from '../terminal/colours.ts'
import { countNoun } from '../terminal/count-noun.ts'
import {
  coverageWords,
  factsMeaning,
  factWords,
  flagWords,
  noSummaryWords,
  stepWords,
  triggerWords,
} from '../terminal/plain-words.ts'
import { clip, fitColumns, oneLine } from '../terminal/width.ts'
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
    ...section('Tools', toolLines(receipt)),
    ...section('Summary', summaryLines(receipt)),
    ...section('Facts still shown to the model', survivalLines(receipt)),
    ...section('Request', requestLines(receipt)),
    ...section(
      'Good to know',
      receipt.flags.map((flag) => oneLine(flagWords(flag))),
    ),
    ...section('No longer shown as it was said', unseenLines(unseen, options)),
    '',
  ].join('\n')
}

function sizes({ tokens, messages }: Receipt, colours: Colours): readonly string[] {
  const change = tokens.before === 0 ? 0 : (tokens.after - tokens.before) / tokens.before
  const row = (name: string, before: number, after: number) =>
    `  ${fitColumns(name, 10)}${right(number(before))}${right(number(after))}`
  return [
    `  ${fitColumns('', 10)}${right('before')}${right('after')}`,
    `${row('tokens', tokens.before, tokens.after)}   ${colours.green(`${(change * 100).toFixed(1)} %`)}`,
    row('messages', messages.before, messages.after),
  ]
}

function savings(saved: SavedTokens): readonly string[] {
  const steps = Object.keys(stepWords) as readonly (keyof SavedTokens)[]
  return steps.flatMap((step) => {
    const tokens = saved[step] ?? 0
    return tokens === 0 ? [] : [`${fitColumns(stepWords[step], 24)}${right(number(tokens))}`]
  })
}

function toolLines({ tools }: Receipt): readonly string[] {
  if (tools === undefined || tools.leftOut.length === 0) return []
  const saved = `${countNoun(tools.leftOut.length, 'tool')} not used, left out of requests: ${countNoun(tools.savedTokens, 'token')} saved in each`
  return [`${saved}; ${countNoun(tools.shown, 'tool')} sent`]
}

const authors = { model: 'a model', mechanical: 'code, from the facts it could read', none: 'nobody' } as const

function summaryLines(receipt: Receipt): readonly string[] {
  const { summary, messages } = receipt
  if (summary.by === 'none') return [noSummaryWords(receipt)]
  const author = summary.model === undefined ? authors[summary.by] : oneLine(summary.model)
  const chunks = summary.chunks > 1 ? ` in ${summary.chunks} chunks` : ''
  return [
    `${countNoun(summary.tokens, 'token')} for ${countNoun(messages.summarised, 'message')}, written by ${author}${chunks}`,
    coverageWords(summary),
  ]
}

function survivalLines({ survival }: Receipt): readonly string[] {
  const lines = Object.entries(survival).flatMap(([name, { inContext, total }]) =>
    total === 0 ? [] : [`${fitColumns(factWords(name), 24)}${right(`${number(inContext)} of ${number(total)}`)}`],
  )
  return lines.length === 0 ? [] : [...lines, factsMeaning]
}

function requestLines(receipt: Receipt): readonly string[] {
  const { tokens, cache, costUsd, calls = 0, bills = [], ms, trigger } = receipt
  const cost = costUsd === undefined && calls === 0 ? '' : `, ${price(costUsd)}`
  return [
    `when      ${triggerWords[trigger]}`,
    `threshold ${countNoun(tokens.threshold, 'token')}: from there on a conversation is compressed`,
    ...(tokens.floor === 0
      ? []
      : [`least     ${countNoun(tokens.floor, 'token')}: it could not get smaller than that`]),
    `cache     ${countNoun(cache.keptTokens, 'token')} can still be read from it, ${number(Math.max(0, tokens.after - cache.keptTokens))} are sent anew`,
    `took      ${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s${cost}`,
    ...waitLines(receipt),
    ...bills.map(
      (bill) => `paid      ${oneLine(bill.model)}: ${countNoun(bill.calls, 'call')}, ${price(bill.costUsd)}`,
    ),
  ]
}

const waitReasons = {
  nothing: 'no model was waited for',
  summary: 'waiting for the summary',
  preparation: 'waiting for what was being prepared',
} as const

/** What was done ahead, and what the conversation waited for. */
function waitLines({ prepared, waited }: Receipt): readonly string[] {
  const seconds = (ms: number) => `${(ms / 1000).toFixed(ms < 10_000 ? 2 : 0)} s`
  return [
    ...(prepared === undefined
      ? []
      : [
          `prepared  ${countNoun(prepared.messages, 'message')} in ${seconds(prepared.ms)}, from ${Math.round(prepared.share * 100)} % of the threshold on${prepared.reused === 'prefix' ? '; the rest was asked for later' : ''}`,
        ]),
    ...(waited === undefined ? [] : [`waited    ${seconds(waited.ms)}: ${waitReasons[waited.for]}`]),
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
