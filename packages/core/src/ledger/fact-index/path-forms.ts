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
