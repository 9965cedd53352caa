import { characterClasses } from './character-classes.ts'
import { findMatch, type PatternMatch, type PatternSearch } from './find-match.ts'
import { createLazyAutomaton } from './lazy-automaton.ts'
import { type LiteralParts, literalParts } from './literal-parts.ts'
import { type ParsedPattern, parsePattern } from './parse-pattern.ts'
import type { PatternFault } from './pattern-fault.ts'
import { assemblePrograms, type PatternPrograms } from './pattern-program.ts'
import { wordCharacters } from './pattern-reading.ts'

export interface LinearPatternOptions {
  /** Whether letters match in either case, as with `(?i)` at the start. @default false */
  readonly ignoreCase?: boolean
}

/** A pattern that takes time in proportion to the text, whatever the two are. */
export interface LinearPattern {
  /**
   * The first match at or after `from`, as RegExp with the flags `mu` would find it: the leftmost, of those the first
   * alternative, as long or short as its quantifiers say. `^` and `$` are the ends of lines. A surrogate pair is one
   * character: if `from` is inside of one, the search begins after it.
   */
  readonly find: (text: string, from?: number) => PatternMatch | undefined
  /**
   * Literal texts, each of which every match contains, for an index to look up first. Empty when nothing is certain.
   * Where case is ignored they are in lower case, and a match contains them in any.
   */
  readonly required: readonly string[]
}

/** Reads a pattern in the common syntax of regular expressions, but for what would take more than linear time. */
export function compilePattern(source: string, options: LinearPatternOptions = {}): LinearPattern | PatternFault {
  const parsed = parsePattern(source, options.ignoreCase ?? false)
  if ('kind' in parsed) return parsed
  const literals = literalParts(parsed.root)
  const { required, whole } = literals
  if (whole !== undefined && !parsed.ignoreCase) {
    return { required, find: (text, from = 0) => findText(text, whole, wholeFrom(text, from)) }
  }
  const programs = assemblePrograms(parsed)
  return 'kind' in programs ? programs : { required, find: createFind(parsed, literals, programs) }
}

/** Prepares the search when a text is first to be searched: a pattern may be read for its literals only. */
function createFind(parsed: ParsedPattern, literals: LiteralParts, programs: PatternPrograms): LinearPattern['find'] {
  let search: PatternSearch | undefined
  const required = parsed.ignoreCase ? [] : literals.required
  return (text, from = 0) => {
    const start = wholeFrom(text, from)
    if (start > text.length || required.some((each) => !text.includes(each, start))) return undefined
    search ??= createSearch(parsed, literals, programs)
    return findMatch(search, text, start)
  }
}

function createSearch(parsed: ParsedPattern, literals: LiteralParts, programs: PatternPrograms): PatternSearch {
  const { forward, backward, sets } = programs
  const hasChecks = forward.instructions.some(({ kind }) => kind === 'check')
  const classes = characterClasses(sets, hasChecks ? wordCharacters(parsed.ignoreCase) : undefined)
  const prefix = parsed.ignoreCase ? '' : literals.prefix
  return {
    classes,
    forward: createLazyAutomaton(forward, classes, { direction: 'forward', marksFirst: prefix !== '' }),
    backward: createLazyAutomaton(backward, classes, { direction: 'backward', marksFirst: false }),
    prefix,
  }
}

function findText(text: string, wanted: string, from: number): PatternMatch | undefined {
  const start = from > text.length ? -1 : text.indexOf(wanted, from)
  return start < 0 ? undefined : { start, end: start + wanted.length }
}

/** The first place at or after `from` that is not between the halves of a pair. */
function wholeFrom(text: string, from: number): number {
  const at = Math.max(0, from)
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff ? at + 1 : at
}
