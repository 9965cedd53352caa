import { decisionImportance, errorImportance, fileImportance } from '../../ledger/bounded/importance.ts'
import type { FactOrigin, Ledger } from '../../ledger/ledger.ts'
import { decisionLine, errorFacts, type FactLine, fileLine } from '../mechanical/mechanical-facts.ts'

/** A fact that a summary must not lose, as code would write it. */
export interface NeededFact {
  readonly kind: 'error' | 'decision' | 'file'
  /** What it says: an error's line, a sentence, a path. */
  readonly text: string
  readonly line: FactLine
  readonly entry: FactOrigin['entry']
  readonly importance: number
}

/** The worth of an error or a decision beside that of a changed file, which an index names as well. */
const errorWeight = 3
const decisionWeight = 2.5

/** Errors that still fail, decisions, and files that were changed; within each kind the most important first. */
export function neededFacts(ledger: Ledger, isRecord = false): readonly NeededFact[] {
  const now = ledger.read
  const errors = errorFacts(ledger)
    .filter(({ error }) => error.settled !== true && error.minor !== true)
    .map(({ error, line }): NeededFact => {
      const importance = errorWeight * errorImportance(error, now)
      return {
        kind: 'error',
        text: error.line,
        line: isRecord ? asPast(line) : withAside(line),
        entry: error.entry,
        importance,
      }
    })
  const decisions = ledger.decisions.toReversed().map((fact): NeededFact => {
    const importance = decisionWeight * decisionImportance(fact, now)
    return { kind: 'decision', text: fact.text, line: decisionLine(fact), entry: fact.entry, importance }
  })
  const files = ledger.files
    .filter(({ touch }) => touch !== 'read' && touch !== 'mentioned')
    .toReversed()
    .map((file): NeededFact => {
      // Without its count, so that the line stays the same as long as the fact does.
      const line = fileLine({ ...file, times: 1 })
      return { kind: 'file', text: file.path, line, entry: file.entry, importance: fileImportance(file, now) }
    })
  return [errors, decisions, files].flatMap((facts) => facts.sort((a, b) => b.importance - a.importance))
}

/** With the command that must run again to show whether it still fails. */
function withAside({ aside = '', ...line }: FactLine): FactLine {
  return { ...line, text: `${line.text}${aside}` }
}

/** What failed in a stretch that is over may work by now. */
function asPast({ aside: _, ...line }: FactLine): FactLine {
  return { ...line, heading: 'Critical Context' }
}
