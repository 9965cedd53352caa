import { type CodePointSet, complementOf, unionOfRanges, wordSet } from './code-point-set.ts'
import { closedUnderCase, foldedCodePoint } from './fold-case.ts'
import { type PatternFault, patternFault } from './pattern-fault.ts'
import { emptyNode, type PatternNode } from './pattern-node.ts'

/** A pattern while it is read, and how far it has been. */
export interface PatternReading {
  readonly source: string
  /** Where the pattern ends: before the slash, if it is wrapped in slashes. */
  readonly end: number
  readonly ignoreCase: boolean
  /** Whether `.` takes line breaks too: the flag `s`. */
  readonly dotTakesBreaks: boolean
  at: number
  /** The first fault that was found; reading ends there. */
  fault?: PatternFault
}

/** Notes a fault and goes to the end, so that whoever reads stops. */
export function refusePattern(reading: PatternReading, offset: number, message: string): PatternNode {
  reading.fault ??= patternFault(offset, message)
  reading.at = reading.end
  return emptyNode
}

export function isReadOut(reading: PatternReading): boolean {
  return reading.at >= reading.end
}

/** Whether the text comes next; if it does, it is read. */
export function takesText(reading: PatternReading, text: string): boolean {
  if (!comesNext(reading, text)) return false
  reading.at += text.length
  return true
}

export function comesNext({ source, at, end }: PatternReading, text: string): boolean {
  return at + text.length <= end && source.startsWith(text, at)
}

/** Reads one character; half a surrogate pair is one where the other half is missing. */
export function takeCodePoint(reading: PatternReading): number {
  const codePoint = reading.source.codePointAt(reading.at) ?? 0
  reading.at += codePoint > 0xffff ? 2 : 1
  return codePoint
}

/** What takes one character of a set. */
export function characterNode({ ignoreCase }: PatternReading, set: CodePointSet): PatternNode {
  const [least = 0, most] = set
  const isOne = set.length === 2 && least === most && !isSurrogate(least)
  const only = isOne ? String.fromCodePoint(ignoreCase ? foldedCodePoint(least) : least) : undefined
  const closed = ignoreCase ? closedUnderCase(set) : set
  return { kind: 'character', set: closed, canBeEmpty: false, ...(only === undefined ? {} : { only }) }
}

/** What takes one character that is not in a set. */
export function otherCharacterNode({ ignoreCase }: PatternReading, set: CodePointSet): PatternNode {
  return { kind: 'character', set: complementOf(ignoreCase ? closedUnderCase(set) : set), canBeEmpty: false }
}

/** What `\w` takes and `\b` looks for: with cases ignored, also the long s and the sign for Kelvin, as in RegExp. */
export function wordCharacters(ignoreCase: boolean): CodePointSet {
  return ignoreCase ? closedUnderCase(wordSet) : wordSet
}

export function oneCodePoint(codePoint: number): CodePointSet {
  return unionOfRanges([codePoint, codePoint])
}

/** Half a pair is found only where the other half is missing, which a search for its text would not see. */
function isSurrogate(codePoint: number): boolean {
  return codePoint >= 0xd800 && codePoint <= 0xdfff
}
