import { contentWords } from '../language/content-words.ts'
import { isGoOn } from '../language/go-on.ts'
import type { ConstraintFact, RequestFact } from '../ledger.ts'
import { baseOf, changeOf } from './changed-text.ts'
import { judgeSentence } from './constraints.ts'
import { bound } from './languages/rule-words-doubt.ts'
import {
  cueWords,
  fromTo,
  hedged,
  languageCjk,
  lead,
  mayChange,
  measurable,
  mostChars,
  negated,
  notThat,
  politeChange,
  speechWords,
  spokenCjk,
  telling,
  unitSpellings,
  verdictWords,
  weekdays,
} from './rule-change-words.ts'
import { chosenAmong, chosenIn, isEverydayChoice, languageChoice } from './rule-choices.ts'
import { isOtherAct } from './settle-constraints.ts'

/** A sentence that gives something another value, and leaves open what. */
export interface Change {
  readonly text: string
  /** The one number that it names, or the one day. */
  readonly value?: string
  /** The word right before the number, as in "Node 22". */
  readonly counted?: string
  readonly isPercent: boolean
  readonly chosen: ReadonlyMap<number, string | undefined>
  /** The value that it gives up. */
  readonly dropped?: string
  /** All other words that say what it is about. */
  readonly rest: ReadonlySet<string>
  /** Numbers that it gives a reason by. */
  readonly old: readonly string[]
}

/** The circumstances in which a change was said. */
export interface RuleChangeContext {
  /** The whole message, and its number. */
  readonly said: string
  readonly at: number
  /** The user's request before it. */
  readonly before: RequestFact | undefined
}

const question = /[?？؟]["'”’)\]]*$/

/**
 * The change that a sentence asks for, if it does. One that is a rule by itself need not say that it changes anything to
 * give the language of all answers another: they have but one.
 */
export function changeIn(sentence: string, isRule = false): Change | undefined {
  const isTold = mayChange(sentence)
  if ((!isTold && !isRule) || sentence.length > mostChars || hedged.test(sentence)) return undefined
  if (question.test(sentence) && !politeChange.test(sentence)) return undefined
  const { text, reason } = lastClause(sentence.replace(lead, ''))
  const [, kept, dropped] = swapIn(text)
  if (telling.test(text) || (dropped === undefined && negated.test(text))) return undefined
  const swapped = contentWords(`${kept ?? ''} ${dropped ?? ''}`)
  const words = [...contentWords(text)].filter((word) => !cueWords.has(word) && !swapped.has(word))
  const chosen = chosenAmong(new Set(dropped === undefined ? words : contentWords(kept ?? '')))
  const language = languageCjk.exec(sentence)?.[1]
  if (language !== undefined) return { ...empty, text: sentence, chosen: new Map([[languageChoice, language]]) }
  const reasons = [...contentWords(reason)].filter((word) => !cueWords.has(word) && !verdictWords.has(word))
  const picked = new Set(chosen.values())
  return {
    text: sentence,
    ...(isTold && valueIn(text, words)),
    isPercent: /%|percent/i.test(text),
    chosen: isTold ? chosen : new Map([...chosen].filter(([choice]) => choice === languageChoice)),
    ...(isTold && dropped !== undefined && { dropped }),
    rest: new Set([...words, ...reasons].filter((word) => !picked.has(word) && !isValue(word))),
    old: reasons.filter(isValue),
  }
}

const empty = { isPercent: false, rest: new Set<string>(), old: [] } as const

/** A request may follow its reason: "100 is too strict, make it 120". */
function lastClause(sentence: string): { readonly text: string; readonly reason: string } {
  const at = /^.*[,;—–]\s+/su.exec(sentence)?.[0].length ?? 0
  const text = sentence.slice(at)
  if (
    at === 0 ||
    swapIn(sentence).length > 0 ||
    !(telling.test(sentence) || negated.test(sentence)) ||
    !mayChange(text)
  )
    return { text: sentence, reason: '' }
  return { text, reason: sentence.slice(0, at) }
}

function valueIn(text: string, words: readonly string[]): Pick<Change, 'value' | 'counted'> {
  const [value, ...more] = words.filter(isValue)
  return value === undefined || more.length > 0 ? {} : { value, ...countedIn(text, value) }
}

/** True for a number alone, which means nothing without the rule that it changes. */
export function isBare({ value, chosen, dropped, rest }: Change): boolean {
  return value !== undefined && chosen.size === 0 && dropped === undefined && rest.size === 0
}

/** The value that is taken, and the one that it replaces. */
function swapIn(text: string): readonly (string | undefined)[] {
  const moved = fromTo.exec(text)
  return moved === null ? (notThat.exec(text) ?? []) : ['', moved[3], moved[1] ?? moved[2]]
}

function isValue(word: string): boolean {
  return /^\d[\d.,]*$/.test(word) || weekdays.has(word)
}

/** "Line 110" is one line, and no limit, unless a rule counts in the same way. */
function countedIn(text: string, value: string): Pick<Change, 'counted'> {
  const found = new RegExp(`(\\p{L}+)[\\s:=]+${value.replaceAll('.', '\\.')}(?!\\d)`, 'iu').exec(text)?.[1]
  const [counted] = found === undefined ? [] : [...contentWords(found)].filter((word) => !cueWords.has(word))
  return counted === undefined ? {} : { counted }
}

/** The standing rules that a change gives another value: mostly one, and none where several could be meant. */
export function changedRules(
  change: Change,
  standing: readonly ConstraintFact[],
  situation: RuleChangeContext,
): readonly ConstraintFact[] {
  const rules = standing.map((fact) => ({ fact, ...meaningOf(fact) }))
  const spoken = rules.filter((rule) => isOtherLanguage(change, rule) && !forbids(rule))
  if (spoken.length > 0) return spoken.map(({ fact }) => fact)
  const isNear = ({ fact }: Rule) => isLastSaid(fact, standing, situation)
  const isOtherOne = (rule: Rule) =>
    (isSwapped(change, rule) || isOtherChoice(change, rule, isNear)) &&
    !isOtherAct(rule.fact, contentWords(change.text)) &&
    !forbids(rule)
  const isOtherLimit = (rule: Rule) =>
    isOtherValue(change, rule, rules, situation) && (bound.test(rule.text) || !forbids(rule))
  const meant = rules.filter((rule) => isOtherOne(rule) || isOtherLimit(rule))
  const near = meant.filter(isNear)
  return meant.length === 1 ? meant.map(({ fact }) => fact) : near.length === 1 ? near.map(({ fact }) => fact) : []
}

interface Rule {
  readonly fact: ConstraintFact
  readonly words: ReadonlySet<string>
  readonly values: readonly string[]
  readonly chosen: ReadonlyMap<number, string | undefined>
  readonly text: string
}

/** A prohibition is not ended by what to do instead. Checked last, since judging takes longer than all else. */
function forbids({ text }: Rule): boolean {
  return judgeSentence(baseOf(text))?.kind === 'forbid'
}

/** A rule is compared with every change stated while it is in force, and its words never change. */
const meanings = new WeakMap<ConstraintFact, Omit<Rule, 'fact'>>()

/** The present meaning of a rule. */
function meaningOf(fact: ConstraintFact): Omit<Rule, 'fact'> {
  const known = meanings.get(fact)
  if (known !== undefined) return known
  const meaning = readMeaning(fact)
  meanings.set(fact, meaning)
  return meaning
}

function readMeaning(fact: ConstraintFact): Omit<Rule, 'fact'> {
  const base = contentWords(baseOf(fact.text))
  const change = changeOf(fact.text)
  if (change === undefined)
    return { words: base, values: [...base].filter(isValue), chosen: chosenIn(fact.text, base), text: fact.text }
  const news = [...contentWords(change)].filter((word) => !cueWords.has(word))
  const chosen = new Map([...chosenIn(baseOf(fact.text), base), ...chosenAmong(new Set(news))])
  const values = news.some(isValue) ? news.filter(isValue) : [...base].filter(isValue)
  return { words: new Set([...base, ...news]), values, chosen, text: fact.text }
}

/** True if the change is about nothing that the rule is not about. */
function isCovered(rest: ReadonlySet<string>, { words }: Rule): boolean {
  const known = new Set([...words].map(unitOf))
  return [...rest].every((word) => known.has(unitOf(word)))
}

function unitOf(word: string): string {
  return unitSpellings.get(word) ?? word
}

function isOtherLanguage({ chosen, rest }: Change, rule: Rule): boolean {
  const [now, before] = [chosen.get(languageChoice), rule.chosen.get(languageChoice)]
  if (now === undefined || before === undefined || now === before) return false
  const others = [...rule.words].filter((word) => word !== before)
  const isAboutSpeech = spokenCjk.test(rule.text) || others.every((word) => speechWords.has(word))
  return isAboutSpeech && [...rest].every((word) => speechWords.has(word))
}

/** "Biome, not Prettier": whatever the two are, the rule is for the one given up. */
function isSwapped({ dropped, rest }: Change, rule: Rule): boolean {
  const [word] = dropped === undefined ? [] : contentWords(dropped)
  return word !== undefined && rule.words.has(word) && isCovered(rest, rule)
}

function isOtherChoice({ chosen, rest }: Change, rule: Rule, isNear: (rule: Rule) => boolean): boolean {
  return [...chosen].some(([choice, word]) => {
    const before = rule.chosen.get(choice)
    if (choice === languageChoice || word === undefined || before === undefined || word === before) return false
    return isCovered(rest, rule) && (rest.size > 0 || !isEverydayChoice(choice) || isNear(rule))
  })
}

function isOtherValue(change: Change, rule: Rule, all: readonly Rule[], situation: RuleChangeContext): boolean {
  const { value, counted, rest, isPercent, old } = change
  const [before] = rule.values
  if (value === undefined || before === undefined || rule.values.length > 1 || value === before) return false
  if (weekdays.has(value) !== weekdays.has(before) || (isPercent && !/%|percent/i.test(rule.text))) return false
  if (counted !== undefined && countedIn(rule.text, before).counted !== counted) return false
  if (!isCovered(withoutPercent(rest), rule) || old.some((number) => number !== before)) return false
  return rest.size > 0 || isMeantBarely(rule, value, all, situation)
}

function withoutPercent(rest: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...rest].filter((word) => unitOf(word) !== unitOf('percent')))
}

/** A message that says more than a number is about what else it says. */
const bareChars = 40
/** People seldom more than halve or double a limit. */
const mostRatio = 2

/**
 * True if a number without a word on its purpose is for this rule: the rule was said last, or else nothing was asked for
 * since that has a number of its own.
 */
function isMeantBarely(
  { fact, values }: Rule,
  value: string,
  all: readonly Rule[],
  situation: RuleChangeContext,
): boolean {
  const numbered = all.filter((rule) => rule.values.length === 1)
  if (fact.pasted === true || numbered.at(-1)?.fact !== fact) return false
  const { before, said } = situation
  if (isLastSaid(fact, [fact], situation)) return true
  if (said.trim().length > bareChars || before === undefined || measurable.test(before.text)) return false
  const ratio = Number(value) / Number(values[0])
  return ratio >= 1 / mostRatio && ratio <= mostRatio
}

/** True if the user spoke of this rule last. */
function isLastSaid(
  fact: ConstraintFact,
  standing: readonly ConstraintFact[],
  { at, before }: RuleChangeContext,
): boolean {
  if (standing.at(-1) !== fact) return false
  return fact.at === at || fact.at === before?.at || (before !== undefined && isGoOn(before.text))
}
