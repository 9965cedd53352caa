import { judge, type Ruling } from './constraints.ts'
import { contentWords, overlap } from './content-words.ts'
import type { ConstraintFact } from './ledger.ts'

/** Choices of which one excludes the others: a rule for one ends a rule for another. */
const choices: readonly ReadonlySet<string>[] = [
  'tab space',
  'npm pnpm yarn bun',
  'english french german spanish italian portuguese chinese japanese korean russian polish turkish vietnamese indonesian arabic hindi thai ukrainian dutch',
  'jest vitest mocha',
  'merge rebase squash',
  'light dark',
  'metric imperial',
  'short brief concise long detail verbose',
  'single double',
  'sqlite postgre postgres mysql mongodb',
  'axio fetch',
  'snake_case camelcase kebab-case',
].map((row) => new Set([...contentWords(row)]))

const replaces =
  /(?<!\p{L})(?:instead|from\s+now\s+on|actually|rather|switch|改用|改成|而是|代わりに|ではなく|대신|말고|ahora|désormais|ab\s+jetzt|agora|ora|теперь|вместо)(?!\p{L})/iu
const contrast =
  /(?:instead\s+of|rather\s+than|not|over|而不是|ではなく|말고|en\s+(?:lugar|vez)\s+de|au\s+lieu\s+d[e'’]|statt|em\s+vez\s+de|invece\s+di|вместо|zamiast)\s+(.+)$/iu
/** Less than this in common, and two sentences may be about two things. */
const clearlyAbout = 0.6
const clearlySame = 0.8

/** What a rule is about, as far as its text tells. */
interface Subject {
  readonly words: ReadonlySet<string>
  /** Of each choice the one member that it names. */
  readonly chosen: readonly (string | undefined)[]
  /** What it puts second, as in "tabs instead of spaces". */
  readonly dropped: string | undefined
  readonly verb: string | undefined
}

interface StandingSubject extends Subject {
  readonly kind: Ruling['kind'] | undefined
}

/** Asked again for every rule that follows. */
const subjects = new WeakMap<ConstraintFact, StandingSubject>()

function standingSubject(rule: ConstraintFact): StandingSubject {
  const known = subjects.get(rule)
  if (known !== undefined) return known
  const subject = { kind: judge(rule.text)?.kind, ...subjectOf(rule.text) }
  subjects.set(rule, subject)
  return subject
}

function subjectOf(text: string): Subject {
  const words = contentWords(text)
  const chosen = choices.map((choice) => onlyOne([...words].filter((word) => choice.has(word))))
  return { words, chosen, dropped: contrast.exec(text)?.[1], verb: verbOf(text) }
}

function onlyOne(words: readonly string[]): string | undefined {
  return words.length === 1 ? words[0] : undefined
}

/** The rules that stood before and that the newly stated one ends, each with how it ended. */
export function endedBy(
  stated: Ruling,
  standing: readonly ConstraintFact[],
): ReadonlyMap<ConstraintFact, 'cancelled' | 'superseded'> {
  const subject = subjectOf(stated.text)
  const ended = new Map<ConstraintFact, 'cancelled' | 'superseded'>()
  for (const [i, rule] of standing.entries()) {
    if (rule.text === stated.text) continue
    if (stated.kind === 'release') {
      if (isReleased(stated.text, subject.words, rule)) ended.set(rule, 'cancelled')
    } else if (isReplaced(stated, subject, rule, i === standing.length - 1)) ended.set(rule, 'superseded')
  }
  return ended
}

/** A permission ends only a prohibition; dropping a duty ends only an order; forgetting a rule ends either. */
function isReleased(text: string, words: ReadonlySet<string>, rule: ConstraintFact): boolean {
  const { words: old, kind } = standingSubject(rule)
  if (overlap(words, old) < clearlyAbout) return false
  if (
    /(?<!\p{L})(?:you\s+(?:may|can)|puedes|peux|darfst|kannst|pode|puoi|możesz)(?!\p{L})|可以|(?<!なく)ても?いい|해도/iu.test(
      text,
    )
  )
    return kind !== 'order'
  if (/any\s?more|no\s+longer|不用再|不必|もう|않아도/iu.test(text))
    return kind !== 'forbid' || /forget|ignore|rule/i.test(text)
  return true
}

function isReplaced(stated: Ruling, subject: Subject, rule: ConstraintFact, isLatest: boolean): boolean {
  const old = standingSubject(rule)
  if (old.kind !== undefined && old.kind !== stated.kind) {
    const isSame = overlap(subject.words, old.words) >= clearlySame && isEnough(subject.words, old.words)
    return isSame && old.dropped === undefined
  }
  if (stated.kind === 'forbid') return false
  const { dropped } = subject
  if (dropped !== undefined && old.dropped === undefined && overlap(contentWords(dropped), old.words) >= clearlySame)
    return true
  if (excludes(subject, old) && (replaces.test(stated.text) || subject.verb === old.verb)) return true
  return isLatest && /(?<!\p{L})instead[.!]?$/iu.test(stated.text) && subject.verb === old.verb
}

/** One common word is enough only when neither rule has another. */
function isEnough(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return Math.min(a.size, b.size) > 1 || a.size === b.size
}

/** Whether the two name different members of one choice, and neither names both. */
function excludes({ chosen }: Subject, old: Subject): boolean {
  return chosen.some((word, i) => word !== undefined && old.chosen[i] !== undefined && word !== old.chosen[i])
}

/** What it begins with, besides words that only lead into an order. */
function verbOf(text: string): string | undefined {
  return /^\P{L}*(?:(?:please|always|from now on|now|actually|ok|okay|and|but|also|just)\P{L}+)*(\p{L}+)/iu
    .exec(text)?.[1]
    ?.toLowerCase()
}
