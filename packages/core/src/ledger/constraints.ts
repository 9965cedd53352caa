import { sliceWhole } from '../slice-whole.ts'
import type { RuleLanguage } from './rule-language.ts'
import { everyRule, narrow, reminder } from './rule-words-doubt.ts'
import { englishRules, plainEnglish } from './rule-words-english.ts'
import { europeanRules, plainEuropean } from './rule-words-european.ts'
import { otherRules } from './rule-words-other.ts'
import { sentences } from './sentences.ts'

/** A sentence that sets a rule, or one that takes rules back. */
export interface Ruling {
  readonly text: string
  /** `release` permits again what was forbidden, or drops an order. */
  readonly kind: 'forbid' | 'order' | 'release'
  /** Of a release, the clause that takes back. */
  readonly named?: string
  /** The one kind of rule that a release can end; without it, either. */
  readonly frees?: 'forbid' | 'order'
  /** Takes back all rules: a short message that names none of them. */
  readonly endsAll?: true
  /** Gives a limit another number. */
  readonly resets?: true
}

interface Judge extends Pick<RuleLanguage, 'letters'> {
  readonly forbids: RegExp
  readonly orders: RegExp
  readonly softForbids: RegExp
  readonly softOrders: RegExp
  readonly subject: RegExp
  readonly story: RegExp
  /** Any of the above that can make a rule. */
  readonly any: RegExp
  readonly mayEnd: RegExp
  readonly endings: () => Endings
}

/** How a language ends rules. Compiled where first needed: that takes longer than reading most conversations. */
interface Endings {
  readonly releases: RegExp
  readonly permits: RegExp
  readonly waives: RegExp
  readonly resets: RegExp
  readonly doubts: RegExp
}

const noMatch = '(?!)'
const judges: readonly Judge[] = [englishRules, ...europeanRules, ...otherRules].map(judgeOf)
const english = judges.slice(0, 1)
const european = judges.slice(1, 1 + europeanRules.length)
const otherWords = judges.slice(1 + europeanRules.length)
/** What any of these says of rules: most sentences hold none of it, and one look is cheaper than one for each language. */
const anyEuropean: Pick<Judge, 'any' | 'mayEnd'> = {
  any: compilerOf({ spaced: true })(europeanRules.map(anySource).join('|'), false),
  mayEnd: new RegExp(europeanRules.map(({ endWords }) => endWords).join('|'), 'i'),
}
const accented = /[\u00c0-\u024f\u1e00-\u1eff]/
/** Any letter that languages have which are written neither in Latin nor in Greek letters. */
const foreign = /[\u0400-\u1dff\u3005-\ud7ff\uf900-\ufaff]/
const question = /[?？؟]["'”’)\]]*$/
/** A question that orders: "could you please never …?" */
const politeOrder =
  /^(?:\P{L}*\p{L}+\P{L}+){0,3}?(?:can|could|would|will)\s+you\s.*(?<!\p{L})(?:always|never|make\s+sure|ensure|from\s+now\s+on|avoid|only|not|don['’]t|keep|instead)(?!\p{L})/iu
const ruleHeader =
  /(?:rules?|constraints?|requirements?|guidelines?|conventions?|preferences|dos? and don['’]?ts|规则|規則|要求|约束|限制|注意事项|ルール|制約|規約|규칙|제약|reglas|règles|regeln|regras|regole|правила|zasady|kurallar|quy tắc|aturan|القواعد|नियम|กฎ)\W{0,8}$/i
/** Rules are short; of a longer sentence the part around the rule's word is kept. */
const mostChars = 1_500

/** Who pastes a page in pastes what it tells others to forget; what ends all rules is typed. */
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
  const ruling = judge(sentence) ?? (header !== undefined && ruleHeader.test(header) ? order(sentence) : undefined)
  if (ruling?.kind === 'release') yield* release(ruling, text.length <= mostTyped)
  else if (ruling?.text === sentence && leadIn.test(sentence))
    return { lead: ruling, start: text.indexOf(sentence), end: 0 }
  else if (ruling !== undefined) yield ruling
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
  const next = rest === '' ? undefined : judge(rest)
  if (next !== undefined && next.kind !== 'release') yield next
}

/** Some milliseconds' worth. */
const stepChars = 5_000

/** What one sentence rules, if anything. Most are English or of one other language: a quick look saves asking all. */
export function judge(sentence: string): Ruling | undefined {
  const other = foreign.test(sentence) ? judgeIn(otherWords.filter(isSpoken(sentence)), sentence) : undefined
  const ruling = other ?? (plainEnglish.test(sentence) ? judgeIn(english, sentence) : undefined)
  if (ruling !== undefined || !(plainEuropean.test(sentence) || accented.test(sentence))) return ruling
  return judgeIn(european, sentence, anyEuropean)
}

function isSpoken(sentence: string): (rules: Judge) => boolean {
  return ({ letters }) => letters?.test(sentence) !== false
}

/** Languages share words, so a clear release in one goes before a rule in another. */
function judgeIn(languages: readonly Judge[], sentence: string, all?: typeof anyEuropean): Ruling | undefined {
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

/** Whether it forbids to end a rule, and so says it again. */
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

function judgeOf(language: RuleLanguage): Judge {
  const { forbids, orders, softForbids = noMatch, softOrders = noMatch, story = noMatch } = language
  const compile = compilerOf(language)
  return {
    ...(language.letters && { letters: language.letters }),
    // What leads into an order ends in a space, so these have no border after them.
    forbids: compile(forbids, false),
    // Without the flag for Unicode it compiles much faster, and these words need none.
    mayEnd: new RegExp(language.endWords, 'i'),
    endings: endingsOf(language),
    story: compile(story, false),
    any: compile(anySource(language), false),
    orders: compile(orders, true),
    softForbids: compile(softForbids, true),
    softOrders: compile(softOrders, true),
    subject: new RegExp(`^\\P{L}*(?:${language.subject ?? noMatch})`, 'iu'),
  }
}

function endingsOf(language: RuleLanguage): () => Endings {
  const compile = compilerOf(language)
  let known: Endings | undefined
  return () => {
    known ??= {
      releases: compile(language.releases, false),
      permits: compile(language.permits, false),
      waives: compile(language.waives, false),
      resets: compile(language.resets, false),
      doubts: compile(language.doubts, true),
    }
    return known
  }
}

function anySource({ forbids, orders, softForbids = noMatch, softOrders = noMatch }: RuleLanguage): string {
  return [forbids, orders, softForbids, softOrders].join('|')
}

function compilerOf({
  spaced,
  ascii,
}: Pick<RuleLanguage, 'spaced' | 'ascii'>): (source: string, closed: boolean) => RegExp {
  if (!spaced) return (source) => new RegExp(source, 'iu')
  if (ascii === true) {
    return (source, closed) =>
      new RegExp(`(?<!\\w)(?:${source.replaceAll('\\p{L}', '[a-z]')})${closed ? '(?!\\w)' : ''}`, 'i')
  }
  const letter = '[\\p{L}\\p{M}\\p{N}_]'
  return (source, closed) => new RegExp(`(?<!${letter})(?:${source})${closed ? `(?!${letter})` : ''}`, 'iu')
}
