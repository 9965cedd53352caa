/** Engines look up a method anew at every character where texts are of many kinds: sliced, joined, wide, narrow. */
const { charCodeAt } = String.prototype

const bit = {
  lower: 1,
  upper: 2,
  digit: 4,
  under: 8,
  /** Joins names to a path, a flag or a dotted name, and is part of no name. */
  joiner: 16,
  slash: 32,
  dot: 64,
  dash: 128,
  /** A capital after a small letter. */
  hump: 256,
} as const
const inName = bit.lower | bit.upper | bit.digit | bit.under

const kinds = new Uint8Array(0x1_0000)
for (let code = 97; code <= 122; code++) kinds[code] = bit.lower
for (let code = 65; code <= 90; code++) kinds[code] = bit.upper
for (let code = 48; code <= 57; code++) kinds[code] = bit.digit
kinds[0x5f] = bit.under
for (const sign of '~@+') kinds[sign.charCodeAt(0)] = bit.joiner
kinds[0x2f] = bit.joiner | bit.slash
kinds[0x2e] = bit.joiner | bit.dot
kinds[0x2d] = bit.joiner | bit.dash
const backslash = 0x5c
const dash = 0x2d

/** Takes a name by its place in the text; a run that turns out to be none is answered by `false`. */
export interface NameTaker {
  /** A run with a slash, which may be a path. */
  path(start: number, end: number): boolean
  /** A run with a dot, which may be the name of a file. */
  file(start: number, end: number): boolean
  identifier(start: number, end: number): void
}

/** A part of a text. */
export interface Stretch {
  readonly text: string
  readonly from: number
  readonly to: number
}

const letters = bit.lower | bit.upper
const telling = bit.slash | bit.dot | bit.dash | bit.under | bit.hump | bit.digit
const shortest = 5
const longest = 64

/**
 * Hands every name of a stretch to `take`, in one pass: paths, names of files, flags, and identifiers that stand out by an
 * underscore, an inner capital or digits among letters. Names within a path are not taken by themselves.
 */
export function scanNames({ text, from, to }: Stretch, take: NameTaker): void {
  const end = Math.min(to, text.length)
  for (let at = from; at < end; at++) {
    let start = at
    let seen = 0
    let before = 0
    for (; at < end; at++) {
      const kind = kinds[charCodeAt.call(text, at)] ?? 0
      if (kind === 0) break
      // Both bits shifted to where the hump's is: no branch that a processor would have to guess.
      seen |= kind | ((kind << 7) & (before << 8) & bit.hump)
      before = kind
    }
    if ((seen & telling) === 0 || (seen & letters) === 0 || at - start < shortest) continue
    start += escapedChars(text, start)
    takeRun({ text, from: start, to: at }, seen, take)
  }
}

/** Of a run after a backslash, what belongs to an escape as JSON writes it within a text, and not to the name. */
function escapedChars(text: string, start: number): number {
  if (start === 0 || charCodeAt.call(text, start - 1) !== backslash) return 0
  const code = charCodeAt.call(text, start)
  if (code === 0x75) return 5
  return code === 0x6e || code === 0x74 || code === 0x72 ? 1 : 0
}

function takeRun(run: Stretch, seen: number, take: NameTaker): void {
  const { from, to } = run
  if (to - from < shortest) return
  if ((seen & bit.slash) !== 0 && take.path(from, to)) return
  if ((seen & bit.dot) !== 0 && take.file(from, to)) return
  if ((seen & bit.dash) !== 0 && isWhole(run, seen)) {
    take.identifier(from, to)
    return
  }
  if ((seen & (bit.under | bit.hump | bit.digit)) === 0) return
  if ((seen & bit.joiner) === 0) takeName(run, seen, take)
  else takeNames(run, take)
}

/** A flag, or a key with dashes such as a UUID, means something only as a whole. */
function isWhole({ text, from, to }: Stretch, seen: number): boolean {
  if ((seen & (bit.slash | bit.dot)) !== 0 || to - from > longest) return false
  if (charCodeAt.call(text, to - 1) === dash) return false
  if (charCodeAt.call(text, from) === dash) return charCodeAt.call(text, from + 1) === dash && to - from > shortest
  return (seen & bit.digit) !== 0
}

/** The names that joiners part. */
function takeNames({ text, from, to }: Stretch, take: NameTaker): void {
  for (let at = from; at < to; at++) {
    const start = at
    let seen = 0
    let before = 0
    for (; at < to; at++) {
      const kind = kinds[charCodeAt.call(text, at)] ?? 0
      if ((kind & inName) === 0) break
      seen |= kind | ((kind << 7) & (before << 8) & bit.hump)
      before = kind
    }
    takeName({ text, from: start, to: at }, seen, take)
  }
}

function takeName({ from, to }: Stretch, seen: number, take: NameTaker): void {
  if (to - from < shortest || to - from > longest) return
  if ((seen & letters) !== 0 && (seen & (bit.under | bit.hump | bit.digit)) !== 0) take.identifier(from, to)
}
