import fc from 'fast-check'
import type { DecisionFact, ErrorFact, FileFact, Ledger } from '../../ledger/ledger.ts'
import { emptyLedger } from '../../ledger/ledger.ts'
import { entryId } from '../../log/entry.ts'

const origin = (at: number) => ({ entry: entryId(`e${at}`), at })

export const errorFact = (line: string, at = 1, more: Partial<ErrorFact> = {}): ErrorFact => ({
  ...origin(at),
  line,
  times: 1,
  ...more,
})
export const decisionFact = (text: string, at = 1): DecisionFact => ({ ...origin(at), text, by: 'user' })
export const changedFile = (path: string, at = 1, more: Partial<FileFact> = {}): FileFact => ({
  ...origin(at),
  path,
  touch: 'changed',
  times: 1,
  ...more,
})

export const ledgerWith = (facts: Partial<Ledger>): Ledger => ({ ...emptyLedger, read: 50, ...facts })

const word = fc.constantFrom(
  'alpha',
  'beta',
  'gamma',
  'delta',
  'omega',
  'port',
  'queue',
  'cache',
  'lock',
  '漢字',
  '4711',
)
const words = fc.array(word, { minLength: 2, maxLength: 9 }).map((all) => all.join(' '))
const at = fc.integer({ min: 0, max: 49 })
const unique = <Fact>(fact: fc.Arbitrary<Fact>, key: (fact: Fact) => string) =>
  fc.uniqueArray(fact, { maxLength: 12, selector: key })

/** Ledgers with errors, some of them settled, decisions and files. */
export const ledgers: fc.Arbitrary<Ledger> = fc
  .record({
    errors: unique(
      fc
        .tuple(words, at, fc.boolean())
        .map(([line, place, settled]) => errorFact(`Error: ${line}`, place, settled ? { settled } : {})),
      ({ line }) => line.replace(/\d+/g, '#'),
    ),
    decisions: unique(
      fc.tuple(words, at).map(([text, place]) => decisionFact(`Let's use ${text}`, place)),
      ({ text }) => text,
    ),
    files: unique(
      fc.tuple(word, word, at).map(([a, b, place]) => changedFile(`src/${a}/${b}.ts`, place)),
      ({ path }) => path,
    ),
  })
  .map(ledgerWith)

/** What a model may have written, lines about facts among it. */
export const bodies: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      words,
      fc.constantFrom(
        'Error seen: Error: alpha beta',
        "By the user: Let's use queue lock",
        'src/port/cache.ts: changed',
      ),
    ),
    {
      maxLength: 8,
    },
  )
  .map((lines) =>
    lines
      .map(
        (line, i) =>
          `${i % 3 === 0 ? `## ${['Blocked', 'Key Decisions', 'Relevant Files'][i % 9 === 0 ? 0 : 1]}\n` : ''}- ${line}`,
      )
      .join('\n'),
  )
