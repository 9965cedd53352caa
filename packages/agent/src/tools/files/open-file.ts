import { constants, type Stats } from 'node:fs'
import { type FileHandle, lstat, open } from 'node:fs/promises'
import { checkOpened, type Place } from '../locate.ts'
import { Refusal } from '../refusal.ts'
import { type Asking, askAboutNames } from './other-names.ts'

/** Not to wait for a writer of a pipe, and not to follow a link put there since; Windows knows neither. */
const flags = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | (constants.O_NOFOLLOW ?? 0)

/**
 * Opens a regular file for the work, and closes it again. Looked at before and after opening: it may change between.
 * The user alone may be shown any file; before a model reads one that may lie outside, the user is asked.
 */
export async function withFile<T>(
  place: Place,
  reader: Asking | 'user',
  work: (handle: FileHandle, sizeBytes: number) => Promise<T>,
): Promise<T> {
  if (!place.exists) throw new Refusal(`There is no file ${place.shown}.`)
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
export function refuseSpecial(stats: Stats, { shown }: Pick<Place, 'shown'>): void {
  if (stats.isFile()) return
  if (stats.isDirectory()) throw new Refusal(`${shown} is a folder. Use list_files to see what is in it.`)
  throw new Refusal(`${shown} is not a regular file (a pipe, socket, device or link).`)
}
