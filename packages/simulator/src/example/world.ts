/** One line of a file that a search found. */
export interface StoryHit {
  readonly path: string
  readonly line: number
  readonly text: string
}

/** The invented repository: what is on its disk, what git knows of it, and which of its tests fail just now. */
export interface World {
  read(path: string): string | undefined
  write(path: string, text: string): void
  remove(path: string): void
  /** Replaces the one occurrence of `old`; false when there is none. */
  patch(path: string, old: string, fresh: string): boolean
  /** Every path under a folder, sorted. */
  paths(under?: string): readonly string[]
  search(needle: string, under?: string): readonly StoryHit[]
  /** The line on which a text first appears, counted from 1. */
  lineOf(path: string, needle: string): number
  /** The differences from the last commit, as `git status --short` marks them. */
  changes(): readonly (readonly [mark: string, path: string])[]
  commit(sha: string, message: string): void
  /** Takes every file back to the last commit. */
  restore(): void
  history(): readonly (readonly [sha: string, message: string])[]
  /** Test title → why it fails. */
  readonly failing: Map<string, string>
}

/** A world whose disk and first commit hold these files. */
export function createWorld(files: ReadonlyMap<string, string>): World {
  const disk = new Map(files)
  const head = new Map(files)
  const touched = new Set<string>()
  const commits: [string, string][] = []
  const write = (path: string, text: string) => {
    touched.add(path)
    disk.set(path, text)
  }
  return {
    ...reading(disk),
    write,
    remove: (path) => {
      touched.add(path)
      disk.delete(path)
    },
    patch: (path, old, fresh) => {
      const text = disk.get(path)
      if (text?.includes(old) !== true) return false
      write(
        path,
        text.replace(old, () => fresh),
      )
      return true
    },
    changes: () => changes(disk, head, touched),
    commit: (sha, message) => {
      settle(touched, disk, head)
      commits.push([sha, message])
    },
    restore: () => settle(touched, head, disk),
    history: () => commits.toReversed(),
    failing: new Map(),
  }
}

function reading(disk: ReadonlyMap<string, string>): Pick<World, 'read' | 'paths' | 'search' | 'lineOf'> {
  const paths = (under = '') => [...disk.keys()].filter((path) => path.startsWith(under)).sort()
  return {
    paths,
    read: (path) => disk.get(path),
    search: (needle, under) => paths(under).flatMap((path) => hits(path, disk.get(path) ?? '', needle)),
    lineOf: (path, needle) => {
      const text = disk.get(path) ?? ''
      return text.slice(0, Math.max(0, text.indexOf(needle))).split('\n').length
    },
  }
}

function hits(path: string, text: string, needle: string): readonly StoryHit[] {
  if (!text.includes(needle)) return []
  return text
    .split('\n')
    .flatMap((line, index) => (line.includes(needle) ? [{ path, line: index + 1, text: line.trim() }] : []))
}

function changes(
  disk: ReadonlyMap<string, string>,
  head: ReadonlyMap<string, string>,
  touched: ReadonlySet<string>,
): readonly (readonly [string, string])[] {
  return [...touched].sort().flatMap((path): readonly (readonly [string, string])[] => {
    if (disk.get(path) === head.get(path)) return []
    if (!head.has(path)) return [['??', path]]
    return [[disk.has(path) ? ' M' : ' D', path]]
  })
}

function settle(touched: Set<string>, from: ReadonlyMap<string, string>, to: Map<string, string>): void {
  for (const path of touched) {
    const text = from.get(path)
    if (text === undefined) to.delete(path)
    else to.set(path, text)
  }
  touched.clear()
}
