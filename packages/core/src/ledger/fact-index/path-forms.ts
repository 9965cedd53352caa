/** A file in an index: its path, and a word on what was done to it. */
export interface ListedPath {
  readonly path: string
  readonly note?: string
}

/** A folder that a path lies in, with its closing slash: `/a/b/` is `b` in `/a/`. */
interface Folder {
  readonly path: string
  readonly name: string
  readonly parent: string
}

/** The folders of a path, the outermost first. */
export type FoldersOf = (path: string) => readonly Folder[]

/** Takes paths apart, each once: an index is written several times until it fits. */
export function createFoldersOf(): FoldersOf {
  const known = new Map<string, readonly Folder[]>()
  return (path) => {
    const folders = known.get(path) ?? foldersOf(path)
    known.set(path, folders)
    return folders
  }
}

function foldersOf(path: string): readonly Folder[] {
  const folders: Folder[] = []
  let parent = path.slice(0, 1)
  for (let slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
    const folder = path.slice(0, slash + 1)
    folders.push({ path: folder, name: folder.slice(parent.length, -1), parent })
    parent = folder
  }
  return folders
}

/** The folder that most of the paths share, if naming it once is shorter; with its closing slash. */
export function commonRoot(paths: readonly string[], folders: FoldersOf): string {
  const counts = new Map<string, number>()
  for (const path of paths) {
    // Below any other folder paths would not look as if they were below a root.
    if (!path.startsWith('/') && !path.startsWith('~')) continue
    for (const folder of folders(path)) counts.set(folder.path, (counts.get(folder.path) ?? 0) + 1)
  }
  let best = ''
  let saved = 0
  for (const [folder, count] of counts) {
    // What is said once for all paths below costs itself once.
    const saves = (count - 1) * folder.length - 30
    if (saves > saved) {
      best = folder
      saved = saves
    }
  }
  return best
}

/**
 * Resolves relative paths as far as the absolute ones allow: `src/a.ts` is below the one folder whose `src` is in
 * use.
 */
export function resolver(paths: readonly string[], folders: FoldersOf): (path: string) => string {
  const parents = new Map(paths.filter(isRelative).map((path) => [topFolder(path), new Map<string, number>()]))
  for (const path of parents.size === 0 ? [] : paths) {
    if (!path.startsWith('/')) continue
    for (const { name, parent } of folders(path)) {
      const known = parents.get(name)
      known?.set(parent, (known.get(parent) ?? 0) + 1)
    }
  }
  return (path) => {
    const known = isRelative(path) ? parents.get(topFolder(path)) : undefined
    const [parent = '', uses = 0] = known?.size === 1 ? ([...known][0] ?? []) : []
    return uses < leastUses ? path : `${parent}${path}`
  }
}

function topFolder(path: string): string {
  return path.slice(0, path.indexOf('/'))
}

/** One absolute path may lie anywhere; with two the folder is a place of work. */
const leastUses = 2

function isRelative(path: string): boolean {
  return /^[^/~.\\]/.test(path) && !/^[A-Za-z]:/.test(path) && path.includes('/')
}

/** Paths below `root` without it, grouped by folder: `src/{a.ts,b.ts}`. The order of folders is that of their first path. */
export function foldPaths(paths: readonly ListedPath[], root: string): readonly string[] {
  const folders = new Map<string, string[]>()
  for (const { path, note } of paths) {
    const short = root === '' ? path : belowRoot(path, root)
    const cut = short.lastIndexOf('/') + 1
    const name = note === undefined ? short.slice(cut) : `${short.slice(cut)} (${note})`
    const names = folders.get(short.slice(0, cut))
    if (names === undefined) folders.set(short.slice(0, cut), [name])
    else names.push(name)
  }
  return [...folders].map(([folder, names]) => foldedFolder(folder, names))
}

/** A path outside the root must not look as if it were below it. */
function belowRoot(path: string, root: string): string {
  if (path.startsWith(root)) return path.slice(root.length)
  return /^(?:[/~]|\.\.?[/\\]|[A-Za-z]:)/.test(path) ? path : `./${path}`
}

function foldedFolder(folder: string, names: readonly string[]): string {
  if (folder === '') return names.join(', ')
  return names.length === 1 ? `${folder}${names[0]}` : `${folder}{${names.join(', ')}}`
}
