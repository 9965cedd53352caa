import { spellOut } from '../fact-index/path-trie.ts'
import type { FactClass, Ledger } from '../ledger.ts'
import { asksNothing } from '../requests/asks-nothing.ts'
import { beginningOf } from '../requests/cut-request.ts'
import { shownPaths } from './shown-paths.ts'
import { indexText } from './text-holder.ts'

/** The number of facts of one kind that a text holds. */
export interface Survived {
  readonly inContext: number
  readonly total: number
}

/** Counts per kind which facts of the ledger a view still shows; of the rules only those that hold, of requests only those that ask for something. */
export function survivalOf(ledger: Ledger, viewText: string): Readonly<Record<FactClass, Survived>> {
  const view = indexText(spellOut(viewText))
  const has = view.holds
  const paths = ledger.files.flatMap(({ path, also }) => (also === undefined ? [path] : [path, also.path]))
  const showsPath = shownPaths(view, paths)
  return {
    constraints: count(
      ledger.constraints.filter(({ state }) => state === 'standing'),
      ({ text }) => has(text),
    ),
    requests: count(
      ledger.requests.filter(({ text }) => !asksNothing(text)),
      ({ text }) => has(beginningOf(text)),
    ),
    files: count(ledger.files, ({ path, also }) => showsPath(path) || (also !== undefined && showsPath(also.path))),
    commands: count(
      ledger.commands,
      ({ command }) => has(uncut(command).slice(0, 100)) || (command.includes('\n') && has(oneLine(command))),
    ),
    errors: count(ledger.errors, ({ line }) => has(uncut(line))),
    identifiers: count(ledger.identifiers, ({ text }) => has(text)),
    decisions: count(ledger.decisions, ({ text }) => has(text)),
  }
}

function count<Fact>(facts: readonly Fact[], isShown: (fact: Fact) => boolean): Survived {
  return { inContext: facts.filter(isShown).length, total: facts.length }
}

function uncut(text: string): string {
  return text.endsWith('…') ? text.slice(0, -1) : text
}

/** As an index writes it. */
function oneLine(command: string): string {
  return command.replace(/(?<!\s)\s*\n\s*/g, ' ⏎ ').slice(0, 100)
}
