import {
  type EnginePorts,
  type EntryId,
  emptyLedger,
  mergeSections,
  type Occasion,
  readRecord,
  type Shown,
  type SummaryModel,
  type SummaryRequest,
  type SummaryResult,
  summarise,
  writeSections,
} from '@palimpsest/core/engine'
import { readLedgerOf } from '../reading/read-ledger-of.ts'
import { recordEnvelopeTokens } from './lcm-sizes.ts'
import type { NodeCache, WrittenRecord } from './node-cache.ts'
import { recordBody, splitAsked } from './record-body.ts'
import type { SpendGuard } from './spend-guard.ts'

/** All that writing records takes. */
export interface RecordDesk {
  readonly occasion: Occasion
  readonly ports: EnginePorts
  readonly guard: SpendGuard
  readonly cache: NodeCache
  /** True when no model may be asked any more: somebody waits, and has waited long enough. */
  isLate(): boolean
}

/** A record to be written: of which entries of the view, how large it is meant to be, and what it must stay below. */
export interface RecordOrder {
  readonly source: readonly Shown[]
  readonly targetTokens: number
  /** What it must be smaller than, as it is shown. */
  readonly sourceTokens: number
}

/** Of a record, what may quote the user. */
const requestShare = 0.25
/** Headings that say "None." are asked for and left out again. */
const headingTokens = 120
const tightShare = 0.5

/**
 * Writes the record of messages, or of the records below it: in detail, tighter if that is not smaller than its source,
 * and at last from the facts alone. `undefined` when nothing is smaller: then the source stays as it is.
 */
export async function writeRecordOf(
  desk: RecordDesk,
  order: RecordOrder,
  signal: AbortSignal,
): Promise<WrittenRecord | undefined> {
  const ids = order.source.map(({ id }) => id)
  const known = desk.cache.find(ids, order.targetTokens)
  // One that was prepared comes from a store, and may have been counted by another model's tokens.
  if (known !== undefined && isSmaller(desk.occasion, known, order)) return known
  const source = await readSource(desk, order.source)
  const { targetTokens } = order
  const tightTokens = Math.ceil(targetTokens * tightShare)
  const attempts = [
    ...(desk.isLate()
      ? []
      : [
          { targetTokens, hasModel: true },
          { targetTokens: tightTokens, hasModel: true },
        ]),
    { targetTokens, hasModel: false },
    { targetTokens: tightTokens, hasModel: false },
  ]
  let failures: WrittenRecord['failures'] = []
  let mayAsk = true
  for (const attempt of attempts) {
    if (attempt.hasModel && (!mayAsk || awakeModels(desk).length === 0)) continue
    const record = await writeOnce(desk, source, attempt, signal)
    failures = [...failures, ...record.failures]
    // A model that failed is not asked again for less: code writes.
    mayAsk = record.by === 'model'
    if (attempt.hasModel && !mayAsk) continue
    if (!isSmaller(desk.occasion, record, order)) continue
    const written = { ...record, failures: distinct(failures) }
    desk.cache.keep(ids, targetTokens, written)
    return written
  }
  return undefined
}

function distinct(failures: WrittenRecord['failures']): WrittenRecord['failures'] {
  return [...new Map(failures.map((failure) => [`${failure.model} ${failure.cause}`, failure])).values()]
}

/** As it is stored and shown: a record that takes as much as its source would only hide it. */
function isSmaller({ counter }: Occasion, { body }: WrittenRecord, { sourceTokens }: RecordOrder): boolean {
  return body.trim() !== '' && counter.part({ type: 'text', text: body }) + recordEnvelopeTokens < sourceTokens
}

/** Messages in the original, or the records of nodes; with the facts of the former. */
interface RecordSource {
  readonly messages: readonly Shown[]
  readonly records: readonly string[]
  /** What the records say the user asked for. */
  readonly asked: readonly string[]
  readonly ledger: SummaryRequest['ledger']
}

/** Records are told from messages by their edges: what an engine made is never read as if it had been said. */
async function readSource({ ports }: RecordDesk, source: readonly Shown[]): Promise<RecordSource> {
  const bodies = source.flatMap((shown) => bodyOf(shown)).map(splitAsked)
  const records = bodies.map(({ rest }) => rest)
  const asked = bodies.flatMap((body) => body.asked)
  const raw = source.filter((shown) => bodyOf(shown).length === 0)
  const messages = await originalsBelow(ports, raw)
  return { messages, records, asked, ledger: await readLedgerOf(emptyLedger, messages, ports) }
}

async function originalsBelow(ports: EnginePorts, raw: readonly Shown[]): Promise<readonly Shown[]> {
  if (raw.every(({ standsFor }) => standsFor === undefined)) return raw
  const found: Shown[] = []
  for (const shown of raw) {
    const originals = shown.standsFor === undefined ? [shown] : await ports.originals([shown.id])
    for (const each of originals.length > 0 ? originals : [shown]) found.push(each)
  }
  return found
}

/** The body of a record, or the text that another engine made in place of several messages. */
function bodyOf({ message, standsFor }: Shown): readonly string[] {
  const [first] = message.parts
  const text = first?.type === 'text' ? first.text : ''
  const record = message.role === 'tool' ? undefined : readRecord(text)
  if (record !== undefined) return [record.body]
  return standsFor !== undefined && standsFor.length > 1 && message.role !== 'tool' ? [text] : []
}

interface Attempt {
  readonly targetTokens: number
  readonly hasModel: boolean
}

async function writeOnce(
  desk: RecordDesk,
  source: RecordSource,
  { targetTokens, hasModel }: Attempt,
  signal: AbortSignal,
): Promise<WrittenRecord> {
  const { occasion, ports } = desk
  const countText = (text: string) => occasion.counter.part({ type: 'text', text })
  const models = hasModel ? awakeModels(desk) : []
  const request = requestOf(desk, source, { targetTokens, hasModel })
  const { onProgress: _, ...quiet } = ports
  const result = await summarise(request, { ...quiet, summaryModels: models }, signal)
  const requestTokens = Math.floor(targetTokens * requestShare)
  const { asked, ledger } = source
  const body = recordBody(result.body, { asked, requests: ledger.requests, requestTokens, countText })
  return recordOf(body, result)
}

/** A model reads records like messages; code carries on what they say, by importance. */
function requestOf(
  { occasion }: RecordDesk,
  source: RecordSource,
  { targetTokens, hasModel }: Attempt,
): SummaryRequest {
  const { counter, focus, at, saidAt = at } = occasion
  const common = {
    ledger: source.ledger,
    isRecord: true,
    targetTokens: targetTokens + headingTokens,
    counter,
    at: saidAt,
    ...(focus !== undefined && { focus }),
  }
  if (hasModel) return { ...common, messages: [...source.records.map(asShown), ...source.messages] }
  const previous = source.records.length === 0 ? {} : { previous: writeSections(mergeSections(source.records)) }
  return { ...common, ...previous, messages: source.messages }
}

function asShown(body: string, at: number): Shown {
  const id = `record-${at}` as EntryId
  return { id, message: { role: 'user', parts: [{ type: 'text', text: body }] }, standsFor: [] }
}

function recordOf(body: string, { note, flags, failures }: SummaryResult): WrittenRecord {
  const { by, model, coverage, chunks } = note
  return {
    body,
    by: by === 'model' ? 'model' : 'mechanical',
    ...(model !== undefined && { model }),
    coverage,
    chunks,
    flags: flags.filter((flag) => flag !== 'mechanical'),
    failures,
  }
}

/** The models that may be asked: not too often, and none that has just failed. */
export function awakeModels({ occasion, guard }: RecordDesk): readonly SummaryModel[] {
  return guard.models().filter(({ name }) => !occasion.resting?.includes(name))
}
