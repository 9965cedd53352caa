import type { RuleLanguage } from './rule-language.ts'
import { englishRules, plainEnglish } from './rule-words-english.ts'
import { europeanRules, plainEuropean } from './rule-words-european.ts'
import { otherRules } from './rule-words-other.ts'
import { sentences } from './sentences.ts'

/** A sentence that sets a rule, or one that takes rules back. */
export interface Ruling {
  readonly text: string
  /** `release` permits again what was forbidden, or drops an order. */
  readonly kind: 'forbid' | 'order' | 'release'
}

interface Judge {
  readonly forbids: RegExp
  readonly orders: RegExp
  readonly softForbids: RegExp
  readonly softOrders: RegExp
  readonly subject: RegExp
  readonly story: RegExp
  readonly releases: RegExp
  /** Any of the above that can make a rule. */
  readonly any: RegExp
}

const noMatch = '(?!)'
const judges: readonly Judge[] = [englishRules, ...europeanRules, ...otherRules].map(judgeOf)
const english = judges.slice(0, 1)
const european = judges.slice(1, 1 + europeanRules.length)
const otherWords = judges.slice(1 + europeanRules.length)
/** Any rule of any of these: most sentences hold none, and one look is cheaper than one for each language. */
const anyEuropean = compilerOf({ spaced: true })(europeanRules.map(anySource).join('|'), false)
const beyondAscii = /[\u0080-\uffff]/
const foreignLetter = /[^\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u
const europeanHint =
  /[\u00c0-\u024f\u1e00-\u1eff]|\b(?:n[ou]n|no|nunca|jam|siempre|deb|dev|doi|tien|hay|aseg|solo|solamente|evit|usa|use|util|respond|prohib|proib|recuerda|prefier|prefir|preferi|en|ne|n['’]|pas|il faut|assur|uniquement|seulement|exclus|interd|plut|garde|mai|sempre|soltanto|bisogna|invece|ricord|vieta|nie|immer|nicht|kein|nur|stets|muss|darf|soll|stell|achte|ab|verwend|benutz|nutz|statt|anstatt|vermeid|verbot|auf|unter|zawsze|nigdy|tylko|musi|unikaj|zamiast|pami|upewnij|od|asla|her|mutlaka|daima|bundan|sadece|hep|yerine|yasak|gerek|emin|tercih|kesinlikle|jangan|selalu|harus|wajib|dilarang|tidak|hindari|pastikan|mulai|hanya|gunakan|pakai|tolong|lupakan|sekarang|apenas|somente|certifique|garanta|lembre|mantenha|a partir|d['’]ora|oublie|ignor|olvida|ya|dimentica|ora|adesso|puoi|zapomnij|unut|vergiss|du|ich|tu|vous)/i
const question = /[?？؟]["'”’)\]]*$/
/** A question that orders: "could you please never …?" */
const politeOrder =
  /^(?:\P{L}*\p{L}+\P{L}+){0,3}?(?:can|could|would|will)\s+you\s.*(?<!\p{L})(?:always|never|make\s+sure|ensure|from\s+now\s+on|avoid|only|not|don['’]t|keep|instead)(?!\p{L})/iu
const ruleHeader =
  /(?:rules?|constraints?|requirements?|guidelines?|conventions?|preferences|dos? and don['’]?ts|规则|規則|要求|约束|限制|注意事项|ルール|制約|規約|규칙|제약|reglas|règles|regeln|regras|regole|правила|zasady|kurallar|quy tắc|aturan|القواعد|नियम|กฎ)\W{0,8}$/i
/** Rules are short; of a longer sentence the part around the rule's word is kept. */
const mostChars = 600

/** The rules that a person states in a text and the ones taken back, sentence by sentence, word for word; `undefined` where others may run. */
export function* rulingsIn(text: string): Iterable<Ruling | undefined> {
  let chars = 0
  for (const { text: sentence, header } of sentences(text)) {
    const ruling = judge(sentence) ?? (header !== undefined && ruleHeader.test(header) ? order(sentence) : undefined)
    if (ruling !== undefined) yield ruling
    chars += sentence.length
    if (chars < stepChars) continue
    chars = 0
    yield undefined
  }
}

/** Some milliseconds' worth. */
const stepChars = 5_000

/** What one sentence rules, if anything. Most are English or of one other language: a quick look saves asking all. */
export function judge(sentence: string): Ruling | undefined {
  const other = foreignLetter.test(sentence) ? judgeIn(otherWords, sentence) : undefined
  const ruling = other ?? (plainEnglish.test(sentence) ? judgeIn(english, sentence) : undefined)
  return ruling ?? (isEuropean(sentence) ? judgeIn(european, sentence) : undefined)
}

function isEuropean(sentence: string): boolean {
  const mayBe = plainEuropean.test(sentence) || beyondAscii.test(sentence)
  return mayBe && europeanHint.test(sentence) && anyEuropean.test(sentence)
}

function judgeIn(languages: readonly Judge[], sentence: string): Ruling | undefined {
  for (const rules of languages) {
    if (!rules.any.test(sentence)) continue
    const kind = kindOf(rules, sentence)
    if (kind !== undefined) return { text: clip(sentence, rules), kind }
  }
  return undefined
}

function kindOf(rules: Judge, sentence: string): Ruling['kind'] | undefined {
  if (question.test(sentence) && !politeOrder.test(sentence)) return undefined
  if (rules.releases.test(sentence)) return 'release'
  const told = sentence.replace(rules.story, ' ')
  const soft = !rules.subject.test(sentence) && told === sentence
  if (rules.forbids.test(told) || (soft && rules.softForbids.test(sentence))) return 'forbid'
  return rules.orders.test(told) || (soft && rules.softOrders.test(sentence)) ? 'order' : undefined
}

function order(sentence: string): Ruling {
  return { text: sentence.slice(0, mostChars), kind: 'order' }
}

function clip(sentence: string, rules: Judge): string {
  if (sentence.length <= mostChars) return sentence
  const at = sentence.search(rules.any)
  const from = at < mostChars / 2 ? 0 : sentence.indexOf(' ', at - mostChars / 2) + 1
  return sentence.slice(from, from + mostChars).trim()
}

function judgeOf(language: RuleLanguage): Judge {
  const { forbids, orders, softForbids = noMatch, softOrders = noMatch, releases, story = noMatch } = language
  const compile = compilerOf(language)
  return {
    // What leads into an order ends in a space, so these have no border after them.
    forbids: compile(forbids, false),
    releases: compile(releases, false),
    story: compile(story, false),
    any: compile(anySource(language), false),
    orders: compile(orders, true),
    softForbids: compile(softForbids, true),
    softOrders: compile(softOrders, true),
    subject: new RegExp(`^\\P{L}*(?:${language.subject ?? noMatch})`, 'iu'),
  }
}

function anySource({ forbids, orders, softForbids = noMatch, softOrders = noMatch, releases }: RuleLanguage): string {
  return [forbids, orders, softForbids, softOrders, releases].join('|')
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
