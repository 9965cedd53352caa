import { type CodePointSet, complementOf, digitSet, spaceSet } from './code-point-set.ts'
import {
  comesNext,
  isReadOut,
  type PatternReading,
  refusePattern,
  takeCodePoint,
  takesText,
  wordCharacters,
} from './pattern-reading.ts'

const controls: Readonly<Record<string, number>> = { t: 0x09, n: 0x0a, v: 0x0b, f: 0x0c, r: 0x0d }

const lineRemedy = 'Write ^ for the start of a line or $ for its end; the ends of the whole text cannot be asked for.'
const backReferences =
  'A back-reference is not supported, since it cannot be searched for in linear time. Write out what is to be repeated, or search without it and compare in the results.'

/** Escapes of other languages, each with what to write instead. */
const remedies: Readonly<Record<string, string>> = {
  A: lineRemedy,
  z: lineRemedy,
  Z: lineRemedy,
  k: backReferences,
  p: 'Unicode properties are not supported. Write a class of ranges instead, such as [A-Za-zÀ-ÿ].',
  P: 'Unicode properties are not supported. Write a class of ranges instead, such as [^A-Za-zÀ-ÿ].',
  Q: 'Quoting with \\Q…\\E is not supported. Put a backslash before each special character.',
  h: 'Write [ \\t] for a blank.',
  R: 'Write \\r?\\n for a line break.',
  B: 'In a class, \\B has no meaning. Write it outside the brackets.',
}

/** Reads what follows a backslash: a set for `\d` and its like, a code point for one character, nothing after a fault. */
export function takeEscape(reading: PatternReading): CodePointSet | number | undefined {
  const offset = reading.at - 1
  if (isReadOut(reading)) {
    refusePattern(reading, offset, 'A backslash ends the pattern. Write \\\\ for a backslash.')
    return undefined
  }
  const codePoint = takeCodePoint(reading)
  const letter = String.fromCodePoint(codePoint)
  if (letter in controls) return controls[letter]
  if (letter === 'x') return takeHex(reading, 2)
  if (letter === 'u') return takeUnicode(reading)
  if (letter === '0' && !isDigit(reading.source.charCodeAt(reading.at))) return 0
  const set = escapedSet(letter, reading.ignoreCase)
  if (set !== undefined) return set
  if (!isAlphanumeric(codePoint)) return codePoint
  const remedy = remedies[letter] ?? (isDigit(codePoint) ? backReferences : undefined)
  const unknown = `The escape \\${letter} is not known. Write ${letter} for the letter, or \\\\${letter} for a backslash before it.`
  refusePattern(reading, offset, remedy ?? unknown)
  return undefined
}

function escapedSet(letter: string, ignoreCase: boolean): CodePointSet | undefined {
  if (letter === 'd') return digitSet
  if (letter === 'D') return complementOf(digitSet)
  if (letter === 'w') return wordCharacters(ignoreCase)
  if (letter === 'W') return complementOf(wordCharacters(ignoreCase))
  if (letter === 's') return spaceSet
  return letter === 'S' ? complementOf(spaceSet) : undefined
}

/** `\uHHHH` (two of them may be the halves of one character) or `\u{…}`. */
function takeUnicode(reading: PatternReading): number | undefined {
  if (takesText(reading, '{')) return takeBraced(reading)
  const unit = takeHex(reading, 4)
  if (unit === undefined || unit < 0xd800 || unit > 0xdbff || !comesNext(reading, '\\u')) return unit
  const low = hexAt(reading, reading.at + 2, 4)
  if (low === undefined || low < 0xdc00 || low > 0xdfff) return unit
  reading.at += 6
  return 0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00)
}

function takeBraced(reading: PatternReading): number | undefined {
  const offset = reading.at
  const close = reading.source.indexOf('}', offset)
  // Eight digits are more than any character has, even with zeros before.
  const digits = close - offset
  const value = close < 0 || digits < 1 || digits > 8 ? undefined : hexAt(reading, offset, digits)
  if (value === undefined || value > 0x10ffff) {
    refusePattern(
      reading,
      offset - 3,
      'After \\u{ there must be hexadecimal digits up to 10FFFF and }, as in \\u{1F600}.',
    )
    return undefined
  }
  reading.at = close + 1
  return value
}

function takeHex(reading: PatternReading, digits: number): number | undefined {
  const value = hexAt(reading, reading.at, digits)
  if (value === undefined) {
    const example = digits === 2 ? '\\x41' : '\\u0041'
    refusePattern(reading, reading.at - 2, `Here ${digits} hexadecimal digits must follow, as in ${example}.`)
    return undefined
  }
  reading.at += digits
  return value
}

function hexAt({ source, end }: PatternReading, from: number, digits: number): number | undefined {
  if (from + digits > end) return undefined
  let value = 0
  for (let at = from; at < from + digits; at++) {
    const digit = '0123456789abcdef'.indexOf(source.charAt(at).toLowerCase())
    if (digit < 0) return undefined
    value = value * 16 + digit
  }
  return value
}

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39
}

function isAlphanumeric(codePoint: number): boolean {
  return isDigit(codePoint) || (codePoint >= 0x41 && codePoint <= 0x5a) || (codePoint >= 0x61 && codePoint <= 0x7a)
}
