import {
  type EntryId,
  emptyLedger,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Ledger,
  openLedger,
  type Quote,
} from '@palimpsest/core/engine'

/** The compressor's notes for its next run. A plain JSON value. */
export interface Memo {
  readonly version: 1
  readonly ledger: Ledger
  /** Originals up to this place have been read into the ledger. */
  readonly readTo: number
  readonly quotes: readonly Quote[]
  readonly summary?: SummaryMemo
  /** The index in the view, where no summary holds one. */
  readonly note?: EntryId
}

/** The summary that the view shows, and the text that it was made of. */
export interface SummaryMemo {
  readonly entry: EntryId
  readonly body: string
  /** Entries that code wrote about because no model could: the next model that can is shown them. */
  readonly unread?: readonly EntryId[]
}

export const emptyMemo: Memo = { version: 1, ledger: emptyLedger, readTo: -1, quotes: [] }

/** Reads a memo back. One that another engine or version wrote counts as none. */
export function readMemo(value: Json | undefined): Memo | undefined {
  if (!isObject(value) || value.version !== 1 || typeof value.readTo !== 'number') return undefined
  const { quotes, summary, readTo, note: index } = value
  const ledger = openLedger(value.ledger)
  if (ledger === undefined) return undefined
  const note = readSummaryNote(summary)
  return {
    version: 1,
    ledger,
    readTo,
    quotes: readQuotes(quotes),
    ...(note && { summary: note }),
    ...(typeof index === 'string' && { note: index as EntryId }),
  }
}

/** A memo as JSON: it is made of nothing else. */
export function memoJson(memo: Memo): Json {
  return memo as unknown as JsonObject
}

function readQuotes(value: Json | undefined): readonly Quote[] {
  const quotes: readonly unknown[] = isList(value) ? value : []
  return quotes.filter(isQuote)
}

function isQuote(value: unknown): value is Quote {
  return isObject(value) && [value.role, value.reference, value.text].every((field) => typeof field === 'string')
}

function readSummaryNote(value: Json | undefined): Memo['summary'] {
  if (!isObject(value) || typeof value.entry !== 'string' || typeof value.body !== 'string') return undefined
  const unread = isList(value.unread) ? value.unread.filter((id): id is EntryId => typeof id === 'string') : []
  return { entry: value.entry as EntryId, body: value.body, ...(unread.length > 0 && { unread }) }
}
