import { spellOut } from '../fact-index/path-trie.ts'
import { baseName, isSuffixPath, normalisePath } from '../files/paths.ts'
import { type IndexedText, indexText } from './text-holder.ts'

/** Ends a word of a text, as far as paths are looked for. */
const gap = /[\s"'`<>|,;=(){}[\]]/
const kinds = { gap: 1, slash: 2 } as const
const kindOf = Uint8Array.from({ length: 0x1_0000 }, (_, code) => {
  const sign = String.fromCharCode(code)
  return gap.test(sign) ? kinds.gap : sign === '/' || sign === '\\' ? kinds.slash : 0
})

/** Answers which of these paths a text shows: in full, or in the tree of an index. */
export function shownPaths(shown: string | IndexedText, paths: readonly string[]): (path: string) => boolean {
  const indexed = typeof shown === 'string' ? indexText(spellOut(shown)) : shown
  const { text, holds } = indexed
  const byName = new Map<string, Set<string>>()
  const openings = new Set<string>()
  for (const path of paths) {
    const opening = baseName(path) || lastPart(path)
    if (openings.has(opening) || !holds(opening)) continue
    openings.add(opening)
    byName.set(baseName(path), new Set())
  }
  for (const word of wordsNaming(indexed, openings)) {
    const path = normalisePath(word)
    byName.get(baseName(path))?.add(path)
  }
  return (path) => isAmong(path, byName) || (path.includes(' ') && text.includes(path))
}

/** With its slashes, where nothing follows them. */
function lastPart(path: string): string {
  return /(?:^|(?<=[/\\])(?=[^/\\]))[^/\\]*[/\\]*$/.exec(path)?.[0] ?? path
}

/** No path is that long. */
const mostWord = 2_000

/** The words of a text in which a part begins with one of these names. */
function wordsNaming({ text, placesOf }: IndexedText, names: Iterable<string>): ReadonlySet<string> {
  const words = new Set<string>()
  for (const name of names) {
    for (const at of placesOf(name)) {
      if (kindAt(text, at - 1) === 0) continue
      let end = at
      while (kindAt(text, end) !== kinds.gap && end - at <= mostWord) end++
      let start = at
      while (kindAt(text, start - 1) !== kinds.gap && end - start <= mostWord) start--
      if (end - start <= mostWord) words.add(text.slice(start, end))
    }
  }
  return words
}

/** There is a gap beyond both ends. */
function kindAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? (kindOf[text.charCodeAt(at)] ?? 0) : kinds.gap
}

/** A path is also shown by a longer one that ends with it; a bare name says too little for that. */
function isAmong(path: string, byName: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const alike = byName.get(baseName(path))
  if (alike === undefined) return false
  return alike.has(path) || (path.includes('/') && [...alike].some((longer) => isSuffixPath(path, longer)))
}
