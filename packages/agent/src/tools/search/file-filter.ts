import type { ToolPath } from '../locate-path.ts'
import { eachFile } from './ripgrep.ts'

export interface FilterOptions {
  readonly globs: readonly string[]
  readonly isIgnoredIncluded: boolean
}

/** Options of ripgrep that choose files. */
export function filterOptions({ globs, isIgnoredIncluded }: FilterOptions): readonly string[] {
  return [...globs.map((glob) => `--glob=${glob}`), ...(isIgnoredIncluded ? ['--no-ignore'] : [])]
}

/** Creates a test for selected files. Globs of ripgrep bring back what git ignores, so that is checked apart. */
export async function fileFilter(
  place: ToolPath,
  { globs, isIgnoredIncluded }: FilterOptions,
  signal: AbortSignal,
): Promise<(path: string) => boolean> {
  if (isIgnoredIncluded || globs.every((glob) => glob.startsWith('!'))) return () => true
  const allowed = new Set<string>()
  await eachFile(place, [], (path) => allowed.add(path) !== undefined, signal)
  return (path) => allowed.has(path)
}
