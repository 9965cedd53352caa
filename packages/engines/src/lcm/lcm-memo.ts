import {
  type EntryId,
  emptyLedger,
  type Instant,
  isList,
  isObject,
  type Json,
  type JsonObject,
  type Ledger,
  openLedger,
} from '@palimpsest/core/engine'

/**
 * The engine's notes for its next run. The ledger is where the compressor keeps its own, so that either engine can go on
 * where the other was.
 */
export interface LcmMemo {
  readonly version: 1
  readonly ledger: Ledger
  /** Originals up to this place have been read into the ledger. */
  readonly readTo: number
  readonly quotes: readonly never[]
  /** Nodes of the view that code wrote because no model could: to be written anew when one can. */
  readonly rough: readonly EntryId[]
  /** When models were asked lately. */
  readonly askedAt: readonly Instant[]
}

export const emptyLcmMemo: LcmMemo = { version: 1, ledger: emptyLedger, readTo: -1, quotes: [], rough: [], askedAt: [] }

/** Reads a memo of this engine or of the compressor; what anybody else wrote counts as none. */
export function readLcmMemo(value: Json | undefined): LcmMemo {
  if (!isObject(value) || value.version !== 1 || typeof value.readTo !== 'number') return emptyLcmMemo
  const { readTo, rough, askedAt } = value
  const ledger = openLedger(value.ledger)
  if (ledger === undefined) return emptyLcmMemo
  return {
    ...emptyLcmMemo,
    ledger,
    readTo,
    rough: isList(rough) ? rough.filter((id): id is EntryId => typeof id === 'string') : [],
    askedAt: isList(askedAt) ? askedAt.filter((at): at is Instant => typeof at === 'number') : [],
  }
}

export function lcmMemoJson(memo: LcmMemo): Json {
  return memo as unknown as JsonObject
}
