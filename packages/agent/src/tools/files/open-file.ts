import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { checkOpened, type ToolPath } from '../locate-path.ts'
import { ToolRefusal } from '../tool-refusal.ts'
import { askAboutNames, type LinkQuestion } from './other-names.ts'

/** Not to wait for a writer of a pipe, and not to follow a link put there since; Windows knows neither. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Opens a regular file for the work, and closes it again. Looked at before and after opening: it may change between.
 * The user alone may be shown any file; before a model reads one that may lie outside, the user is asked.
 */
export async function withFile<T>(
  place: ToolPath,
  reader: LinkQuestion | 'user',
  work: (handle: FileHandle, sizeBytes: number) => Promise<T>,
): Promise<T> {
  if (!place.exists) throw new ToolRefusal(`There is no file ${place.shown}.`)
  refuseSpecial(await lstat(place.path), place)
  const handle = await open(place.path, flags)
  try {
    const stats = await handle.stat()
    refuseSpecial(stats, place)
    await checkOpened(handle.fd, place)
    if (reader !== 'user') await askAboutNames(stats, place.shown, reader)
    return await work(handle, stats.size)
  } finally {
    await handle.close()
  }
}

/** Refuses all but regular files. */
export function refuseSpecial(stats: Stats, { shown }: Pick<ToolPath, 'shown'>): void {
  if (stats.isFile()) return
  if (stats.isDirectory()) throw new ToolRefusal(`${shown} is a folder. Use list_files to see what is in it.`)
  throw new ToolRefusal(`${shown} is not a regular file (a pipe, socket, device or link).`)
}
