import { isBareFile, namedPath } from '../names/named-path.ts'
import { scanNames } from '../names/scan-names.ts'
import { textHolder } from '../survival/text-holder.ts'
import { spellOut } from './path-trie.ts'

/** The names that a text shows as whole words: an index need not list them. */
export interface ShownNames {
  hasPath(path: string): boolean
  hasIdentifier(text: string): boolean
  /** True for any other text that it holds. */
  hasText(text: string): boolean
}

const name = /\w+/g

/** Reads a text once. A path shows the shorter ones that it ends with, and the names that it is made of. */
export function shownNames(shown: string): ShownNames {
  const text = spellOut(shown)
  const words = new Set<string>()
  const paths = new Set<string>()
  /** Runs that were looked at, and whether they name a path; what has a slash is never the bare name of a file. */
  const known = new Map<string, boolean>()
  const takeRun = (start: number, end: number, pathOf: (word: string) => string | undefined): boolean => {
    const word = text.slice(start, end)
    const isPath = known.get(word)
    if (isPath !== undefined) return isPath
    const path = pathOf(word)
    known.set(word, path !== undefined)
    if (path === undefined) return false
    for (const [each] of path.matchAll(name)) words.add(each)
    for (let at = 0; at !== -1; at = path.indexOf('/', at + 1)) paths.add(at === 0 ? path : path.slice(at + 1))
    return true
  }
  scanNames(
    { text, from: 0, to: text.length },
    {
      path: (start, end) => takeRun(start, end, namedPath),
      file: (start, end) => takeRun(start, end, (word) => (isBareFile(word) ? word : undefined)),
      identifier: (start, end) => words.add(text.slice(start, end)),
    },
  )
  return { hasPath: (path) => paths.has(path), hasIdentifier: (each) => words.has(each), hasText: textHolder(shown) }
}
