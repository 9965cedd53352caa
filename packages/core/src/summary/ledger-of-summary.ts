import type { ErrorLine } from '../ledger/error-lines.ts'
import { type ErrorFact, emptyLedger, type Ledger, type Origin } from '../ledger/ledger.ts'
import { readFacts } from '../ledger/read-facts.ts'
import { readError, readIndex } from '../ledger/read-index.ts'
import type { EntryId } from '../log/entry.ts'
import { constraintsOf } from './constraints-of.ts'
import { itemsOf, parseSections } from './headings.ts'
import { errorLead } from './mechanical-facts.ts'
import { summaryMarker, type WrappedSummary } from './wrap-summary.ts'

/**
 * The facts of a summary that comes from a file. Rules, decisions and errors hold as it states them; of the rest only names
 * and places are read, for nobody said it.
 */
export function ledgerOfSummary(entry: EntryId, { body, index }: WrappedSummary): Ledger {
  const origin: Origin = { entry, at: 0 }
  const message = { role: 'user', parts: [{ type: 'text', text: `${summaryMarker}\n${index}` }] } as const
  const { errors, decisions } = readIndex(index)
  return {
    ...readFacts(emptyLedger, [{ id: entry, message }]),
    constraints: constraintsOf(body).map((text) => ({ ...origin, text, state: 'standing' as const })),
    errors: join(errors, errorsOf(body), origin),
    decisions: decisions.toReversed().map((decision) => ({ ...origin, ...decision })),
  }
}

function errorsOf(body: string): readonly ErrorLine[] {
  const { texts } = parseSections(body)
  const items = itemsOf(`${texts.Blocked ?? ''}\n${texts['Critical Context'] ?? ''}`)
  return items.filter((item) => item.startsWith(errorLead)).map((item) => readError(item.slice(errorLead.length)))
}

/** Each once, the newest last. The body lists the newest; the index has their lines as they were. */
function join(listed: readonly ErrorLine[], told: readonly ErrorLine[], origin: Origin): readonly ErrorFact[] {
  const lines = new Map(listed.toReversed().map((error) => [error.key, error]))
  for (const error of told.toReversed()) {
    const known = lines.get(error.key) ?? error
    lines.delete(error.key)
    lines.set(error.key, known)
  }
  return [...lines.values()].map(({ line, times, varied }) => ({ ...origin, line, times, ...(varied && { varied }) }))
}
