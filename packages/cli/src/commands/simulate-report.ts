import { addUsage, promptTokens, type Usage } from '@palimpsest/core/tokens'
import type { SimulatedCall, SimulatedProvider } from '../compose.ts'
import { countNoun } from '../terminal/count-noun.ts'

/** Explains how to use the address. */
export function howTo(url: string): string {
  return [
    `A simulated provider listens on ${url}, on this machine only. Any key is taken.`,
    '',
    `  ANTHROPIC_BASE_URL=${url} ANTHROPIC_API_KEY=any    (Messages)`,
    `  OPENAI_BASE_URL=${url}/v1 OPENAI_API_KEY=any    (Chat Completions, Responses)`,
    '',
    `  curl -X POST '${url}/simulate/advance?by=6m'    (lets caches expire without waiting)`,
    '',
    'Ctrl-C ends it and prints the bill.',
    '',
  ].join('\n')
}

const paths = {
  anthropic: '/v1/messages',
  'openai-chat': '/v1/chat/completions',
  'openai-responses': '/v1/responses',
} as const

/** One call on one line. */
export function callLine({ n, api, model, status, usage, cost, error }: SimulatedCall): string {
  const head = `${n}  POST ${paths[api]}  ${model ?? '(no model)'}`
  if (usage === undefined) return `${head}  ${status}  ${error?.type}: ${error?.message}\n`
  const price = cost?.kind === 'known' ? dollars(cost.usd) : 'unknown price'
  return `${head}  ${tokens(usage)}  ${price}  ${status}${error === undefined ? '' : `  ${error.type}`}\n`
}

/** A jump of the clock, among the calls. */
export function advanceLine(ms: number): string {
  return `clock put forward by ${(ms / 1_000).toLocaleString('en-US')} s\n`
}

function tokens(usage: Usage): string {
  const { cacheRead = 0, cacheWrite = 0, output = 0 } = usage
  const shown = (value: number) => value.toLocaleString('en-US')
  const cached = `${shown(cacheRead)} cached, ${shown(cacheWrite)} written`
  return `${shown(promptTokens(usage) ?? 0)} in (${cached}), ${shown(output)} out`
}

/** Small sums keep two digits that say something. */
function dollars(usd: number): string {
  return `$${usd >= 1 || usd === 0 ? usd.toFixed(2) : usd.toFixed(Math.max(2, 1 - Math.floor(Math.log10(usd))))}`
}

interface Totals {
  readonly calls: number
  readonly refused: number
  readonly usage: Usage
  readonly usd: number
  /** Calls whose price is not known: they are not in the sum. */
  readonly unpriced: number
}

function totalsOf(calls: readonly SimulatedCall[]): Totals {
  const zero = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
  return {
    calls: calls.length,
    refused: calls.filter(({ usage }) => usage === undefined).length,
    usage: calls.reduce<Usage>((total, { usage = {} }) => addUsage(total, usage), zero),
    usd: calls.reduce((total, { cost }) => total + (cost?.kind === 'known' ? cost.usd : 0), 0),
    unpriced: calls.filter(({ cost }) => cost?.kind === 'unknown').length,
  }
}

/** The bill for people. */
export function billReport(records: readonly SimulatedCall[]): string {
  const { calls, refused, usage, usd, unpriced } = totalsOf(records)
  if (calls === 0) return '\nNo calls.\n'
  const unknown = unpriced === 0 ? '' : ` and ${countNoun(unpriced, 'call')} of unknown price`
  return `\n${countNoun(calls, 'call')}, ${refused} refused: ${tokens(usage)}; ${dollars(usd)}${unknown}\n`
}

/** The bill for programs; a price that is not known is null, never 0. */
export function billJson({ url, port, calls }: SimulatedProvider): object {
  const { usage, usd, unpriced, ...counts } = totalsOf(calls)
  return {
    url,
    port,
    calls: calls.map(({ cost, ...call }) => ({ ...call, costUsd: cost?.kind === 'known' ? cost.usd : null })),
    totals: { ...counts, ...usage, costUsd: unpriced === 0 ? usd : null },
  }
}
