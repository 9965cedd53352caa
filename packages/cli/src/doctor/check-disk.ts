import { access, constants, stat, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { codeOf, type DoctorCheck, fail, ok, warn } from './doctor-check.ts'

/** Below this a long session may not be kept. */
const leastBytes = 100_000_000
const scarceBytes = 1_000_000_000

/** Checks that the home folder is writable, and how much space is left there. */
export async function checkDisk(home: string): Promise<DoctorCheck> {
  try {
    const folder = await nearestFolder(home)
    await access(folder, constants.W_OK)
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    const message = `${bytesText(free)} free at ${home}`
    if (free < leastBytes) return fail('disk', message, 'Make room: conversations could not be kept.')
    return free < scarceBytes ? warn('disk', message, 'Make room before long sessions.') : ok('disk', message)
  } catch (error) {
    return fail(
      'disk',
      `${home} cannot be written (${codeOf(error)})`,
      'Check its permissions, or set PALIMPSEST_HOME.',
    )
  }
}

/** The folder itself, or the nearest one above that exists: what is missing is made when it is needed. */
export async function nearestFolder(path: string): Promise<string> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  if (found === undefined && dirname(path) !== path) return nearestFolder(dirname(path))
  if (found?.isDirectory()) return path
  throw new Error(`${path} is not a folder`)
}

export function bytesText(bytes: number): string {
  if (bytes < 1_000_000) return `${Math.ceil(bytes / 1_000)} KB`
  return bytes < 1_000_000_000 ? `${Math.round(bytes / 1_000_000)} MB` : `${(bytes / 1_000_000_000).toFixed(1)} GB`
}
