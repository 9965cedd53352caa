import { isDigit } from './parse-escape.ts'
import { type PatternReading, refusePattern, takesText } from './pattern-reading.ts'

/** How often something is repeated. */
export interface PatternQuantifier {
  readonly least: number
  readonly most: number
  /** Whether as much as possible is taken first. */
  readonly isGreedy: boolean
}

const endless = Number.POSITIVE_INFINITY
/** Nothing can be repeated as often, so numbers need not be read further. */
const mostCount = 1_000_000

/** Reads a quantifier if one comes next. A brace that opens none is left as a character. */
export function takeQuantifier(reading: PatternReading): PatternQuantifier | undefined {
  const counts = takeCounts(reading)
  return counts && { ...counts, isGreedy: !takesText(reading, '?') }
}

function takeCounts(reading: PatternReading): Omit<PatternQuantifier, 'isGreedy'> | undefined {
  if (takesText(reading, '*')) return { least: 0, most: endless }
  if (takesText(reading, '+')) return { least: 1, most: endless }
  if (takesText(reading, '?')) return { least: 0, most: 1 }
  const offset = reading.at
  const counts = takesText(reading, '{') ? takeBracedCounts(reading) : undefined
  if (counts === undefined) {
    reading.at = offset
    return undefined
  }
  if (counts.most < counts.least) {
    refusePattern(reading, offset, 'The numbers of this quantifier are out of order. Write the smaller one first.')
  }
  return counts
}

function takeBracedCounts(reading: PatternReading): Omit<PatternQuantifier, 'isGreedy'> | undefined {
  const least = takeNumber(reading)
  if (least === undefined) return undefined
  if (takesText(reading, '}')) return { least, most: least }
  if (!takesText(reading, ',')) return undefined
  const most = takeNumber(reading) ?? endless
  return takesText(reading, '}') ? { least, most } : undefined
}

function takeNumber(reading: PatternReading): number | undefined {
  let value: number | undefined
  while (reading.at < reading.end && isDigit(reading.source.charCodeAt(reading.at))) {
    value = Math.min(mostCount, (value ?? 0) * 10 + (reading.source.charCodeAt(reading.at) - 0x30))
    reading.at++
  }
  return value
}
