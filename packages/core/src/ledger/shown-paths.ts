import { baseName, isSuffixPath, normalisePath } from './paths.ts'

const rootLine = /Paths are below `([^`\n]+)`/g
/** Ends a word of a text, as far as paths are looked for. */
const gap = /[\s"'`<>|,;=(){}[\]]/
/** What may stand before the brace of a folded list. */
const noFolder = /[\s{}"'`(),]/
const gaps = Uint8Array.from({ length: 0x1_0000 }, (_, code) => (gap.test(String.fromCharCode(code)) ? 1 : 0))
/** Signs that `normalisePath` may cut off the end; a name that begins with one may not be where it seems to begin. */
const loose = '.,:;!?)]}>\'"`-#'

/** Answers which of these paths a text shows: in full, below the root that an index names once, or folded as `src/{a.ts, b.ts}`. */
export function shownPaths(text: string, paths: readonly string[]): (path: string) => boolean {
  const roots = [...text.matchAll(rootLine)].map(([, root = '']) => root)
  const byName = new Map(paths.map((path) => [baseName(path), new Set<string>()]))
  const add = (path: string) => byName.get(baseName(path))?.add(path)
  const show = (path: string) => {
    add(path)
    if (!path.startsWith('/')) for (const root of roots) add(`${root}${path}`)
  }
  foldedPaths(text, show)
  wordsNamed(text, [...byName.keys()], (word) => show(normalisePath(word)))
  return (path) => isAmong(path, byName) || (path.includes(' ') && text.includes(path))
}

function foldedPaths(text: string, show: (path: string) => void): void {
  for (let brace = text.indexOf('{'); brace !== -1; brace = text.indexOf('{', brace + 1)) {
    const before = text.charAt(brace - 1)
    if (before !== '/' && before !== '\\') continue
    const names = /^[^{}\n]*(?=\})/.exec(text.slice(brace + 1, brace + mostFolded))?.[0]
    if (names === undefined) continue
    let start = brace
    while (start > 0 && !noFolder.test(text.charAt(start - 1))) start--
    for (const name of names.split(', '))
      show(normalisePath(`${text.slice(start, brace)}${name.replace(/ \(\w+\)$/, '')}`))
  }
}

/** An index has a few thousand characters; a longer list was folded by nobody. */
const mostFolded = 20_000
/** No path is that long. */
const mostWord = 2_000

/** Hands over the words of a text whose last part may be one of the names. One pass; most words fail at two characters. */
function wordsNamed(text: string, names: readonly string[], take: (word: string) => void): void {
  const wanted = new Uint8Array(0x1_0000)
  const want = (first: number) => wanted.fill(1, (first & 0xff) << 8, ((first & 0xff) + 1) << 8)
  for (let i = 0; i < loose.length; i++) want(loose.charCodeAt(i))
  for (const name of names) {
    if (name.length < 2) want(name.charCodeAt(0))
    else wanted[beginning(name, 0)] = 1
  }
  const shortest = Math.max(1, Math.min(...names.map(({ length }) => length)))
  for (let at = 0; at < text.length; at++) {
    const start = at
    let name = at
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at)
      if ((gaps[code] ?? 0) !== 0) break
      if (code === 47 || code === 92) name = at + 1
    }
    if (at - start < shortest || at - start > mostWord) continue
    if (name === at || wanted[beginning(text, name)] === 1) take(text.slice(start, at))
  }
}

function beginning(text: string, at: number): number {
  return ((text.charCodeAt(at) & 0xff) << 8) | (text.charCodeAt(at + 1) & 0xff)
}

/** A path is also shown by a longer one that ends with it; a bare name says too little for that. */
function isAmong(path: string, byName: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  const alike = byName.get(baseName(path))
  if (alike === undefined) return false
  return alike.has(path) || (path.includes('/') && [...alike].some((longer) => isSuffixPath(path, longer)))
}
