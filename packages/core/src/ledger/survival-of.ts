import type { FactClass, Ledger } from './ledger.ts'
import { shownPaths } from './shown-paths.ts'
import { textHolder } from './text-holder.ts'

/** How many facts of one kind a text holds. */
export interface Survived {
  readonly inContext: number
  readonly total: number
}

/** Counts per kind which facts of the ledger a view still shows; of the rules only those that hold. */
export function survivalOf(ledger: Ledger, viewText: string): Readonly<Record<FactClass, Survived>> {
  const has = textHolder(viewText)
  const paths = ledger.files.flatMap(({ path, also }) => (also === undefined ? [path] : [path, also.path]))
  const showsPath = shownPaths(viewText, paths, has)
  return {
    constraints: count(
      ledger.constraints.filter(({ state }) => state === 'standing'),
      ({ text }) => has(text),
    ),
    requests: count(ledger.requests, ({ text }) => has(text.replace(/… \[\d+ more characters\]$/, ''))),
    files: count(ledger.files, ({ path, also }) => showsPath(path) || (also !== undefined && showsPath(also.path))),
    commands: count(
      ledger.commands,
      ({ command }) => has(command.replace(/…$/, '').slice(0, 100)) || has(oneLine(command)),
    ),
    errors: count(ledger.errors, ({ line }) => has(line.replace(/…$/, ''))),
    identifiers: count(ledger.identifiers, ({ text }) => has(text)),
    decisions: count(ledger.decisions, ({ text }) => has(text)),
  }
}

function count<Fact>(facts: readonly Fact[], isShown: (fact: Fact) => boolean): Survived {
  return { inContext: facts.filter(isShown).length, total: facts.length }
}

/** As an index writes it. */
function oneLine(command: string): string {
  return command.replace(/\s*\n\s*/g, ' ⏎ ').slice(0, 100)
}
