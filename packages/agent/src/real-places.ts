import { realpathSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative, sep } from 'node:path'

/** Where these places really are, links followed; what is not there yet is named by what it will lie in. */
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

/** Whether a path is one of these places or lies in one. All are real; a file system may take two spellings for one. */
export function isIn(places: readonly string[], path: string): boolean {
  return places.some((place) => {
    const way = relative(folded(place), folded(path))
    return way === '' || !(way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way))
  })
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase()
}
