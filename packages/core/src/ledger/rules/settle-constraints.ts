import {
  contentWords,
  firstNamed,
  looseShare,
  namedWords,
  overlap,
  share,
  spaceless,
} from '../language/content-words.ts'
import type { ConstraintFact } from '../ledger.ts'
import { baseOf, changeOf } from './changed-text.ts'
import { judgeSentence, type Ruling } from './constraints.ts'
import { bound, contrast, contrastBefore, replaces } from './languages/rule-words-doubt.ts'
import { cueWords } from './rule-change-words.ts'
import { chosenAmong, chosenIn } from './rule-choices.ts'

/** Less than this in common, and two sentences may be about two things. */
const clearlyAbout = 0.75
/** Pairs of letters overlap with endings, so less of them is left. */
const clearlyAboutInPairs = 0.6
const clearlySame = 0.8
/** Of what is named as the old, this much must be in the rule that is meant, its first word among it. */
const clearlyDropped = 0.5
/** Verbs that may be about anything; a rule that opens with another verb is about that act. */
const manyWays = new Set(
  'use write run build answer respond reply format indent test create do make name store deploy work keep only set'.split(
    ' ',
  ),
)

/** The subject of a rule, as far as its text shows. */
interface Subject {
  readonly words: ReadonlySet<string>
  readonly numbers: readonly string[]
  /** Of each choice the one member that it names. */
  readonly chosen: ReadonlyMap<number, string | undefined>
  /** The rejected alternative, as in "tabs instead of spaces". */
  readonly dropped: string | undefined
  readonly verb: string | undefined
}

/** Of a rule that is stated now. */
interface StatedSubject extends Subject {
  /** It says that it replaces another. */
  readonly isAnnounced: boolean
}

/** Asked again for every rule that follows. */
const subjects = new WeakMap<ConstraintFact, Subject>()

function standingSubject(rule: ConstraintFact): Subject {
  const known = subjects.get(rule)
  if (known !== undefined) return known
  const subject = subjectOf(rule.text)
  subjects.set(rule, subject)
  return subject
}

/** Slower than all other checks, so it comes last. */
function kindOf({ text }: ConstraintFact): Ruling['kind'] | undefined {
  return judgeSentence(baseOf(text))?.kind
}

/** Of a rule that was changed, what it says by now. */
function wordsBy(text: string): ReadonlySet<string> {
  const base = contentWords(baseOf(text))
  const change = changeOf(text)
  if (change === undefined) return base
  const news = [...contentWords(change)].filter((word) => !cueWords.has(word))
  const chosen = chosenAmong(new Set(news))
  const isOver = (word: string) =>
    (numbersOf(new Set(news)).length > 0 && numbersOf(new Set([word])).length > 0) ||
    [...chosenAmong(new Set([word])).keys()].some((choice) => chosen.has(choice))
  return new Set([...[...base].filter((word) => !isOver(word)), ...news])
}

function subjectOf(text: string): Subject {
  const words = wordsBy(text)
  const dropped = contrast.exec(text)?.[1] ?? contrastBefore.exec(text)?.[1]
  return { words, numbers: numbersOf(words), chosen: chosenIn(baseOf(text), words), dropped, verb: verbOf(text) }
}

/** The rules in force so far that the newly stated one ends, each with how it ended. */
export function endedBy(
  stated: Ruling,
  standing: readonly ConstraintFact[],
): ReadonlyMap<ConstraintFact, 'cancelled' | 'superseded'> {
  const others = standing.filter(({ text }) => text !== stated.text)
  if (stated.endsLast === true) return new Map(others.map((rule) => [rule, 'cancelled']))
  if (stated.kind === 'release') return new Map(released(stated, others).map((rule) => [rule, 'cancelled']))
  const subject = { ...subjectOf(stated.text), isAnnounced: replaces.test(stated.text) }
  const replaced = [
    ...others.filter((rule) => isReplaced(stated, subject, rule)),
    ...theOne(others.filter((rule) => isDropped(stated, subject, rule))),
    ...theOne(others.filter((rule) => isReset(stated, subject, rule))),
    ...others.filter((rule) => rule === standing.at(-1) && isFollowed(stated, subject, rule)),
  ]
  return new Map(replaced.map((rule) => [rule, 'superseded']))
}

function released(stated: Ruling, standing: readonly ConstraintFact[]): readonly ConstraintFact[] {
  const clause = namedWords(stated.named ?? stated.text)
  const words = clause.size > 0 ? clause : namedWords(stated.text)
  if (words.size === 0) return stated.endsAll === true ? standing : []
  const whole = standing.filter((rule) => isReleased(stated, words, rule))
  const meant = whole.length > 0 ? whole : standing.filter((rule) => isReleased(stated, apart(words), rule))
  if (meant.length < 2) return meant
  const named = meant.filter((rule) => share(words, standingSubject(rule).words) === 1)
  if (named.length < 2) return named
  const nothingElse = named.filter((rule) => share(standingSubject(rule).words, words) === 1)
  return theOne(nothingElse.length > 0 ? nothingElse : named)
}

/** "The tests-first rule" is one about tests and what comes first. */
function apart(words: ReadonlySet<string>): ReadonlySet<string> {
  return namedWords([...words].map((word) => word.replaceAll('-', ' ')).join(' '))
}

/** A permission ends only a prohibition; dropping a duty ends only an order; forgetting a rule ends either. */
function isReleased({ frees, text }: Ruling, words: ReadonlySet<string>, rule: ConstraintFact): boolean {
  const subject = standingSubject(rule)
  const { words: old } = subject
  if (frees === 'forbid' && /(?<!\p{L})(?:fine|ok|okay|acceptable)(?!\p{L})/iu.test(text) && isOtherAct(rule, words))
    return false
  if (!isAbout(words, old) || !numbersOf(words).every((number) => old.has(number))) return false
  // Whoever permits something for another file, branch or case than the rule names speaks of that one.
  if (lettersIn(text).some((letter) => !lettersIn(rule.text).includes(letter))) return false
  if (frees === undefined) return true
  const spelt = new Set([...words].filter((word) => !spaceless.test(word)))
  return (spelt.size === 0 || looseShare(spelt, old) === 1) && (kindOf(rule) ?? frees) === frees
}

/** Names of one letter, as in "module B"; two of the letters are words. */
function lettersIn(text: string): readonly string[] {
  return text.match(/(?<![\p{L}\p{N}'’.])[B-HJ-Z](?![\p{L}\p{N}'’])/gu) ?? []
}

function isAbout(words: ReadonlySet<string>, old: ReadonlySet<string>): boolean {
  const isPairs = [...words].some((word) => spaceless.test(word))
  return looseShare(words, old) >= (isPairs ? clearlyAboutInPairs : clearlyAbout)
}

/** No rule is meant if several could be; rules of the same words are one. */
function theOne(rules: readonly ConstraintFact[]): readonly ConstraintFact[] {
  const told = new Set(rules.map((rule) => [...standingSubject(rule).words].sort().join(' ')))
  return told.size === 1 ? rules : []
}

function isReplaced(stated: Ruling, subject: StatedSubject, rule: ConstraintFact): boolean {
  const old = standingSubject(rule)
  const isOpposed =
    old.dropped === undefined && overlap(subject.words, old.words) >= clearlySame && isEnough(subject.words, old.words)
  const isAlike = stated.kind !== 'forbid' && (subject.isAnnounced || subject.verb === old.verb)
  const isOther = isAlike && excludes(subject, old)
  if (!isOpposed && !isOther) return false
  return (kindOf(rule) ?? stated.kind) === stated.kind ? isOther : isOpposed
}

/** True if the rule is for the alternative that the stated one rejects. */
function isDropped({ kind }: Ruling, { dropped, words }: Subject, rule: ConstraintFact): boolean {
  const old = standingSubject(rule)
  if (dropped === undefined || kind === 'forbid' || old.dropped !== undefined) return false
  if (isOtherAct(rule, words)) return false
  const named = firstNamed(dropped)
  const [first] = named
  if (first === undefined || !old.words.has(first)) return false
  return share(new Set(named), old.words) >= clearlyDropped && kindOf(rule) !== 'forbid'
}

/** True if a rule opens with an act that the words do not name: it may be about another thing than they are. */
export function isOtherAct(rule: ConstraintFact, stated: ReadonlySet<string>): boolean {
  const { verb, words } = standingSubject(rule)
  if (verb === undefined || manyWays.has(verb)) return false
  const [act] = contentWords(verb)
  return act !== undefined && words.has(act) && !stated.has(act)
}

/** True if the stated rule gives the old one's limit another number. */
function isReset(stated: Ruling, { words, numbers, isAnnounced }: StatedSubject, rule: ConstraintFact): boolean {
  const old = standingSubject(rule)
  const before = old.numbers
  if (numbers.length !== 1 || before.length !== 1 || numbers[0] === before[0]) return false
  const rest = without(words, numbers)
  const oldRest = without(old.words, before)
  if (stated.resets === true) return isAbout(without(namedWords(stated.text), numbers), oldRest)
  const isSame = share(rest, oldRest) === 1 && share(oldRest, rest) === 1
  const isBound = bound.test(stated.text) && bound.test(rule.text)
  return isSame && (isBound || isAnnounced) && stated.kind === kindOf(rule)
}

/** "Use this instead", right after a rule of the same verb. */
function isFollowed({ kind, text }: Ruling, { verb }: Subject, rule: ConstraintFact): boolean {
  const isLike = kind !== 'forbid' && verb === standingSubject(rule).verb && /(?<!\p{L})instead[.!]?$/iu.test(text)
  return isLike && (kindOf(rule) ?? kind) === kind
}

function numbersOf(words: ReadonlySet<string>): readonly string[] {
  return [...words].filter((word) => /^\d[\d.,]*$/.test(word))
}

function without(words: ReadonlySet<string>, left: readonly (string | undefined)[]): ReadonlySet<string> {
  return new Set([...words].filter((word) => !left.includes(word)))
}

/** One common word is enough only when neither rule has another. */
function isEnough(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return Math.min(a.size, b.size) > 1 || a.size === b.size
}

/** True if the two name different members of one choice for one thing, and neither names both. */
function excludes({ chosen, words, isAnnounced }: StatedSubject, old: Subject): boolean {
  return [...chosen].some(([choice, word]) => {
    const before = old.chosen.get(choice)
    if (word === undefined || before === undefined || word === before) return false
    const rest = without(words, [word])
    const oldRest = without(old.words, [before])
    // A rule for all cases is not ended by a choice for one case, unless that is announced to replace it.
    return rest.size === 0 || (isAnnounced && oldRest.size === 0) || overlap(rest, oldRest) > 0
  })
}

/** Its first word, besides words that only lead into an order. */
function verbOf(text: string): string | undefined {
  return /^\P{L}*(?:(?:please|always|from now on|now|actually|ok|okay|and|but|also|just|never|do not|don['’]?t|change of plans?)\P{L}+)*(\p{L}+)/iu
    .exec(text)?.[1]
    ?.toLowerCase()
}
