import { everyCodePoint, lineBreakSet } from './code-point-set.ts'
import { takeClass } from './parse-class.ts'
import { takeEscape } from './parse-escape.ts'
import { takeQuantifier } from './parse-quantifier.ts'
import type { PatternFault } from './pattern-fault.ts'
import { assertionNode, choiceNode, emptyNode, type PatternNode, repeatNode, sequenceNode } from './pattern-node.ts'
import {
  characterNode,
  comesNext,
  isReadOut,
  oneCodePoint,
  otherCharacterNode,
  type PatternReading,
  refusePattern,
  takeCodePoint,
  takesText,
} from './pattern-reading.ts'
import { readFlags } from './read-flags.ts'

/** No one nests groups so deep by hand; each level takes room on the stack. */
const mostDepth = 100
/** More than anybody writes; a class in brackets would else have no bound. */
const mostChars = 5_000

/** A pattern as it was understood. */
export interface ParsedPattern {
  readonly root: PatternNode
  readonly ignoreCase: boolean
}

const lookRemedy =
  'Write what stands around the match into the pattern itself, or search for the one text and look for the other in the results.'
const caseRemedy = 'Flags can be given only for the whole pattern: put (?i) at its start.'

/** Ways to open a group that are not supported, each with why and a remedy. */
const unsupportedGroups: Readonly<Record<string, string>> = {
  '(?=': `Look-ahead is not supported, since it cannot be searched for in linear time. ${lookRemedy}`,
  '(?!': `Negative look-ahead is not supported, since it cannot be searched for in linear time. ${lookRemedy}`,
  '(?<=': `Look-behind is not supported, since it cannot be searched for in linear time. ${lookRemedy}`,
  '(?<!': `Negative look-behind is not supported, since it cannot be searched for in linear time. ${lookRemedy}`,
  '(?P=': 'A back-reference is not supported. Write out what is to be repeated.',
  '(?>': 'Atomic groups are not supported, nor are they needed: no pattern is slow here. Write (?:…).',
  '(?#': 'Comments are not supported. Leave it out.',
  '(?(': 'Conditions are not supported. Write the alternatives with | instead.',
}

/** Reads a pattern, with what models tend to wrap it in: slashes with flags, flags at the start. */
export function parsePattern(source: string, ignoreCase: boolean): ParsedPattern | PatternFault {
  const reading: PatternReading = readFlags(source, ignoreCase)
  if (source.length > mostChars) {
    refusePattern(reading, mostChars, `It is longer than ${mostChars} characters. Search for a part of it.`)
  }
  const root = takeChoice(reading, 0)
  if (!isReadOut(reading)) {
    refusePattern(reading, reading.at, 'This ) closes no group. Leave it out, or write \\) for the parenthesis itself.')
  }
  return reading.fault ?? { root, ignoreCase: reading.ignoreCase }
}

function takeChoice(reading: PatternReading, depth: number): PatternNode {
  const ways = [takeSequence(reading, depth)]
  while (takesText(reading, '|')) ways.push(takeSequence(reading, depth))
  return choiceNode(ways)
}

function takeSequence(reading: PatternReading, depth: number): PatternNode {
  const nodes: PatternNode[] = []
  while (!isReadOut(reading) && !comesNext(reading, '|') && !comesNext(reading, ')')) {
    nodes.push(takeTerm(reading, depth))
  }
  return sequenceNode(nodes)
}

function takeTerm(reading: PatternReading, depth: number): PatternNode {
  const start = reading.at
  if (takeQuantifier(reading) !== undefined) {
    const remedy = 'Write .* for any text, or put a backslash before it for the character itself.'
    return refusePattern(reading, start, `Nothing stands before this quantifier that it could repeat. ${remedy}`)
  }
  const node = takeAtom(reading, depth)
  const offset = reading.at
  const quantifier = takeQuantifier(reading)
  if (quantifier === undefined) return node
  if (node.kind === 'assertion' && reading.source.charAt(start) !== '(') {
    return refusePattern(reading, offset, 'A quantifier after ^, $, \\b or \\B has no meaning. Leave it out.')
  }
  const second = reading.at
  if (takesText(reading, '+')) {
    return refusePattern(reading, second, 'Possessive quantifiers are not supported, nor needed. Leave this + out.')
  }
  if (takeQuantifier(reading) !== undefined) {
    return refusePattern(reading, second, 'A quantifier follows a quantifier. Put the first in a group: (?:a+){2}.')
  }
  return repeatNode({ node, ...quantifier, offset })
}

function takeAtom(reading: PatternReading, depth: number): PatternNode {
  if (comesNext(reading, '(')) return takeGroup(reading, depth + 1)
  if (takesText(reading, '[')) return takeClass(reading)
  if (takesText(reading, '^')) return assertionNode('line-start')
  if (takesText(reading, '$')) return assertionNode('line-end')
  if (takesText(reading, '\\b')) return assertionNode('word-edge')
  if (takesText(reading, '\\B')) return assertionNode('no-word-edge')
  if (takesText(reading, '.')) {
    return reading.dotTakesBreaks ? characterNode(reading, everyCodePoint) : otherCharacterNode(reading, lineBreakSet)
  }
  if (!takesText(reading, '\\')) return characterNode(reading, oneCodePoint(takeCodePoint(reading)))
  const escaped = takeEscape(reading)
  if (escaped === undefined) return emptyNode
  return characterNode(reading, typeof escaped === 'number' ? oneCodePoint(escaped) : escaped)
}

/** Reads a group of any kind; its name, if it has one, is of no use here. */
function takeGroup(reading: PatternReading, depth: number): PatternNode {
  const offset = reading.at
  if (depth > mostDepth) return refusePattern(reading, offset, 'Groups are nested too deep. Write fewer of them.')
  const unsupported = Object.keys(unsupportedGroups).find((opening) => comesNext(reading, opening))
  if (unsupported !== undefined) return refusePattern(reading, offset, unsupportedGroups[unsupported] ?? '')
  reading.at++
  if (takesText(reading, '?') && !takesText(reading, ':') && !takesName(reading)) {
    return refusePattern(
      reading,
      offset,
      `This opens no group that is known. ${caseRemedy} Write (?:…) for a plain group.`,
    )
  }
  const inner = takeChoice(reading, depth)
  if (takesText(reading, ')')) return inner
  return refusePattern(
    reading,
    offset,
    'This ( is never closed. Close it with ), or write \\( for the parenthesis itself.',
  )
}

/** The name of a group: `<name>`, or `P<name>` as Python has it. */
function takesName(reading: PatternReading): boolean {
  takesText(reading, 'P')
  if (!takesText(reading, '<')) return false
  const close = reading.source.indexOf('>', reading.at)
  if (close <= reading.at || close >= reading.end) return false
  reading.at = close + 1
  return true
}
