import { baseName, isSuffixPath } from '../files/paths.ts'
import type { FileFact, IdentifierFact, Ledger, Touch } from '../ledger.ts'
import { type NameFact, nameWorth } from '../names/name-fact.ts'
import { readNames } from '../names/name-list.ts'
import { createFoldersOf, resolver } from './path-forms.ts'
import type { ListedPath } from './path-trie.ts'
import type { ShownNames } from './shown-names.ts'

/** Names that an index may list, the most needed first. */
export interface ChosenNames {
  readonly paths: readonly ListedPath[]
  readonly identifiers: readonly { readonly text: string; readonly worth: number }[]
}

/** A path with all that is known of it. */
interface Candidate extends Omit<NameFact, 'kind' | 'text'> {
  readonly path: string
  readonly touch?: Touch
}

/** What decides about names besides the ledger. */
export interface NameChoice {
  readonly shown: ShownNames
  /** What the last calls asked for. */
  readonly recent: string
  /** Also lists changed files that are shown, after all that are not: their names do not tell that they were changed. */
  readonly listsChanges: boolean
}

/** Ranks the names of a ledger that a view does not show. */
export function chooseNames(ledger: Ledger, { shown, recent, listsChanges }: NameChoice): ChosenNames {
  const names = readNames(ledger.names)
  const now = ledger.read
  const words = new Set(wordsOf(recent))
  const isWanted = ({ path, touch }: Candidate) => !shown.hasPath(path) || (listsChanges && isChange(touch))
  const paths = mergedPaths(pathsOf(names, ledger.files).filter(isWanted))
    .filter(isWanted)
    .map((each) => ({ ...each, worth: nameWorth(each, now) * placeWeight(each.path) * nearness(each.path, words) }))
    .map((each) => (listsChanges && shown.hasPath(each.path) ? { ...each, worth: each.worth * shownWeight } : each))
    .sort((a, b) => b.worth - a.worth || byText(a.path, b.path))
  const identifiers = identifiersOf(names, ledger.identifiers, shown).map((each) => ({
    text: each.text,
    worth: nameWorth(each, now),
  }))
  return { paths, identifiers }
}

/** So little that what is shown comes after all that is not. */
const shownWeight = 1e-6

function isChange(touch: Touch | undefined): boolean {
  return touch !== undefined && touch !== 'read' && touch !== 'mentioned'
}

function byText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Files that were worked on are paths, however they are spelt. */
function pathsOf(names: readonly NameFact[], files: readonly FileFact[]): readonly Candidate[] {
  const found = new Map<string, Candidate>()
  for (const { text, kind, ...rest } of names) if (kind === 'path') found.set(text, { path: text, ...rest })
  for (const { path, also, touch, times, at, named } of files) {
    const asked = touch !== 'mentioned' || named === true
    for (const each of also === undefined ? [path] : [path, also.path]) {
      const known = found.get(each)
      const fact = { path: each, times, first: Math.max(0, at - times + 1), last: at, asked }
      found.set(each, { ...(known === undefined ? fact : together(known, fact)), touch })
    }
  }
  return [...found.values()]
}

function together(one: Candidate, other: Candidate): Candidate {
  const touch = one.touch ?? other.touch
  return {
    path: one.path,
    times: Math.max(one.times, other.times),
    first: Math.min(one.first, other.first),
    last: Math.max(one.last, other.last),
    asked: one.asked || other.asked,
    ...(touch !== undefined && { touch }),
  }
}

/** Spellings of one file are one: a path is told by the longer one that ends with it. */
function mergedPaths(candidates: readonly Candidate[]): readonly Candidate[] {
  const resolve = resolver(
    candidates.map(({ path }) => path),
    createFoldersOf(),
  )
  const byName = new Map<string, Candidate[]>()
  const longestFirst = candidates
    .map((each) => ({ ...each, path: resolve(each.path) }))
    .sort((a, b) => b.path.length - a.path.length || byText(a.path, b.path))
  for (const each of longestFirst) {
    const name = baseName(each.path)
    const alike = byName.get(name)
    const at = alike?.findIndex(({ path }) => path === each.path || isSuffixPath(each.path, path)) ?? -1
    const longer = alike?.[at]
    if (alike === undefined) byName.set(name, [each])
    else if (longer === undefined) alike.push(each)
    else alike[at] = together(longer, each)
  }
  return [...byName.values()].flat()
}

const vendored =
  /(?:^|\/)(?:node_modules|vendor|third_party|dist|build|out|target|site-packages|\.venv|venv|__pycache__|\.git|\.next|coverage|\.cache)\//
const tests = /(?:^|\/)(?:tests?|__tests__|specs?|testdata|fixtures)\/|[._-](?:test|spec)\.\w+$|(?:^|\/)test_[^/]*$/

function placeWeight(path: string): number {
  return (vendored.test(path) ? 0.3 : 1) * (tests.test(path) ? 0.7 : 1)
}

const nearWeight = 0.7

/** What the last calls were about draws what is called alike. */
function nearness(path: string, words: ReadonlySet<string>): number {
  const own = wordsOf(path)
  const shared = own.filter((word) => words.has(word)).length
  return own.length === 0 ? 1 : Math.exp((nearWeight * shared) / own.length)
}

function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[a-z0-9]{2,}/g) ?? []
}

/** Names of all that was read, and the keys and addresses of which more is known. */
function identifiersOf(
  names: readonly NameFact[],
  facts: readonly IdentifierFact[],
  shown: ShownNames,
): readonly NameFact[] {
  const found = new Map<string, NameFact>()
  for (const name of names)
    if (name.kind === 'identifier' && !shown.hasIdentifier(name.text)) found.set(name.text, name)
  for (const { text, times, at, from } of facts) {
    if (found.has(text) || /\s/.test(text) || shown.hasText(text)) continue
    const first = times > 1 ? Math.max(0, at - 1) : at
    found.set(text, { text, kind: 'identifier', times, first, last: at, asked: from !== 'result' })
  }
  return [...found.values()]
}
