import type { ErrorLine } from '../ledger/error-lines.ts'
import { createFileShelf } from '../ledger/file-shelf.ts'
import type { FileTouch } from '../ledger/file-touch.ts'
import { isGoOn } from '../ledger/go-on.ts'
import { type ErrorFact, emptyLedger, type FileFact, type Ledger, type Origin } from '../ledger/ledger.ts'
import { readFacts } from '../ledger/read-facts.ts'
import { readError, readIndex } from '../ledger/read-index.ts'
import type { EntryId } from '../log/entry.ts'
import { constraintsOf } from './constraints-of.ts'
import { isEmptySection, itemsOf, parseSections, type Sections } from './headings.ts'
import { errorLead, readFileLine } from './mechanical-facts.ts'
import { summaryMarker, type WrappedSummary } from './wrap-summary.ts'

/**
 * The facts of a summary that comes from a file. The task, rules, decisions, errors and what code says was done to files
 * hold as it states them; of the rest only names and places are read, for nobody said it.
 */
export function ledgerOfSummary(entry: EntryId, { body, index }: WrappedSummary): Ledger {
  const origin: Origin = { entry, at: 0 }
  const message = { role: 'user', parts: [{ type: 'text', text: `${summaryMarker}\n${index}` }] } as const
  const { errors, decisions, files } = readIndex(index)
  const { texts } = parseSections(body)
  const seen = readFacts(emptyLedger, [{ id: entry, message }])
  return {
    ...seen,
    requests: taskOf(texts['Active Task']).map((text) => ({ ...origin, text })),
    files: touched(seen.files, [...filesOf(texts['Relevant Files']), ...files], origin),
    constraints: constraintsOf(body).map((text) => ({ ...origin, text, state: 'standing' as const })),
    errors: join(errors, toldIn(texts), origin),
    decisions: decisions.toReversed().map((decision) => ({ ...origin, ...decision })),
  }
}

/** What the user waited for, without the word to go on below it. */
function taskOf(section = ''): readonly string[] {
  const parts = section.trim().split('\n\n')
  const text = isGoOn(parts.at(-1) ?? '') ? parts.slice(0, -1).join('\n\n') : section.trim()
  return isEmptySection(text) ? [] : [text]
}

function filesOf(section = ''): readonly FileTouch[] {
  return itemsOf(section).flatMap((item) => readFileLine(item) ?? [])
}

/** The most wanted last, as if it had been touched last. */
function touched(seen: readonly FileFact[], touches: readonly FileTouch[], origin: Origin): readonly FileFact[] {
  const shelf = createFileShelf(seen, Number.POSITIVE_INFINITY, 0)
  for (const touch of touches.toReversed()) shelf.add(touch, origin)
  return shelf.values()
}

/** Errors that a body tells of, newest first within each of the two. */
interface Told {
  readonly blocking: readonly ErrorLine[]
  readonly others: readonly ErrorLine[]
}

function toldIn(texts: Sections['texts']): Told {
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
