import { bareLengthTexts, type LengthText, lengthTexts } from './length-texts.ts'
import { plainText } from './plain-text.ts'
import { numberPattern, readNumber } from './read-number.ts'

/** The numbers of a length error, by what they count. */
export interface Length {
  readonly row: LengthText
  readonly limit?: number
  readonly input?: number
  readonly output?: number
  readonly total?: number
  readonly over?: number
  /** Size of the prompt in characters. */
  readonly inputChars?: number
}

const rows = lengthTexts.map(withPattern)
const bareRows = bareLengthTexts.map(withPattern)

/** The first row of the table that a text (as `plainText` gives it) contains, with its numbers read. */
export function findLength(text: string): Length | undefined {
  return firstOf(rows, text)
}

/** As `findLength`, by words that say no more than that the prompt is too long. */
export function findBareLength(text: string): Length | undefined {
  return firstOf(bareRows, text)
}

interface PatternRow {
  readonly row: LengthText
  readonly pattern: RegExp
}

function withPattern(row: LengthText): PatternRow {
  return { row, pattern: compile(row.text) }
}

function firstOf(table: readonly PatternRow[], text: string): Length | undefined {
  for (const { row, pattern } of table) {
    const match = pattern.exec(text)
    if (match !== null) return { row, ...readAll(match.groups ?? {}) }
  }
  return undefined
}

function compile(text: string): RegExp {
  const pieces = plainText(text).split(/(\{[a-z]+\}|…)/)
  return new RegExp(pieces.map(toPattern).join(''))
}

function toPattern(piece: string): string {
  if (piece === '…') return '.{0,300}?'
  const [, name] = /^\{([a-z]+)\}$/.exec(piece) ?? []
  return name === undefined ? literal(piece) : `(?<${name}>${numberPattern})`
}

/** A blank after a comma may be missing, as in JSON. */
function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/,(?: )?/g, ', ?')
}

function readAll(groups: Readonly<Record<string, string>>): Readonly<Record<string, number>> {
  const numbers = Object.entries(groups).map(([name, text]) => [name, readNumber(text ?? '')] as const)
  return Object.fromEntries(numbers.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])))
}
