import { posix } from 'node:path'

/** Folders of a package that depend on each other. */
export interface FolderCircle {
  /** In alphabetical order, e.g. `core/message core/models core/tokens core/wire`. */
  readonly folders: string
  /** Imports without which there would be no circle, as `file -> file`. */
  readonly closedBy: readonly string[]
}

interface FolderImport {
  readonly from: string
  readonly to: string
  readonly files: string
}

/**
 * The circles among the folders right below each `src`, by imports of any kind: values, types, and what is loaded late.
 * Files beside the folders belong to none of them. A door (`index.ts`) only passes on, so what it imports does not count.
 */
export function folderCircles(texts: Readonly<Record<string, string>>): readonly FolderCircle[] {
  const imports = circling(Object.entries(texts).flatMap(([path, text]) => folderImports(path, text)))
  const reach = reachable(imports)
  const circles = new Map<string, readonly FolderImport[]>()
  for (const each of imports) {
    const folders = [...(reach.get(each.from) ?? [])].toSorted().join(' ')
    circles.set(folders, [...(circles.get(folders) ?? []), each])
  }
  return [...circles].map(([folders, within]) => ({ folders, closedBy: closing(within) }))
}

function folderImports(path: string, text: string): readonly FolderImport[] {
  const from = folderOf(path)
  if (from === undefined || path.endsWith('/index.ts')) return []
  return [...text.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].flatMap(([, name = '']) => {
    const target = posix.join(posix.dirname(path), name)
    const to = folderOf(target)
    return to === undefined || to === from ? [] : [{ from, to, files: `${path} -> ${target}` }]
  })
}

function folderOf(path: string): string | undefined {
  const [, name, folder] = /^packages\/([^/]+)\/src\/([^/]+)\//.exec(path) ?? []
  return folder === undefined ? undefined : `${name}/${folder}`
}

/** Those that lie on a circle: what they lead to leads back. */
function circling(imports: readonly FolderImport[]): readonly FolderImport[] {
  const reach = reachable(imports)
  return imports.filter(({ from, to }) => reach.get(to)?.has(from))
}

/** Each folder that imports another, with all that it depends on in the end. */
function reachable(imports: readonly FolderImport[]): ReadonlyMap<string, ReadonlySet<string>> {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of imports) next.set(from, (next.get(from) ?? new Set()).add(to))
  const collect = (folder: string, seen: Set<string>) => {
    for (const to of next.get(folder) ?? []) if (!seen.has(to)) collect(to, seen.add(to))
    return seen
  }
  return new Map([...next.keys()].map((folder) => [folder, collect(folder, new Set())]))
}

/** Where few imports lead from one folder to another, they are the ones to move; so it goes on until no circle is left. */
function closing(imports: readonly FolderImport[]): readonly string[] {
  const between = (one: FolderImport) => imports.filter(({ from, to }) => from === one.from && to === one.to)
  const [weakest] = imports.map(between).toSorted((a, b) => a.length - b.length)
  if (weakest === undefined) return []
  const rest = circling(imports.filter((each) => !weakest.includes(each)))
  return [...weakest.map(({ files }) => files), ...closing(rest)]
}
