import { type CodePointSet, unionOfRanges } from './code-point-set.ts'
import { takeEscape } from './parse-escape.ts'
import type { PatternNode } from './pattern-node.ts'
import {
  characterNode,
  comesNext,
  isReadOut,
  otherCharacterNode,
  type PatternReading,
  refusePattern,
  takeCodePoint,
  takesText,
} from './pattern-reading.ts'

const hyphen = 0x2d

/** Reads a class in brackets, of which the first has been read. */
export function takeClass(reading: PatternReading): PatternNode {
  const offset = reading.at - 1
  const isNegated = takesText(reading, '^')
  if (!isNegated && comesNext(reading, ']')) {
    return refusePattern(reading, offset, 'An empty class matches nothing. Write \\] for a bracket in it.')
  }
  const ranges: number[] = []
  while (!isReadOut(reading) && !comesNext(reading, ']')) takeMembers(reading, ranges)
  if (!takesText(reading, ']')) {
    return refusePattern(
      reading,
      offset,
      'This [ is never closed. Close it with ], or write \\[ for the bracket itself.',
    )
  }
  const set = unionOfRanges(ranges)
  return isNegated ? otherCharacterNode(reading, set) : characterNode(reading, set)
}

/** A hyphen beside `\w` or its like is a hyphen, which is what those mean who write `[\w-.]`. */
function takeMembers(reading: PatternReading, ranges: number[]): void {
  const offset = reading.at
  const first = takeMember(reading)
  if (first === undefined) return
  if (!comesNext(reading, '-') || reading.source.charAt(reading.at + 1) === ']') {
    ranges.push(...rangesOf(first))
    return
  }
  reading.at++
  const last = takeMember(reading)
  if (last === undefined) return
  if (typeof first !== 'number' || typeof last !== 'number') {
    ranges.push(...rangesOf(first), hyphen, hyphen, ...rangesOf(last))
  } else if (first <= last) ranges.push(first, last)
  else refusePattern(reading, offset, 'This range ends before it begins. Turn it round, or write \\- for a hyphen.')
}

function rangesOf(member: CodePointSet | number): CodePointSet {
  return typeof member === 'number' ? [member, member] : member
}

function takeMember(reading: PatternReading): CodePointSet | number | undefined {
  const offset = reading.at
  if (isReadOut(reading)) return undefined
  const codePoint = takeCodePoint(reading)
  if (codePoint === 0x5b && comesNext(reading, ':') && isNamedClass(reading)) {
    const remedy = 'Write \\d for digits, \\s for blanks, \\w for word characters, or ranges such as A-Za-z.'
    refusePattern(reading, offset, `Classes with names, as in [:alpha:], are not supported. ${remedy}`)
    return undefined
  }
  if (codePoint !== 0x5c) return codePoint
  return takesText(reading, 'b') ? 0x08 : takeEscape(reading)
}

/** Whether `:letters:]` comes next. */
function isNamedClass({ source, at }: PatternReading): boolean {
  let end = at + 1
  while (source.charAt(end) >= 'a' && source.charAt(end) <= 'z') end++
  return end > at + 1 && source.startsWith(':]', end)
}
