import { isSuffixPath, normalisePath } from '../files/paths.ts'
import type { FileFact } from '../ledger.ts'
import type { BoundedFacts } from './bounded-facts.ts'

/** What git was told of the changes in files. */
export interface GitChanges {
  /** A file was touched. */
  note(fact: FileFact): void
  stage(paths: readonly string[] | 'all', where: string | undefined): void
  commit(): void
}

export function createGitChanges(bounded: BoundedFacts<FileFact>): GitChanges {
  // Files of which git does not have the last change: in a long conversation they are few among many.
  const dirty = new Set<string>()
  const note = (fact: FileFact) => {
    if (isDirty(fact)) dirty.add(fact.path)
  }
  for (const fact of bounded.values()) note(fact)
  return {
    note,
    stage: (paths, where) => {
      const isMeant = paths === 'all' ? insideOf(where) : namedBy(paths)
      for (const path of dirty) {
        const fact = bounded.get(path)
        if (fact === undefined || !isDirty(fact)) dirty.delete(path)
        else if (fact.git === undefined && isMeant(fact)) bounded.change(path, { ...fact, git: 'staged' })
      }
    },
    commit: () => {
      for (const path of dirty) {
        const fact = bounded.get(path)
        if (fact?.git !== 'staged') continue
        bounded.change(path, { ...fact, git: 'committed' })
        dirty.delete(path)
      }
    },
  }
}

/** True for a file that was written to. */
export function isWritten({ touch }: Pick<FileFact, 'touch'>): boolean {
  return touch !== 'read' && touch !== 'mentioned'
}

function isDirty(fact: FileFact): boolean {
  return fact.git !== 'committed' && isWritten(fact)
}

const isAbsolute = /^(?:\/|~|[A-Za-z]:)/

/** Files outside of the repository are not git's, so a file that may be outside does not count. */
function insideOf(where: string | undefined): (fact: FileFact) => boolean {
  const folder = where !== undefined && isAbsolute.test(where) ? `${normalisePath(where)}/` : undefined
  return ({ path, also }) => {
    const isRelative = !isAbsolute.test(path) || (also !== undefined && !isAbsolute.test(also.path))
    return isRelative || (folder === undefined ? !isTemporary.test(path) : path.startsWith(folder))
  }
}

const isTemporary = /^(?:\/tmp\/|\/var\/|\/private\/|~|\/(?:home|Users)\/[^/]{1,60}\/\.)/

function namedBy(paths: readonly string[]): (fact: FileFact) => boolean {
  const names = paths.map(normalisePath)
  const isNamed = (path: string) =>
    names.some(
      (name) => path === name || isSuffixPath(name, path) || `/${path}`.includes(`/${name.replace(/\/$/, '')}/`),
    )
  return ({ path, also }) => isNamed(path) || (also !== undefined && isNamed(also.path))
}
