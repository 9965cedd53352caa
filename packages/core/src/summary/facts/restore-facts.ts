import { errorKey } from '../../ledger/errors/error-lines.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import type { CountText } from '../../tokens/count.ts'
import { readErrorLine } from '../mechanical/mechanical-facts.ts'
import {
  type Heading,
  headings,
  isEmptySection,
  itemKey,
  itemsOf,
  type Sections,
  writeSections,
} from '../sections/headings.ts'
import { lostFacts } from './lost-facts.ts'
import { type NeededFact, neededFacts } from './needed-facts.ts'

export interface RestoreOptions {
  readonly ledger: Ledger
  /** What else is in view. @default nothing */
  readonly elsewhere?: string
  /** The size that the summary was to have. */
  readonly targetTokens: number
  readonly countText: CountText
  /** It is about a stretch that is over: what failed there may work by now. @default false */
  readonly isRecord?: boolean
  /** An index below it lists changed files, in fewer tokens. @default false */
  readonly hasIndex?: boolean
}

/** A summary with what it had lost, and how many facts that were. */
export interface Restored {
  readonly sections: Sections
  readonly facts: number
}

/** A summary may exceed the size that was asked for by this much, so that one as long as wanted can be mended, too. */
const mostOver = 0.25
/** However long it is, facts get this share of that size. */
const leastShare = 0.15
/** What each kind may take first: an index lists files as well. */
const shares: readonly (readonly [NeededFact['kind'], number])[] = [
  ['error', 0.5],
  ['decision', 0.3],
  ['file', 0.2],
]

/**
 * Puts back what the facts know and a summary dropped, by importance, as long as there is room. Lines that code wrote are
 * chosen anew each time, so that doing it twice changes nothing, and what was settled since is gone.
 */
export function restoreFacts(sections: Sections, options: RestoreOptions): Restored {
  const { ledger, elsewhere = '', targetTokens, countText, isRecord = false, hasIndex = false } = options
  const needed = neededFacts(ledger, isRecord)
  const base = withoutOwnLines(sections, needed, ledger)
  const body = writeSections(base)
  const toTell = hasIndex ? needed.filter(({ kind }) => kind !== 'file') : needed
  const lost = lostFacts(toTell, { body, elsewhere })
  const room = Math.max(targetTokens * (1 + mostOver) - countText(body), targetTokens * leastShare)
  const chosen = choose(lost, room, countText)
  const before = writeSections(sections)
  const texts: Partial<Record<Heading, string>> = { ...base.texts }
  for (const heading of headings) {
    const lines = chosen.filter(({ line }) => line.heading === heading).map(({ line }) => line.text)
    if (lines.length === 0) continue
    const said = texts[heading]
    texts[heading] = [...(said === undefined ? [] : [said]), ...lines].join('\n')
  }
  return {
    sections: { opening: base.opening, texts },
    facts: chosen.filter(({ line }) => !before.includes(line.stem)).length,
  }
}

/** Each kind has its share first, then all take what is left. */
function choose(lost: readonly NeededFact[], room: number, countText: CountText): readonly NeededFact[] {
  const chosen = new Set<NeededFact>()
  let left = room
  const take = (facts: readonly NeededFact[], most: number) => {
    let budget = Math.min(most, left)
    for (const fact of facts) {
      const cost = countText(`${fact.line.text}\n`) + 1
      if (chosen.has(fact) || cost > budget) continue
      chosen.add(fact)
      budget -= cost
      left -= cost
    }
  }
  for (const [kind, share] of shares)
    take(
      lost.filter((fact) => fact.kind === kind),
      room * share,
    )
  take(
    lost.toSorted((a, b) => b.importance - a.importance),
    left,
  )
  return lost.filter((fact) => chosen.has(fact))
}

/** Without the lines that code would write about a fact, and those that report an error that is over. */
function withoutOwnLines(sections: Sections, needed: readonly NeededFact[], { errors }: Ledger): Sections {
  const own = new Set(needed.map(({ line }) => itemKey(line.text)))
  const known = new Set(errors.map(({ line }) => errorKey(line)))
  const isOwn = (item: string) => own.has(itemKey(item)) || known.has(readErrorLine(item)?.key ?? '')
  const texts: Partial<Record<Heading, string>> = {}
  for (const heading of headings) {
    const text = sections.texts[heading]
    if (text === undefined || isEmptySection(text)) continue
    const items = itemsOf(text)
    const kept = items.some(isOwn) ? items.filter((item) => !isOwn(item)).join('\n') : text
    if (kept !== '') texts[heading] = kept
  }
  return { ...sections, texts }
}
