/** Engines look up a method anew at every character where texts are of many kinds: sliced, joined, wide, narrow. */
const { charCodeAt } = String.prototype

/** Bits for the kinds of characters that a word has. */
export const bit = {
  lower: 1,
  upper: 2,
  digit: 4,
  slash: 8,
  dot: 16,
  under: 32,
  dash: 64,
  colon: 128,
  hash: 256,
  at: 512,
  money: 1024,
  beyondHex: 2048,
  other: 4096,
  /** A capital after a small letter. */
  hump: 8192,
} as const

const kinds = Uint16Array.from({ length: 0x1_0000 }, (_, code) => (code < 128 ? 0 : kindBeyondAscii(code)))
for (let code = 97; code <= 122; code++) kinds[code] = bit.lower | (code > 102 ? bit.beyondHex : 0)
for (let code = 65; code <= 90; code++) kinds[code] = bit.upper | (code > 70 ? bit.beyondHex : 0)
for (let code = 48; code <= 57; code++) kinds[code] = bit.digit
for (const [sign, kind] of Object.entries({
  '/': bit.slash,
  '\\': bit.slash,
  '.': bit.dot,
  _: bit.under,
  '-': bit.dash,
  ':': bit.colon,
  '#': bit.hash,
  '@': bit.at,
  $: bit.money,
  '~': bit.other,
  '%': bit.other,
  '+': bit.other,
})) {
  kinds[sign.charCodeAt(0)] = kind | bit.beyondHex
}

/** Letters of alphabets written with spaces may be in a word; signs, arrows and Chinese text separate words. */
function kindBeyondAscii(code: number): number {
  if (code === 0x20ac || code === 0xa3 || code === 0xa5 || code === 0x20b9) return bit.money | bit.beyondHex
  return code >= 0xc0 && code < 0x2000 ? bit.other | bit.beyondHex : 0
}

/** Bits that make a word more than a plain one, and those that make it a key rather than a name. */
const signs = bit.digit | bit.slash | bit.hash | bit.at | bit.money
export const anyWord = signs | bit.under | bit.hump
export const keyWord = signs
/** A word that stands out by its slashes alone is a path. */
export const keyNoPath = signs & ~bit.slash

/** A stretch of a text to scan for words that have one of these bits. */
export interface ScanRange {
  readonly text: string
  readonly from: number
  readonly to: number
  readonly telling: number
}

/** Hands every word that may be more than a plain word to `take`, in one pass. */
export function scanWords({ text, from, to, telling }: ScanRange, take: TakeWord): void {
  const end = Math.min(to, text.length)
  for (let at = from; at < end; at++) {
    let seen = 0
    let before = 0
    const start = at
    for (; at < end; at++) {
      const kind = kinds[charCodeAt.call(text, at)] ?? 0
      if (kind === 0) break
      // Both bits shifted to where the hump's is: no branch that a processor would have to guess.
      seen |= kind | ((kind << 12) & (before << 13) & bit.hump)
      before = kind
    }
    const isCode = at - start === 6 && (seen & ~bit.beyondHex) === bit.upper
    const isLong = at - start > ((seen & bit.hash) === 0 ? 2 : 1)
    if (isLong && ((seen & telling) !== 0 || isCode)) at = Math.max(at, take(start, at, seen))
  }
}

/** Gets the place of a word and the bits of its characters; answers where the scan goes on. */
export type TakeWord = (start: number, end: number, seen: number) => number
