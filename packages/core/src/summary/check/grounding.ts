import type { EnginePorts } from '../../contract/occasion.ts'
import { headings } from '../sections/headings.ts'
import { scriptOf } from './script.ts'

/** Enough to distinguish a summary from an unrelated text; each costs a search of the source. */
const sampleSize = 80
/** Fewer words of a text are too few to judge it. */
const leastTerms = 5
/** A few milliseconds of searching. */
const charsBetweenPauses = 8_000_000

/**
 * The share of a text's words, spread over the text, that occur in its source: 1 when all do, `undefined` when it has
 * too few to judge. Where words have no spaces, or change their endings, pairs of characters represent them.
 */
export async function grounding(
  text: string,
  source: string,
  pause: EnginePorts['pause'],
  least = leastTerms,
): Promise<number | undefined> {
  const terms = sample(termsOf(text))
  if (terms.length < least) return undefined
  let found = 0
  let searched = 0
  for (const term of terms) {
    if (occurs(term, source)) found++
    searched += source.length
    if (searched < charsBetweenPauses) continue
    searched = 0
    await pause()
  }
  return found / terms.length
}

/** A paraphrase begins sentences with other letters. */
function occurs(term: string, source: string): boolean {
  if (source.includes(term)) return true
  const lower = term.toLowerCase()
  if (lower !== term) return source.includes(lower)
  const capital = term.slice(0, 1).toUpperCase() + term.slice(1)
  return capital !== term && source.includes(capital)
}

function termsOf(text: string): readonly string[] {
  const ours = new Set(headings.flatMap((heading) => heading.split(' ')))
  const terms = new Set<string>()
  for (const [word] of text.matchAll(/[\p{L}\p{M}\p{N}]{2,60}/gu)) {
    if (isReadInPairs(word)) for (let i = 0; i + 1 < word.length && i < 40; i += 2) terms.add(word.slice(i, i + 2))
    else if (word.length >= leastLetters(word) && !ours.has(word)) terms.add(word)
  }
  return [...terms]
}

function isReadInPairs(word: string): boolean {
  const script = scriptOf(word.charCodeAt(0))
  return script === 'han' || script === 'kana' || script === 'thai' || script === 'hangul'
}

/** Short words occur everywhere; numbers do not, nor do words of alphabets that leave vowels out. */
function leastLetters(word: string): number {
  if (/^\p{N}/u.test(word)) return 2
  return scriptOf(word.charCodeAt(0)) === 'latin' ? 4 : 3
}

function sample(terms: readonly string[]): readonly string[] {
  const step = Math.max(1, terms.length / sampleSize)
  const picked: string[] = []
  for (let at = 0; at < terms.length && picked.length < sampleSize; at += step) picked.push(terms[Math.floor(at)] ?? '')
  return picked
}
