import { baseName } from '../../ledger/files/paths.ts'
import type { Ledger } from '../../ledger/ledger.ts'
import { shownPaths } from '../../ledger/survival/shown-paths.ts'
import { indexText } from '../../ledger/survival/text-holder.ts'
import type { CountText } from '../../tokens/count.ts'
import { type NeededFact, neededFacts } from './needed-facts.ts'
import { toldWords } from './told-words.ts'

/** The texts in which facts may be told. */
export interface FactPlaces {
  /** A summary, which may say it in other words. */
  readonly body: string
  /** What else is in view, as it was said. */
  readonly elsewhere: string
}

/** The facts that are told neither in a summary nor elsewhere in view. */
export function lostFacts(needed: readonly NeededFact[], { body, elsewhere }: FactPlaces): readonly NeededFact[] {
  const words = toldWords(body)
  const beside = indexText(elsewhere)
  const paths = needed.flatMap(({ kind, text }) => (kind === 'file' ? [text] : []))
  const isShown = [shownPaths(body, paths), shownPaths(beside, paths)]
  return needed.filter(({ kind, text }) => {
    if (kind === 'file') return !isShown.some((shows) => shows(text))
    const said = uncut(text)
    return !beside.holds(said) && !words.tells(said)
  })
}

function uncut(text: string): string {
  return text.endsWith('…') ? text.slice(0, -1) : text
}

/** How much a summary kept of what its author was shown. */
export interface SummaryLoss {
  /** The share that it kept, by importance, from 0 to 1. */
  readonly kept: number
  /** What it does not even mention, the most important first. */
  readonly missing: readonly NeededFact[]
}

/** What its author was shown. */
export interface LossQuestion {
  readonly ledger: Ledger
  /** The entries among it. */
  readonly entries: ReadonlySet<string>
  /** The summary before. @default none */
  readonly previous?: string | undefined
  readonly elsewhere: string
  /** The size that a summary of it is to have. */
  readonly targetTokens: number
  readonly countText: CountText
}

/** Fewer facts are too few to judge a summary by. */
const leastFacts = 6
/** What matters less than so many others need not be told, nor what would take more than this share of the summary. */
const mostFacts = 40
const mostShare = 0.5

/** Answers how much a summary lost, generously: who mentions a fact in other words, or a file by its name, has not lost it. */
export function createLossOf(question: LossQuestion): (body: string) => SummaryLoss {
  const { ledger, entries, previous = '', elsewhere, targetTokens, countText } = question
  const before = toldWords(previous)
  const asked = lostFacts(neededFacts(ledger), { body: '', elsewhere })
    .filter(({ entry, text }) => entries.has(entry) || before.tells(text))
    .toSorted((a, b) => b.importance - a.importance)
    .slice(0, mostFacts)
    .filter(fitting(targetTokens * mostShare, countText))
  if (asked.length < leastFacts) return () => ({ kept: 1, missing: [] })
  const whole = weightOf(asked)
  return (body) => {
    const words = toldWords(body)
    const missing = asked.filter(({ kind, text }) => {
      return kind === 'file' ? !body.includes(baseName(text)) : !words.mentions(text)
    })
    return { kept: 1 - weightOf(missing) / whole, missing }
  }
}

/** Takes facts in order until they would be too long. */
function fitting(mostTokens: number, countText: CountText): (fact: NeededFact) => boolean {
  let left = mostTokens
  return ({ line }) => {
    left -= countText(line.text)
    return left >= 0
  }
}

function weightOf(facts: readonly NeededFact[]): number {
  return facts.reduce((sum, { importance }) => sum + importance, 0)
}
