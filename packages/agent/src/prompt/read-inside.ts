import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'

/** The start of a file, or why it is not read. */
export type ReadInside =
  | {
      readonly kind: 'read'
      readonly real: string
      readonly text: string
      readonly bytes: number
      readonly isCut: boolean
    }
  | { readonly kind: 'absent' }
  | { readonly kind: 'refused'; readonly reason: string }

/** Reads at most `maxBytes` of a text file, and only if it really is inside `root`, which must be a real path. */
export function readInside(path: string, root: string, maxBytes: number): ReadInside {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { kind: 'absent' }
  try {
    const real = realpathSync(path)
    if (!isInside(real, root)) return { kind: 'refused', reason: 'it is a link that leads out of the workspace' }
    return readStart(real, maxBytes)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { kind: 'refused', reason: `it cannot be read (${error.code})` }
  }
}

/** Both paths must be real. */
export function isInside(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Not following a link made since, and not waiting at a pipe for someone to write. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

function readStart(real: string, maxBytes: number): ReadInside {
  const file = openSync(real, openFlags)
  try {
    const info = fstatSync(file)
    if (info.isDirectory()) return { kind: 'absent' }
    if (!info.isFile()) return { kind: 'refused', reason: 'it is not a regular file' }
    const buffer = Buffer.alloc(Math.min(maxBytes, info.size))
    const length = readSync(file, buffer, 0, buffer.length, 0)
    const isCut = info.size > length
    const text = new TextDecoder('utf-8').decode(buffer.subarray(0, length), { stream: isCut })
    if (text.includes('\0')) return { kind: 'refused', reason: 'it is not text' }
    return { kind: 'read', real, text, bytes: info.size, isCut }
  } finally {
    closeSync(file)
  }
}
