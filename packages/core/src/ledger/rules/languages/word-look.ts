/**
 * Returns a pattern for any of these word beginnings. `_` represents a gap, `$` a border. Engines try alternatives
 * one by one, so a tree of their first letters is much faster than a list.
 */
export function wordLook(words: string, elsewhere?: string): RegExp {
  const list = words
    .trim()
    .split(/\s+/)
    .map((word) => word.replaceAll('_', '\\s+').replaceAll('$', '\\b'))
  const source = `\\b(?:${tree([...new Set(list)], 2)})`
  return new RegExp(elsewhere === undefined ? source : `${source}|${elsewhere}`, 'i')
}

function tree(words: readonly string[], depth: number): string {
  if (depth === 0) return words.join('|')
  const branches = new Map<string, string[]>()
  for (const word of words) {
    const first = opening.exec(word)?.[0] ?? ''
    branches.set(first, [...(branches.get(first) ?? []), word.slice(first.length)])
  }
  return [...branches].map(([first, rests]) => (first === '' ? rests.join('|') : branch(first, rests, depth))).join('|')
}

/** A letter that is always present. */
const opening = /^[a-z](?![?*+{])/

function branch(first: string, rests: readonly string[], depth: number): string {
  return rests.includes('') ? first : `${first}(?:${tree(rests, depth - 1)})`
}
