import { sliceWhole } from '../../text/slice-whole.ts'
import { sentences } from '../language/sentences.ts'
import { plainEuropean, plainFurther, plainLatin } from './languages/plain-looks.ts'
import type { RuleLanguage } from './languages/rule-language.ts'
import { centralRules } from './languages/rule-words-central.ts'
import { everyRule, narrow, reminder, takesBack } from './languages/rule-words-doubt.ts'
import { englishRules, plainEnglish } from './languages/rule-words-english.ts'
import { europeanRules } from './languages/rule-words-european.ts'
import { nordicRules } from './languages/rule-words-nordic.ts'
import { otherRules } from './languages/rule-words-other.ts'
import { scriptRules } from './languages/rule-words-scripts.ts'
import { southernRules } from './languages/rule-words-southern.ts'
import { once } from './once.ts'
import { mayChange } from './rule-change-words.ts'
import { type Endings, familyOf, type Judge, judgeOf, type RuleLook } from './rule-judge.ts'

/** A sentence that sets a rule, or one that takes rules back. */
export interface Ruling {
  readonly text: string
  /**
   * `release` permits again what was forbidden, or drops an order; `change` is a rule only if it changes an
   * existing one.
   */
  readonly kind: 'forbid' | 'order' | 'release' | 'change'
  /** Of a release, the clause that takes back. */
  readonly named?: string
  /** The one kind of rule that a release can end; without it, either. */
  readonly frees?: 'forbid' | 'order'
  /** Takes back all rules: a short message that names none of them. */
  readonly endsAll?: true
  /** Takes back what was said right before it, and names nothing. */
  readonly endsLast?: true
  /** Gives a limit another number. */
  readonly resets?: true
}

const english = [judgeOf(englishRules)]
const otherWords = [...otherRules, ...scriptRules].map((language) => ({
  letters: language.letters,
  strangers: language.strangers,
  judge: once(() => judgeOf(language)),
}))
/** Languages that share an alphabet, and what a sentence of plain letters must hold to say anything in one of them. */
const families = [
  familyOf(plainEuropean, europeanRules),
  familyOf(plainFurther, [...nordicRules, ...centralRules, ...southernRules]),
]
const accented = /[\u00c0-\u024f\u1e00-\u1eff]/
/** Any letter that languages have which are not written in Latin letters. */
const foreign = /[\u0370-\u1dff\u3005-\ud7ff\uf900-\ufaff]/
const question = /[?？؟]["'”’)\]]*$/
/** A question that orders: "could you please never …?" */
const politeOrder =
  /^(?:\P{L}*(?:\p{L}+\P{L}+){1,3}?)??(?:can|could|would|will)\s+you\s.*(?<!\p{L})(?:always|never|make\s+sure|ensure|from\s+now\s+on|avoid|only|not|don['’]t|keep|instead)(?!\p{L})/iu
const ruleHeader =
  /(?:rules?|constraints?|requirements?|guidelines?|conventions?|preferences|dos? and don['’]?ts|规则|規則|要求|约束|限制|注意事项|ルール|制約|規約|규칙|제약|reglas|règles|regeln|regras|regole|правила|zasady|kurallar|quy tắc|aturan|القواعد|नियम|กฎ|regels|regler|säännöt|pravidlá?|szabályok|reguli|regles|peraturan|mga tuntunin|kanuni|κανόνες|כללים|قوانین|اصول|নিয়ম|விதிகள்)\W{0,8}$/i
/** Rules are short; of a longer sentence the part around the rule's word is kept. */
const mostChars = 1_500

/** A pasted page may tell others to forget its rules; only text short enough to be typed ends all rules. */
const mostTyped = 300

/** The rules that a person states in a text and the ones taken back, sentence by sentence, word for word; `undefined` where others may run. */
export function* rulingsIn(text: string): Iterable<Ruling | undefined> {
  let chars = 0
  let list: RuleList | undefined
  for (const { text: sentence, header } of sentences(text)) {
    const isItem = list !== undefined && header?.endsWith(list.lead.text) === true
    if (list !== undefined) list = isItem ? withItem(list, text, sentence) : yield* closeList(list, text)
    if (!isItem) list = yield* rule(sentence, header, text)
    chars += sentence.length
    if (chars < stepChars) continue
    chars = 0
    yield undefined
  }
  if (list !== undefined) yield* closeList(list, text)
}

function* rule(sentence: string, header: string | undefined, text: string): Generator<Ruling, RuleList | undefined> {
  const back = takesBack.exec(sentence)
  if (back !== null) {
    yield* release({ text: sentence, kind: 'release', named: back[0], endsLast: true }, false)
    return undefined
  }
  const ruling =
    judgeSentence(sentence) ?? (header !== undefined && ruleHeader.test(header) ? order(sentence) : undefined)
  if (ruling?.kind === 'release') yield* release(ruling, text.length <= mostTyped)
  else if (ruling?.text === sentence && leadIn.test(sentence))
    return { lead: ruling, start: text.indexOf(sentence), end: 0 }
  else if (ruling !== undefined) yield ruling
  else if (mayChange(sentence)) yield { text: sentence, kind: 'change' }
  return undefined
}

/** A rule that leads into a list, which says what it is about: "do not touch any of these:". */
interface RuleList {
  readonly lead: Ruling
  readonly start: number
  /** Behind the last item that fits; 0 before the first. */
  readonly end: number
}

const leadIn = /[:：]\s*$/

/** Line breaks, indents and a bullet; more would be something else. */
const mostBetween = 16

function withItem(list: RuleList, text: string, item: string): RuleList {
  const { lead, start, end } = list
  const from = end === 0 ? start + lead.text.length : end
  const at = text.indexOf(item, from)
  const next = at + item.length
  return at < 0 || at - from > mostBetween || next - start > mostChars ? list : { lead, start, end: next }
}

function* closeList({ lead, start, end }: RuleList, text: string): Generator<Ruling, undefined> {
  yield end === 0 ? lead : { ...lead, text: text.slice(start, end) }
  return undefined
}

/** A release, and the rule that its sentence may go on to state: "forget the rule about tabs, always use spaces". */
function* release(ruling: Ruling, isTyped: boolean): Iterable<Ruling> {
  const { text, named = text } = ruling
  yield isTyped && ruling.frees === undefined && everyRule.test(text) ? { ...ruling, endsAll: true } : ruling
  const rest = text.slice(text.indexOf(named) + named.length).replace(/^[\P{L}\s]+/u, '')
  const next = rest === '' ? undefined : judgeSentence(rest)
  if (next !== undefined && next.kind !== 'release') yield next
}

/** Some milliseconds' worth. */
const stepChars = 5_000

/** The ruling of one sentence, if any. Most are English or of one other language: a quick look saves asking all. */
export function judgeSentence(sentence: string): Ruling | undefined {
  const other = foreign.test(sentence) ? judgeIn(spokenIn(sentence), sentence) : undefined
  const ruling = other ?? (plainEnglish.test(sentence) ? judgeIn(english, sentence) : undefined)
  return ruling ?? judgeInLatin(sentence)
}

function spokenIn(sentence: string): readonly Judge[] {
  const isSpoken = ({ letters, strangers }: Pick<RuleLanguage, 'letters' | 'strangers'>) =>
    letters?.test(sentence) !== false && strangers?.test(sentence) !== true
  return otherWords.filter(isSpoken).map((language) => language.judge())
}

/** A release in one family goes before a rule in another, as within one. */
function judgeInLatin(sentence: string): Ruling | undefined {
  const isAccented = accented.test(sentence)
  if (!isAccented && !plainLatin.test(sentence)) return undefined
  let ruling: Ruling | undefined
  for (const { plain, languages, all } of families) {
    if (!isAccented && !plain.test(sentence)) continue
    const found = judgeIn(languages(), sentence, all())
    if (found?.kind === 'release') return found
    ruling ??= found
  }
  return ruling
}

/** Languages share words, so a clear release in one goes before a rule in another. */
function judgeIn(languages: readonly Judge[], sentence: string, all?: RuleLook): Ruling | undefined {
  const ending = all?.mayEnd.test(sentence) === false ? [] : languages.filter(({ mayEnd }) => mayEnd.test(sentence))
  const spoken = all?.any.test(sentence) === false ? [] : languages.filter(({ any }) => any.test(sentence))
  if (ending.length === 0 && spoken.length === 0) return undefined
  if (question.test(sentence) && !politeOrder.test(sentence)) return undefined
  const released = first(ending, (rules) => releaseOf(rules.endings(), sentence))
  if (released !== undefined) return released
  const isReset = ending.some((rules) => rules.endings().resets.test(sentence))
  const ruling = first(spoken, (rules) => ruleOf(rules, sentence)) ?? (isReset ? order(sentence) : undefined)
  return isReset && ruling !== undefined ? { ...ruling, resets: true } : ruling
}

function first(languages: readonly Judge[], read: (rules: Judge) => Ruling | undefined): Ruling | undefined {
  for (const rules of languages) {
    const ruling = read(rules)
    if (ruling !== undefined) return ruling
  }
  return undefined
}

function ruleOf(rules: Judge, sentence: string): Ruling | undefined {
  const kind = kindOf(rules, sentence)
  return kind === undefined ? undefined : { text: clip(sentence, sentence.search(rules.any)), kind }
}

/** Taking back too much is worse than too little: what is said in doubt takes nothing back. */
function releaseOf(endings: Endings, sentence: string): Ruling | undefined {
  const either = endings.releases.exec(sentence)
  const waived = either ?? endings.waives.exec(sentence)
  const found = waived ?? endings.permits.exec(sentence)
  if (found === null || endings.doubts.test(sentence) || reminder.test(sentence)) return undefined
  const ruling = { text: clip(sentence, found.index), kind: 'release', named: clauseAround(sentence, found) } as const
  if (either !== null) return ruling
  if (waived !== null) return { ...ruling, frees: 'order' }
  return narrow.test(ruling.named) ? undefined : { ...ruling, frees: 'forbid' }
}

/** The part between the commas around what was found. */
function clauseAround(text: string, { 0: found, index }: RegExpExecArray): string {
  const at = index + Math.max(found.search(/[\p{L}\p{N}]/u), 0)
  const before = [...text.slice(0, at).matchAll(pause)].at(-1)
  const from = before === undefined ? 0 : before.index + before[0].length
  const end = index + found.length
  const after = text.slice(end).search(pause)
  return text.slice(from, after < 0 ? text.length : end + after)
}

const pause = /[,;:]\s+|\s[-—–]\s|[—，；：、]/g

function kindOf(rules: Judge, sentence: string): 'forbid' | 'order' | undefined {
  const told = sentence.replace(rules.story, ' ')
  const soft = !rules.subject.test(sentence) && told === sentence
  if (rules.forbids.test(told) || (soft && rules.softForbids.test(sentence)))
    return isKept(rules, told) ? 'order' : 'forbid'
  return rules.orders.test(told) || (soft && rules.softOrders.test(sentence)) ? 'order' : undefined
}

/** True if it forbids to end a rule, and so repeats it. */
function isKept(rules: Judge, told: string): boolean {
  return reminder.test(told) || (rules.mayEnd.test(told) && rules.endings().releases.test(told))
}

function order(sentence: string): Ruling {
  return { text: sliceWhole(sentence, 0, mostChars), kind: 'order' }
}

function clip(sentence: string, at: number): string {
  if (sentence.length <= mostChars) return sentence
  const from = at < mostChars / 2 ? 0 : sentence.indexOf(' ', at - mostChars / 2) + 1
  return sliceWhole(sentence, from, from + mostChars).trim()
}
