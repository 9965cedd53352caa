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
    errors: join(errors, toldIn(body), origin),
    decisions: decisions.toReversed().map((decision) => ({ ...origin, ...decision })),
  }
}

/** Errors that a body tells of, newest first within each of the two. */
interface Told {
  readonly blocking: readonly ErrorLine[]
  readonly others: readonly ErrorLine[]
}

function toldIn(body: string): Told {
  const { texts } = parseSections(body)
  return { blocking: errorsOf(texts.Blocked), others: errorsOf(texts['Critical Context']) }
}

function errorsOf(section = ''): readonly ErrorLine[] {
  const items = itemsOf(section).filter((item) => item.startsWith(errorLead))
  return items.map((item) => readError(item.slice(errorLead.length)))
}

/** Each once, the newest last. The body lists the newest; the index has their lines as they were. What does not block counts as settled. */
function join(listed: readonly ErrorLine[], { blocking, others }: Told, origin: Origin): readonly ErrorFact[] {
  const lines = new Map(listed.toReversed().map((error) => [error.key, error]))
  for (const error of [...blocking, ...others].toReversed()) {
    const known = lines.get(error.key) ?? error
    lines.delete(error.key)
    lines.set(error.key, known)
  }
  const open = new Set(blocking.map(({ key }) => key))
  return [...lines.values()].map(({ line, key, times, varied }) => {
    return { ...origin, line, times, ...(varied && { varied }), ...(open.has(key) ? {} : { settled: true }) }
  })
}
