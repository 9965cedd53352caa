import { type CodePointSet, hasCodePoint, unionOfRanges } from './code-point-set.ts'

/** Turkish has a small i without a dot, which nothing but itself equals although `toUpperCase` makes an I of it. */
const dotlessI = 0x131

/** Where letters with cases are: between them are scripts without cases, a hundred times as many characters. */
const casedRanges = [
  [0x41, 0x2d2d],
  [0xa640, 0xabbf],
  [0xff21, 0xff5a],
  [0x10400, 0x10d85],
  [0x118a0, 0x118df],
  [0x16e40, 0x16eff],
  [0x1e900, 0x1e943],
] as const

/** One of all characters that differ in nothing but case (simple folding: one character never becomes two). */
export function foldedCodePoint(codePoint: number): number {
  if (codePoint < 0x80) return codePoint >= 0x41 && codePoint <= 0x5a ? codePoint + 0x20 : codePoint
  if (codePoint === dotlessI) return codePoint
  const upper = onlyCodePoint(String.fromCodePoint(codePoint).toUpperCase()) ?? codePoint
  return onlyCodePoint(String.fromCodePoint(upper).toLowerCase()) ?? upper
}

/** A set with all characters that differ from one of its own in nothing but case. */
export function closedUnderCase(set: CodePointSet): CodePointSet {
  const [least = 0, most] = set
  // A pattern consists of single characters for the most part.
  const near =
    set.length === 2 && least === most ? [caseGroups().get(foldedCodePoint(least)) ?? []] : caseGroups().values()
  const added: number[] = []
  for (const group of near) {
    if (!group.some((codePoint) => hasCodePoint(set, codePoint))) continue
    for (const codePoint of group) added.push(codePoint, codePoint)
  }
  return unionOfRanges([...set, ...added])
}

function onlyCodePoint(text: string): number | undefined {
  const codePoint = text.codePointAt(0) ?? 0
  return text.length === (codePoint > 0xffff ? 2 : 1) ? codePoint : undefined
}

type CaseGroups = ReadonlyMap<number, readonly number[]>

let groups: CaseGroups | undefined

/** All letters by what they fold to, made when first needed: it takes some milliseconds. */
function caseGroups(): CaseGroups {
  groups ??= madeGroups()
  return groups
}

function madeGroups(): CaseGroups {
  const byFold = new Map<number, number[]>()
  for (const [least, most] of casedRanges) {
    for (let codePoint = least; codePoint <= most; codePoint++) {
      const folded = foldedCodePoint(codePoint)
      const group = byFold.get(folded)
      if (group) group.push(codePoint)
      else byFold.set(folded, [codePoint])
    }
  }
  return new Map([...byFold].filter(([, { length }]) => length > 1))
}
