import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { isObject, type Json } from '@palimpsest/core/json'
import type { CompressDesk } from '../compress/compress-desk.arbitrary.ts'

/** Windows in tokens: from one that is compacted again and again to one that hardly is. */
export const outcomeWindows = [16_000, 32_000, 64_000, 200_000] as const

const writer = fileURLToPath(new URL('./summary-writer.mjs', import.meta.url))

/** Who writes summaries: code, or a program that stands for a model. */
export const outcomeSummarizers = {
  mechanical: ['--summarizer', 'mechanical'],
  model: ['--summarizer', 'command', '--summarizer-command', `"${process.execPath}" "${writer}"`],
} as const satisfies Record<string, readonly string[]>

/** Hashes of all that a transcript comes to; each part apart, so that a difference says where it is. */
export interface OutcomeHashes {
  readonly bills: string
  readonly receipts: string
  readonly views: string
  readonly final: string
  readonly compressed: string
}

/** Where commands are run. */
type OutcomeDesk = Pick<CompressDesk, 'here'>

/** Replays a file and compacts it once, in one window and with one summariser. */
export async function outcomeHashes(file: string, args: readonly string[], desk: OutcomeDesk): Promise<OutcomeHashes> {
  const common = ['--context-length', ...args, '--json']
  const replayed = await printed(['replay', file, '--views', '--price', 'claude-sonnet-5', ...common], desk)
  const { calls, compactions, totals, final } = replayed
  return {
    bills: hashOf({ calls, totals }),
    receipts: hashOf(compactions.map(({ view: _, ...receipt }) => receipt)),
    views: hashOf(compactions.map(({ view }) => view ?? null)),
    final: hashOf(final),
    compressed: hashOf(await printed(['compress', file, '--force', ...common], desk)),
  }
}

interface Printed {
  readonly calls: Json
  readonly totals: Json
  readonly final: Json
  readonly compactions: readonly { readonly [name: string]: Json }[]
}

async function printed(args: readonly string[], { here }: OutcomeDesk): Promise<Printed & Json> {
  const { code, out, err } = await here(args, { env: { NO_COLOR: '1', PATH: process.env.PATH } })
  if (code !== 0 || out === '') throw new Error(`palimpsest ${args.join(' ')}: exit ${code}: ${err}`)
  return JSON.parse(out)
}

const newIds = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const measuredTimes = /"(?:ms|wallMs)":[\d.]+/g

/** What differs from run to run is left out: new ids, how long it took, and the date. */
function hashOf(value: Json | object): string {
  const today = new Date().toISOString().slice(0, 10)
  const text = JSON.stringify(value, inOrder)
    .replaceAll(newIds, 'ID')
    .replaceAll(measuredTimes, '')
    .replaceAll(today, 'TODAY')
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

/** The order in which fields are written says nothing. */
function inOrder(_: string, value: Json): Json {
  return isObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value
}
