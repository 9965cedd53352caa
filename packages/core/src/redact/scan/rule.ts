import type { Span } from './span.ts'

/** The search for one kind of credential. A rule is only tried where one of its keywords occurs. */
export interface Rule {
  readonly id: string
  /** At least three characters each; letter case does not count here, the finder decides. */
  readonly keywords: readonly string[]
  /** Set if the finder finds nothing where a keyword's capital is a small letter, and need not be asked. */
  readonly exactCase?: boolean
  /** The credentials that the keyword at `at` announces, in order; must cost no more than what it consumes or a constant. */
  readonly find: (text: string, at: number, keyword: string) => readonly Span[]
}

export interface PatternOptions {
  /** Characters before the keyword at which the pattern starts. @default 0 */
  readonly back?: number
  /** Refuses what has the shape but not the substance. */
  readonly accept?: (secret: string) => boolean
  /** Letter case does not count. @default false */
  readonly anyCase?: boolean
  /** As in a rule. @default false */
  readonly exactCase?: boolean
}

/**
 * The place before a token: no further letter or digit, nor one of `marks`, unless an escape ends there. A token
 * that may contain marks and needs more after them must not start behind one, or a long run is tried at each mark.
 */
export function after(marks: string): string {
  return String.raw`(?<=^|[^A-Za-z0-9${marks}]|\\[nrtbf]|%[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\[[0-9;]{0,8}m)`
}

export const start = after('')
export const lone = after(String.raw`_\-`)

/** Must not follow a token of known length. */
export const end = '(?![A-Za-z0-9])'

const noSpans: readonly Span[] = []

/** A token is judged by this much of it, and only then read to its end: what is refused again and again stays cheap. */
const judgedChars = 400

const run = /[A-Za-z0-9_+/=.~%-]*/y

function endOfRun(text: string, from: number): number {
  run.lastIndex = from
  return from + (run.exec(text)?.[0].length ?? 0)
}

/**
 * A rule made of one pattern, tried exactly where the keyword occurs. The group `secret`, or else `bare`, is what is
 * replaced, the whole match where there is none; `also` is a second credential beside it.
 */
export function pattern(id: string, keywords: readonly string[], source: string, options: PatternOptions = {}): Rule {
  const { back = 0, accept, anyCase = false, exactCase = false } = options
  const bounded = source.replaceAll(',}', `,${judgedChars}}`)
  // To tell where groups stand is dear, and most keywords are none.
  const look = new RegExp(bounded, anyCase ? 'yi' : 'y')
  const expression = new RegExp(bounded, anyCase ? 'dyi' : 'dy')
  const find = (text: string, at: number): readonly Span[] => {
    if (at < back) return noSpans
    look.lastIndex = at - back
    if (!look.test(text)) return noSpans
    expression.lastIndex = at - back
    const match = expression.exec(text)
    const indices = match?.indices
    if (indices === undefined) return noSpans
    const [from, to] = indices.groups?.secret ?? indices.groups?.bare ?? indices[0] ?? [0, 0]
    if (accept !== undefined && !accept(text.slice(from, to))) return noSpans
    const also = indices.groups?.also
    const first = { id, start: from, end: to - from < judgedChars ? to : endOfRun(text, to) }
    if (also === undefined) return [first]
    const second = { id, start: also[0], end: also[1] }
    return second.start < first.start ? [second, first] : [first, second]
  }
  return { id, keywords, exactCase, find }
}

/** A rule for tokens whose prefix is short enough to end or begin a name: it must stand alone, and one run must follow. */
export function standalone(id: string, prefixes: readonly string[], accept: (secret: string) => boolean): Rule {
  const lead = prefixes.join('|')
  return pattern(id, prefixes, `${lone}(?:${lead})[A-Za-z0-9]{20,}(?![A-Za-z0-9_])`, { accept, exactCase: true })
}

/** A rule for tokens that begin with the keyword itself; the keyword stays out of the way of nothing and is replaced too. */
export function prefixed(id: string, prefixes: readonly string[], body: string, options: PatternOptions = {}): Rule {
  const lead = prefixes.map((prefix) => prefix.replace(/[.*+?^${}()|[\]\\/-]/g, String.raw`\$&`)).join('|')
  const boundary = prefixes.every((prefix) => /[_.~$-]/.test(prefix) && prefix.length > 4) ? '' : start
  return pattern(id, prefixes, `${boundary}(?:${lead})${body}`, { exactCase: options.anyCase !== true, ...options })
}
