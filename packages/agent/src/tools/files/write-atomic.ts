import { randomUUID } from 'node:crypto'
import { constants, type Stats } from 'node:fs'
import { access, type FileHandle, lstat, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { checkOpened, type ToolPath } from '../locate-path.ts'
import { refuseSpecial } from './open-file.ts'

/** Writes a file whole or not at all: readers see the old bytes or the new, and an abort leaves nothing behind. */
export async function writeAtomic(place: ToolPath, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  const before = place.exists ? await lstat(place.path) : undefined
  if (before !== undefined) {
    refuseSpecial(before, place)
    await access(place.path, constants.W_OK)
  }
  const folder = dirname(place.path)
  await mkdir(folder, { recursive: true })
  signal.throwIfAborted()
  const temporary = join(folder, `.palimpsest-${randomUUID()}.tmp`)
  // Of a private file not even the draft may be read by others.
  const handle = await open(temporary, 'wx', before === undefined ? 0o666 : before.mode & 0o777)
  try {
    await checkOpened(handle.fd, { ...place, path: temporary, root: folder })
    await handle.writeFile(bytes, { signal })
    if (before !== undefined) await keepRights(handle, before)
    await handle.sync()
    await handle.close()
    signal.throwIfAborted()
    await rename(temporary, place.path)
  } catch (error) {
    await handle.close().catch(() => undefined)
    await rm(temporary, { force: true })
    throw error
  }
}

async function keepRights(handle: FileHandle, before: Stats): Promise<void> {
  const now = await handle.stat()
  // Only root may give files away; anyone else already owns what he may replace, or cannot help it.
  if (now.uid !== before.uid || now.gid !== before.gid)
    await handle.chown(before.uid, before.gid).catch(() => undefined)
  await handle.chmod(before.mode & 0o7777)
}
