import { type EntryId, isList, isObject, type Json, type SummaryFailure } from '@palimpsest/core/engine'

/** A record that was written, and how. Plain JSON. */
export interface WrittenRecord {
  readonly body: string
  readonly by: 'model' | 'mechanical'
  readonly model?: string
  /** Share of the source that its author was shown. */
  readonly coverage: number
  readonly chunks: number
  readonly flags: readonly string[]
  readonly failures: readonly SummaryFailure[]
}

/** Records by what they are of. Those that were prepared are used where their source is still the same. */
export interface NodeCache {
  find(source: readonly EntryId[], targetTokens: number): WrittenRecord | undefined
  keep(source: readonly EntryId[], targetTokens: number, record: WrittenRecord): void
  /** Only those that a model wrote: code writes them again in no time. */
  json(): Json | undefined
}

/** Enough for a conversation that is taken over whole. */
const mostKept = 200

export function createNodeCache(prepared: Json | undefined): NodeCache {
  const records = new Map<string, WrittenRecord>(readRecords(prepared))
  return {
    find: (source, targetTokens) => records.get(keyOf(source, targetTokens)),
    keep: (source, targetTokens, record) => void records.set(keyOf(source, targetTokens), record),
    json: () => {
      const written = [...records].filter(([, { by }]) => by === 'model').slice(-mostKept)
      return written.length === 0 ? undefined : { records: Object.fromEntries(written) as unknown as Json }
    },
  }
}

/** Entries that follow each other in one view are known by their ends and their number. */
function keyOf(source: readonly EntryId[], targetTokens: number): string {
  return `${source[0]} ${source.at(-1)} ${source.length} ${targetTokens}`
}

function readRecords(prepared: Json | undefined): readonly (readonly [string, WrittenRecord])[] {
  const records = isObject(prepared) && isObject(prepared.records) ? prepared.records : {}
  return Object.entries(records).flatMap(([key, value]) => {
    const record = value === undefined ? undefined : readWritten(value)
    return record === undefined ? [] : [[key, record] as const]
  })
}

function readWritten(value: Json): WrittenRecord | undefined {
  if (!isObject(value) || typeof value.body !== 'string' || value.by !== 'model') return undefined
  const { body, model, coverage, chunks, flags } = value
  return {
    body: body.toWellFormed(),
    by: 'model',
    ...(typeof model === 'string' && { model }),
    coverage: typeof coverage === 'number' && coverage >= 0 && coverage <= 1 ? coverage : 1,
    chunks: typeof chunks === 'number' && chunks > 0 ? chunks : 1,
    flags: isList(flags) ? flags.filter((flag) => typeof flag === 'string') : [],
    failures: [],
  }
}
