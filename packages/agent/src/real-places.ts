import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'

/** Resolves these paths, following links; one that does not exist yet is named by the folder it will be in. */
export function realPlaces(paths: readonly string[]): readonly string[] {
  return paths.map(realPlace)
}

function realPlace(path: string): string {
  try {
    return realpathSync.native(path)
  } catch {
    const above = dirname(path)
    return above === path ? path : join(realPlace(above), basename(path))
  }
}

/** True when a path is one of these places or in one. All are real; a file system may equate two spellings. */
export function isIn(places: readonly string[], path: string): boolean {
  return places.some((place) => {
    const way = relative(folded(place), folded(path))
    return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
  })
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
