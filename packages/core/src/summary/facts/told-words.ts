import { contentWords } from '../../ledger/language/content-words.ts'
import { isEmptySection } from '../sections/headings.ts'

/** Tokens that mean one thing: code, paths, names with an underscore. */
const exact = /`[^`\n]{1,80}`|[^\s`"'()[\]{},;:]{0,200}[/_\\][^\s`"'()[\]{},;:]{1,200}/g
/** A line with as many of a fact's words as this says the same in other words. */
const sameShare = 0.85
/** One with as many is about it. */
const aboutShare = 0.5

/** The words of a text, line by line, to be asked for facts that it may tell in other words. */
export interface ToldWords {
  /** True if one line has nearly all words of a fact, and all that mean one thing. */
  tells(fact: string): boolean
  /** True if one line is about the same. */
  mentions(fact: string): boolean
}

export function toldWords(text: string): ToldWords {
  const lines: ReadonlySet<string>[] = []
  const places = new Map<string, number[]>()
  for (const line of text.split('\n')) {
    if (isEmptySection(line)) continue
    const words = contentWords(line)
    for (const word of words) {
      const known = places.get(word)
      if (known === undefined) places.set(word, [lines.length])
      else known.push(lines.length)
    }
    lines.push(words)
  }
  /** Lines that have at least this share of the words. */
  const linesWith = (words: ReadonlySet<string>, least: number): readonly ReadonlySet<string>[] => {
    const counts = new Map<number, number>()
    for (const word of words)
      for (const place of places.get(word) ?? []) counts.set(place, (counts.get(place) ?? 0) + 1)
    return [...counts].flatMap(([place, count]) => (count >= least * words.size ? (lines[place] ?? []) : []))
  }
  return {
    tells: (fact) => {
      if (text.includes(fact)) return true
      const needed = contentWords((fact.match(exact) ?? []).join(' '))
      return linesWith(contentWords(fact), sameShare).some((line) => [...needed].every((word) => line.has(word)))
    },
    mentions: (fact) => text.includes(fact) || linesWith(contentWords(fact), aboutShare).length > 0,
  }
}
