import { hiddenCharacter } from './hidden-character.ts'
import type { Rule } from './rule.ts'
import type { Span } from './span.ts'

/** The findings of one pass over a text. */
export interface Scanned {
  readonly spans: readonly Span[]
  /** Places with hidden or escaped characters, in order: what they hide takes a closer look. */
  readonly masks: readonly number[]
}

/** Engines look up a method anew at every character where texts are of many kinds: sliced, joined, wide, narrow. */
const { charCodeAt } = String.prototype

interface Keywords {
  /** Of each three folded characters the bucket of the keywords that begin with them; 0 where none does. */
  readonly table: Uint16Array
  readonly buckets: readonly (readonly Probe[])[]
  /** Of each bucket the classes that a fourth character may have, one bit each: most words differ from all keywords there. */
  readonly followers: Int32Array
}

interface Probe {
  readonly keyword: string
  /** Character codes of the keyword; a lower-case letter also matches its capital. */
  readonly codes: Uint16Array
  readonly rules: readonly Rule[]
}

const classBits = 5
const gramMask = (1 << (3 * classBits)) - 1
/** A bit above the classes; where it runs into the class of the character before, there is no keyword. */
const maskClass = 1 << classBits

/**
 * A scanner that reads a text once: the last three characters, folded to 32 classes, choose from a table the keywords
 * that may start there, so that ordinary text costs one look-up a character however many rules there are.
 */
export function createScanner(rules: readonly Rule[]): (text: string) => Scanned {
  const buckets: Probe[][] = [[]]
  const table = new Uint16Array(gramMask + 1)
  for (const probe of probesOf(rules)) {
    const gram = gramOf(probe.codes)
    if (table[gram] === 0) table[gram] = buckets.push([]) - 1
    buckets[table[gram] ?? 0]?.push(probe)
  }
  const followers = Int32Array.from(buckets, (probes) =>
    probes.reduce((bits, { codes }) => bits | followerOf(codes), 0),
  )
  const keywords: Keywords = { table, buckets, followers }
  return (text) => scan(text, keywords)
}

/** All classes where a keyword has no fourth character. */
function followerOf(codes: Uint16Array): number {
  return codes.length === 3 ? -1 : 1 << (classes[codes[3] ?? 0] ?? 0)
}

function scan(text: string, { table, buckets, followers }: Keywords): Scanned {
  const classOf = classes
  const spans: Span[] = []
  const masks: number[] = []
  const length = text.length
  let gram = 0
  let done = 0
  for (let i = 0; i < length; i++) {
    const kind = classOf[charCodeAt.call(text, i)] ?? 0
    if (kind === maskClass) masks.push(i)
    gram = ((gram << classBits) | kind) & gramMask
    const bucket = table[gram] ?? 0
    if (bucket === 0 || i < done + 2) continue
    const next = i + 1 < length ? (classOf[charCodeAt.call(text, i + 1)] ?? 0) & 31 : 0
    if ((((followers[bucket] ?? 0) >> next) & 1) === 0) continue
    const hits = findAt(text, i - 2, buckets[bucket] ?? noProbes)
    if (hits === noSpans) continue
    for (const hit of hits) {
      if (hit.end === hit.start) masks.push(hit.start)
      if (hit.start < done || hit.end <= hit.start) continue
      spans.push(hit)
      done = hit.end
    }
    if (done <= i) continue
    noteMasks(text, i + 1, done, masks)
    i = done - 1
  }
  return { spans, masks }
}

/** Of what is passed over, for a mask in it may hide more; a backslash or a percent sign spells perhaps. */
function noteMasks(text: string, from: number, to: number, masks: number[]): void {
  for (let i = from; i < to; i++) {
    const code = charCodeAt.call(text, i)
    if (code === 92 || code === 37 || classes[code] === maskClass) masks.push(i)
  }
}

const noProbes: readonly Probe[] = []
const noSpans: readonly Span[] = []

function findAt(text: string, at: number, probes: readonly Probe[]): readonly Span[] {
  for (const probe of probes) {
    if (!standsAt(text, at, probe.codes)) continue
    for (const rule of probe.rules) {
      const spans = rule.find(text, at, probe.keyword)
      if (spans.length > 0) return spans
    }
  }
  return noSpans
}

function standsAt(text: string, at: number, codes: Uint16Array): boolean {
  // Engines run a loop slower for good once it has asked for a character beyond the end.
  if (at + codes.length > text.length) return false
  for (let i = 0; i < codes.length; i++) {
    const code = charCodeAt.call(text, at + i)
    if (code !== codes[i] && (code < 65 || code > 90 || code + 32 !== codes[i])) return false
  }
  return true
}

function probesOf(rules: readonly Rule[]): readonly Probe[] {
  const byKeyword = new Map<string, Rule[]>()
  for (const rule of rules) {
    for (const keyword of rule.keywords) {
      const folded = rule.exactCase === true ? keyword : inSmallLetters(keyword)
      byKeyword.set(folded, [...(byKeyword.get(folded) ?? []), rule])
    }
  }
  const longestFirst = [...byKeyword].sort(([a], [b]) => b.length - a.length)
  return longestFirst.map(([keyword, ruled]) => ({ keyword, codes: codesOf(keyword), rules: ruled }))
}

/** Folds ASCII only: other capitals are searched for as they are. */
function inSmallLetters(keyword: string): string {
  return keyword.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

function codesOf(keyword: string): Uint16Array {
  return Uint16Array.from({ length: keyword.length }, (_, i) => keyword.charCodeAt(i))
}

function gramOf(codes: Uint16Array): number {
  let gram = 0
  for (let i = 0; i < 3; i++) gram = (gram << classBits) | (classes[codes[i] ?? 0] ?? 0)
  return gram
}

/** Letters keep apart without their case; digits, marks and everything else share the classes that are left. */
const classes = Uint8Array.from({ length: 0x10000 }, (_, code) => classOf(code))

function classOf(code: number): number {
  if (hiddenCharacter.test(String.fromCharCode(code))) return maskClass
  if (code >= 128) return code & 31
  const letter = (code | 32) - 96
  if (code >= 65 && letter >= 1 && letter <= 26) return letter
  if (code >= 48 && code <= 57) return 27
  const marks = ['_-', '.$~<"\\', ':/', '=@%']
  const at = marks.findIndex((group) => group.includes(String.fromCharCode(code)))
  return at === -1 ? 0 : 28 + at
}
