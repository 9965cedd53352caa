import type { FileTouch } from '../files/file-touch.ts'
import { baseName, isPathArgument, isSuffixPath, normalisePath } from '../files/paths.ts'
import type { FactOrigin, FileFact, Touch } from '../ledger.ts'
import { createBoundedFacts } from './bounded-facts.ts'
import { createGitChanges, isWritten } from './git-changes.ts'
import { fileImportance } from './importance.ts'

/** The files of a ledger while it is written: spellings of one file are kept as one. */
export interface BoundedFiles {
  add(touch: FileTouch, origin: FactOrigin, named?: boolean): void
  /** Git has been told of the changes in these files and folders, or of all below the folder that it ran in. */
  stage(paths: readonly string[] | 'all', where: string | undefined): void
  /** Git keeps what it was told of. */
  commit(): void
  values(): readonly FileFact[]
  trim(now: number): void
  dropped(): number
}

const strength: Readonly<Record<Touch, number>> = { mentioned: 0, read: 1, changed: 2, created: 3, deleted: 4 }

export function createBoundedFiles(facts: readonly FileFact[], mostBytes: number, dropped: number): BoundedFiles {
  const bounded = createBoundedFacts({ facts, key: ({ path }) => path, mostBytes, dropped, importance: fileImportance })
  let byName = index(facts)
  const git = createGitChanges(bounded)
  const keep = (before: FileFact | undefined, fact: FileFact, moves: boolean) => {
    if (before !== undefined && before.path !== fact.path) bounded.delete(before.path)
    if (moves || before === undefined) bounded.put(fact.path, fact)
    else bounded.change(fact.path, fact)
    git.note(fact)
    if (before?.path === fact.path) return
    const name = baseName(fact.path)
    const paths = byName.get(name)
    if (paths === undefined) byName.set(name, new Set([fact.path]))
    else paths.add(fact.path)
  }
  const otherwiseSpelled = (path: string): FileFact | undefined => {
    const names = byName.get(baseName(path))
    if (names === undefined) return undefined
    let alike: FileFact | undefined
    let count = 0
    for (const name of names) {
      const fact = bounded.get(name)
      if (fact === undefined) continue
      if (fact.also?.path === path) return fact
      if (fact.also !== undefined || !(isSuffixPath(path, fact.path) || isSuffixPath(fact.path, path))) continue
      alike = fact
      count++
    }
    return count === 1 ? alike : undefined
  }
  return {
    add: ({ path: raw, touch }, origin, named = false) => {
      const path = normalisePath(raw)
      const exact = bounded.get(path)
      if (exact === undefined && !isPathArgument(path)) return
      const before = exact ?? otherwiseSpelled(path)
      const fact = before === undefined ? newFact(path, touch, origin) : merge(before, path, { touch, origin })
      if (fact === before && !named) return
      keep(before, named ? withName(fact) : fact, named || touch !== 'mentioned' || before?.touch === 'mentioned')
    },
    stage: git.stage,
    commit: git.commit,
    values: bounded.values,
    trim: (now) => {
      const before = bounded.dropped()
      bounded.trim(now)
      if (bounded.dropped() !== before) byName = index(bounded.values())
    },
    dropped: bounded.dropped,
  }
}

function index(facts: readonly FileFact[]): Map<string, Set<string>> {
  const byName = new Map<string, Set<string>>()
  for (const { path } of facts) {
    const name = baseName(path)
    byName.set(name, (byName.get(name) ?? new Set()).add(path))
  }
  return byName
}

function newFact(path: string, touch: Touch, { entry, at }: FactOrigin): FileFact {
  return { entry, at, path, touch, times: 1 }
}

/** A mention does not make a file that was worked on any newer. */
function merge(
  before: FileFact,
  path: string,
  { touch, origin }: { readonly touch: Touch; readonly origin: FactOrigin },
): FileFact {
  if (touch === 'mentioned' && before.touch !== 'mentioned') return before
  const fact = touchAgain(
    before.git !== undefined && isWritten({ touch }) ? withoutGit(before) : before,
    strongest(before.touch, touch),
    origin,
  )
  if (path === before.path) return fact
  const also = { path, times: (before.also?.times ?? 0) + 1 }
  if (also.times * 2 <= fact.times) return withOther(fact, also)
  return withOther({ ...fact, path }, { path: before.path, times: fact.times - also.times })
}

/** Most facts have nothing but these fields, and a new object of known fields is cheaper than a copy of an unknown one. */
function touchAgain(before: FileFact, touch: Touch, { entry, at }: FactOrigin): FileFact {
  const { path, named, also, git } = before
  const times = before.times + 1
  return named === undefined && also === undefined && git === undefined
    ? { entry, at, path, touch, times }
    : { ...before, entry, at, touch, times }
}

/** A change that git does not know of. */
function withoutGit(fact: FileFact): FileFact {
  const { git, ...others } = fact
  return others
}

/** Fields are named one by one: an engine gives every copy to which a field is added a shape of its own. */
function withName(fact: FileFact): FileFact {
  const { entry, at, path, touch, times, named, also } = fact
  if (named !== undefined) return fact
  if (fact.git !== undefined) return { ...fact, named: true }
  return { entry, at, path, touch, times, ...(also === undefined ? {} : { also }), named: true }
}

function withOther(fact: FileFact, also: NonNullable<FileFact['also']>): FileFact {
  const { entry, at, path, touch, times, named } = fact
  if (fact.also !== undefined || fact.git !== undefined) return { ...fact, also }
  return { entry, at, path, touch, times, ...(named === undefined ? {} : { named }), also }
}

/** A whole file written over a known one changes it; one written after a deletion is new. */
function strongest(before: Touch, touch: Touch): Touch {
  if (before === 'deleted') return touch === 'mentioned' ? before : touch
  if (touch === 'created' && (before === 'read' || before === 'changed')) return 'changed'
  return strength[touch] > strength[before] ? touch : before
}
