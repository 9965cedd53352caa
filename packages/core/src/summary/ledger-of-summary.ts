import { createBoundedFiles } from '../ledger/bounded/bounded-files.ts'
import { readStateLine } from '../ledger/entities/render-state.ts'
import { type ErrorLine, errorKey } from '../ledger/errors/error-lines.ts'
import { spellOut } from '../ledger/fact-index/path-trie.ts'
import { readIndex } from '../ledger/fact-index/read-index.ts'
import type { FileTouch } from '../ledger/files/file-touch.ts'
import { singleSpaced } from '../ledger/language/single-spaced.ts'
import {
  type CommandFact,
  type ConstraintFact,
  type EntityFact,
  type ErrorFact,
  emptyLedger,
  type FactOrigin,
  type FileFact,
  type Ledger,
} from '../ledger/ledger.ts'
import { readFacts } from '../ledger/read-facts.ts'
import { asksNothing } from '../ledger/requests/asks-nothing.ts'
import type { EntryId } from '../log/entry.ts'
import { keptNote } from '../sealed/own-text.ts'
import type { WrappedSummary } from '../sealed/wrap-summary.ts'
import { readErrorLine, readFileLine } from './mechanical/mechanical-facts.ts'
import { constraintsOf } from './sections/constraints-of.ts'
import { isEmptySection, itemsOf, parseSections, type Sections } from './sections/headings.ts'

/**
 * The facts of a summary that comes from a file. The task, rules, decisions, errors and what code says was done to
 * files hold as it states them; of the rest only names and places are read, since nobody said it. `earlier` are facts
 * of the messages before it: it knew them, so they hold only where it does not say otherwise.
 */
export function ledgerOfSummary(
  entry: EntryId,
  { body, index, modelRules = [] }: WrappedSummary,
  earlier: Ledger = emptyLedger,
): Ledger {
  const origin: FactOrigin = { entry, at: earlier.read }
  const message = { role: 'user', parts: [{ type: 'text', text: keptNote([spellOut(index)]) }] } as const
  const { errors, decisions, files } = readIndex(index)
  const { texts } = parseSections(body)
  const seen = readFacts(earlier, [{ id: entry, message }])
  const tasks = taskOf(texts['Active Task'])
  const told = join(errors, toldIn(texts), origin)
  const entities = itemsOf(texts['Active State'] ?? '').flatMap((item) => readStateLine(item, origin) ?? [])
  const standing = constraintsOf(body)
    .filter((_, i) => !modelRules.includes(i + 1))
    .map((text) => ({ ...origin, text, state: 'standing' as const }))
  return {
    ...seen,
    requests: [
      ...earlier.requests.filter(({ text }) => !tasks.includes(text)),
      ...tasks.map((text) => ({ ...origin, text })),
    ],
    commands: untold(earlier.commands, `${texts['Completed Actions']}\n${index}`),
    files: touched(seen.files, [...filesOf(texts['Relevant Files']), ...files], origin),
    constraints: [...ended(earlier.constraints, texts['Constraints & Preferences'], entry), ...standing],
    entities: overtold(seen.entities, entities),
    errors: [...over(earlier.errors, told), ...told],
    decisions: [
      ...earlier.decisions.filter(({ text }) => !decisions.some((decision) => decision.text === text)),
      ...decisions.toReversed().map((decision) => ({ ...origin, ...decision })),
    ],
  }
}

/** Every standing rule is in a summary word for word: one missing there had ended before it was written. */
function ended(rules: readonly ConstraintFact[], stated = '', endedBy: EntryId): readonly ConstraintFact[] {
  return rules
    .filter(({ state, text }) => state !== 'standing' || !stated.includes(text))
    .map((rule) => (rule.state === 'standing' ? { ...rule, state: 'cancelled', endedBy } : rule))
}

/** Of the kinds that it tells of, the state that it tells holds. It lists the newest first, but a plan in its order. */
function overtold(entities: readonly EntityFact[], told: readonly EntityFact[]): readonly EntityFact[] {
  const kinds = new Set(told.map(({ kind }) => kind))
  const [plan, others] = [true, false].map((isPlan) => told.filter(({ kind }) => (kind === 'plan-item') === isPlan))
  return [...entities.filter(({ kind }) => !kinds.has(kind)), ...(plan ?? []), ...(others ?? []).toReversed()]
}

/** Longer ones may be listed by their beginning. */
const mostCommand = 100

/** A command that is listed has its newest outcome there. */
function untold(commands: readonly CommandFact[], told: string): readonly CommandFact[] {
  return commands.filter(({ command }) => {
    const line = singleSpaced(command).trim()
    return !told.includes(line.length <= mostCommand ? `\`${line}\`` : `\`${line.slice(0, mostCommand)}`)
  })
}

/** As with errors that a summary reports, what does not block counts as settled. */
function over(errors: readonly ErrorFact[], told: readonly ErrorFact[]): readonly ErrorFact[] {
  const keys = new Set(told.map(({ line }) => errorKey(line)))
  return errors.filter(({ line }) => !keys.has(errorKey(line))).map((error) => ({ ...error, settled: true }))
}

/** The user's open request, without the word to go on below it. */
function taskOf(section = ''): readonly string[] {
  const parts = section.trim().split('\n\n')
  const text = asksNothing(parts.at(-1) ?? '') ? parts.slice(0, -1).join('\n\n') : section.trim()
  return isEmptySection(text) ? [] : [text]
}

function filesOf(section = ''): readonly FileTouch[] {
  return itemsOf(section).flatMap((item) => readFileLine(item) ?? [])
}

/** The most wanted last, as if it had been touched last. */
function touched(seen: readonly FileFact[], touches: readonly FileTouch[], origin: FactOrigin): readonly FileFact[] {
  const files = createBoundedFiles(seen, Number.POSITIVE_INFINITY, 0)
  for (const touch of touches.toReversed()) files.add(touch, origin)
  return files.values()
}

/** Errors that a body reports, newest first within each of the two. */
interface Told {
  readonly blocking: readonly ToldError[]
  readonly others: readonly ToldError[]
}

type ToldError = ErrorLine & Pick<ErrorFact, 'command'>

function toldIn(texts: Sections['texts']): Told {
  return { blocking: errorsOf(texts.Blocked), others: errorsOf(texts['Critical Context']) }
}

function errorsOf(section = ''): readonly ToldError[] {
  return itemsOf(section).flatMap((item) => readErrorLine(item) ?? [])
}

/** Each once, the newest last. The body lists the newest; the index has their lines as they were. What does not block counts as settled. */
function join(listed: readonly ErrorLine[], { blocking, others }: Told, origin: FactOrigin): readonly ErrorFact[] {
  const lines = new Map(listed.toReversed().map((error) => [error.key, error]))
  for (const error of [...blocking, ...others].toReversed()) {
    const known = lines.get(error.key) ?? error
    lines.delete(error.key)
    lines.set(error.key, known)
  }
  const open = new Map(blocking.map(({ key, command }) => [key, command === undefined ? {} : { command }]))
  return [...lines.values()].map(({ line, key, times, varied }) => {
    return { ...origin, line, times, ...(varied && { varied }), ...(open.get(key) ?? { settled: true }) }
  })
}
