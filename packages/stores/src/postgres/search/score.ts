import type { ParsedQuery } from '@palimpsest/core/store'

/** Characters of a message of middling length; longer ones need more matches to score as high. */
const middlingChars = 1000
/** Controls how soon more matches of the same word stop counting; the usual number for this kind of score. */
const saturation = 1.2

/**
 * Returns how well a text answers a query, or nothing when a word of the query is not in it after all.
 * BM25 without the rarity of words: all of them must occur, so it would weigh every text alike.
 */
export function scoreOf(text: string, { terms, phrases }: ParsedQuery): number | undefined {
  // Only in plain text do words surely read as their terms do: elsewhere marks and signs are left out of terms.
  const isPlainText = isAscii(text)
  const folded = (isPlainText ? text : text.normalize('NFKC')).toLowerCase()
  const dampening = saturation * (0.25 + (0.75 * text.length) / middlingChars)
  let score = 0
  for (const wanted of [...terms, ...phrases]) {
    const count = occurrences(folded, wanted)
    if (count === 0 && isPlainText && isWord(wanted)) return undefined
    score += (Math.max(count, 1) * (saturation + 1)) / (Math.max(count, 1) + dampening)
  }
  return score
}

function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text)
}

/** In other terms, signs are encoded after these two letters. */
function isWord(term: string): boolean {
  return /^[a-z0-9]+$/.test(term) && !term.includes('zq')
}

/** More than this many do not change a score. */
const maxCounted = 50

function occurrences(text: string, wanted: string): number {
  let count = 0
  for (let at = text.indexOf(wanted); at >= 0 && count < maxCounted; at = text.indexOf(wanted, at + wanted.length))
    count++
  return count
}
