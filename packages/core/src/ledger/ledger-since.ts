import type { Shown } from '../contract/occasion.ts'
import { isObject, type Json } from '../json.ts'
import { redactMessage } from '../redact/redact-message.ts'
import { emptyLedger, type Ledger, openLedger } from './ledger.ts'
import { createFactReader } from './read-facts.ts'

/** The facts of a conversation as an engine keeps them in its memo; originals up to `readTo` are in them. */
export interface LedgerMemo {
  readonly ledger: Ledger
  readonly readTo: number
}

/**
 * The facts of a conversation: those that the memo of its last compaction holds, if any, and those of all that the view
 * shows since, secrets taken out first. Engines write down what they like; a ledger among it is known by its shape.
 */
export function ledgerSince(memo: Json | undefined, view: readonly Shown[]): LedgerMemo {
  const known = readLedgerMemo(memo)
  const fresh = view.filter(({ index, standsFor }) => standsFor === undefined && (index ?? Infinity) > known.readTo)
  const reader = createFactReader(known.ledger, redactMessage)
  reader.read(fresh)
  const readTo = fresh.reduce((last, { index = -1 }) => Math.max(last, index), known.readTo)
  return { ledger: reader.ledger(), readTo }
}

function readLedgerMemo(memo: Json | undefined): LedgerMemo {
  const { ledger: kept, readTo } = isObject(memo) ? memo : {}
  const ledger = openLedger(kept)
  if (ledger === undefined || typeof readTo !== 'number') return { ledger: emptyLedger, readTo: -1 }
  return { ledger, readTo }
}
