import {
  type EnginePorts,
  type EntryId,
  emptyLedger,
  type Ledger,
  ledgerOfSummary,
  lessErrors,
  type Occasion,
  type Shown,
  type WrappedSummary,
} from '@palimpsest/core/engine'
import { readLedgerOf } from '../reading/read-ledger-of.ts'
import { findSummary } from './file-summary.ts'
import { emptyMemo, type Memo, readMemo } from './memo.ts'

/** Returns what was written down last time; for a conversation from a file, what the summary in it says. */
export function findMemo({ memo, view }: Occasion): Memo {
  return readMemo(memo) ?? memoOfFile(view) ?? emptyMemo
}

/** A file holds no memo, so there, and only there, a summary is known by its text. */
function memoOfFile(view: readonly Shown[]): Memo | undefined {
  const found = findSummary(view)
  const id = found && view[found.at]?.id
  if (found === undefined || id === undefined) return undefined
  const { summary } = found
  return {
    ...emptyMemo,
    ledger: ledgerOfSummary(id, summary),
    quotes: summary.quotes,
    summary: { entry: id, body: summary.body },
  }
}

/** The knowledge of a summary in a file when it was written, and what came later. */
interface ToldByFile {
  readonly entry: EntryId
  readonly found: WrappedSummary
  readonly before: readonly Shown[]
  readonly after: readonly Shown[]
}

/** The summary that a memo was made of, if nothing else was known. */
function toldByFile(view: readonly Shown[], { summary, readTo }: Memo): ToldByFile | undefined {
  const found = summary === undefined || readTo >= 0 ? undefined : findSummary(view)
  if (found === undefined || view[found.at]?.id !== summary?.entry || summary === undefined) return undefined
  const { older = 0 } = found.summary
  const behind = view.slice(found.at + 1)
  const before = [...view.slice(0, found.at), ...behind.slice(0, older)]
  return { entry: summary.entry, found: found.summary, before, after: behind.slice(older) }
}

/** Returns what a summary in a file states, without its counts of the messages after it, which are read again. */
async function uncounted({ entry, found, before, after }: ToldByFile, ports: EnginePorts): Promise<Ledger> {
  const ledger = ledgerOfSummary(entry, found, await readLedgerOf(emptyLedger, before, ports))
  if (found.counted === undefined || ledger.errors.length === 0) return ledger
  const { counted, older = 0 } = found
  const { errors } = await readLedgerOf(emptyLedger, after.slice(0, Math.max(0, counted - older)), ports)
  return lessErrors(ledger, errors)
}

/** Reads the facts of all that was said since the last time, secrets taken out first. */
export async function recollect(view: readonly Shown[], memo: Memo, ports: EnginePorts): Promise<Memo> {
  const told = toldByFile(view, memo)
  const fresh = (told?.after ?? view).filter((shown) => isFresh(shown, memo))
  const known = told === undefined ? memo.ledger : await uncounted(told, ports)
  const ledger = await readLedgerOf(known, fresh, ports)
  const readTo = fresh.reduce((last, { index = -1 }) => Math.max(last, index), memo.readTo)
  return { ...memo, ledger, readTo }
}

/** Messages made by engines say nothing new. */
function isFresh({ id, index, standsFor }: Shown, { readTo, summary }: Memo): boolean {
  return standsFor === undefined && id !== summary?.entry && (index === undefined || index > readTo)
}
