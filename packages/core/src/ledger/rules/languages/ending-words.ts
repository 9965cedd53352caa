import { newNumber, type RuleLanguage, someWords } from './rule-language.ts'

/** The words by which a language ends rules; each is the source of a pattern. */
export interface EndingWords {
  /** Words that dismiss: "forget", "ignore". */
  readonly drop: string
  /** Names of what is dismissed: "rule", "ban", "what I said". */
  readonly rules: string
  /** Words for a rule that has ended: "is lifted", "no longer applies". */
  readonly lifted: string
  /** Permits: "you may". */
  readonly may: string
  /** Makes a permission a new one: "now", "again". */
  readonly again: string
  /** Is in every waiver. */
  readonly noMore: string
  readonly waives: string
  /** Changes a limit: "raise". */
  readonly raise: string
  readonly limits: string
  /** Between a limit that is changed and its new number: "to". */
  readonly to: string
  /** Between a limit and the number that it has from now on: "is now". */
  readonly isNow: string
  readonly doubts: string
  /** True when verbs follow what they are about. */
  readonly verbLast?: true
}

type Endings = Pick<RuleLanguage, 'endWords' | 'releases' | 'permits' | 'waives' | 'resets' | 'doubts'>

/** The patterns that these words make in the order that most languages put them in. */
export function endingsFrom(words: EndingWords): Endings {
  const { drop, rules, lifted, may, again, noMore, waives, raise, limits, to, isNow, doubts } = words
  const dropped = words.verbLast
    ? `(?:${rules})\\S{0,40}\\s+${someWords}(?:${drop})`
    : `(?:${drop})\\s+${someWords}(?:${rules})`
  const raised = words.verbLast
    ? `(?:${limits})\\S{0,40}\\s+${someWords}${newNumber}\\S{0,40}\\s+${someWords}(?:${raise})`
    : `(?:${raise})\\s+${someWords}(?:${limits})\\S{0,40}\\s+${someWords}(?:${to})\\s+${newNumber}`
  return {
    endWords: [rules, again, noMore, limits].join('|'),
    releases: `${dropped}|(?:${rules})\\S{0,40}\\s+(?:[^,;?]{1,60}?\\s)?(?:${lifted})`,
    permits: `(?:${may})\\s+${someWords}(?:${again})(?!\\p{L})|(?:${again})\\s+${someWords}(?:${may})`,
    waives,
    resets: `${raised}|(?:${limits})\\S{0,40}\\s+${someWords}(?:${isNow})\\s+${newNumber}`,
    doubts,
  }
}

/** Matches where an order may begin: at the start, after a mark, or after a word that leads into one. */
export function opening(leads: string): string {
  return `(?:^|[,;:—–(]\\s*|(?:^|\\s)(?:${leads}),?\\s+)`
}

/** Some words of one clause between a verb and what it needs to be a rule. */
export const fewWords = '(?:[^\\s,;?]+\\s+){0,6}?'
