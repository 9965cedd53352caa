import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync, type Stats } from 'node:fs'
import { isAbsolute, relative, sep } from 'node:path'
import { isIn } from '../real-places.ts'

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

/** The area where files may be read. */
export interface Inside {
  /** A real path. */
  readonly root: string
  /** Real paths that are left out, wherever they lie. */
  readonly offLimits: readonly string[]
  /** All paths that may be read: a file that has other names besides may lie outside. */
  readonly names: readonly string[]
}

/** Reads at most `maxBytes` of a text file, and only if it really is inside. */
export function readInside(path: string, { root, offLimits, names }: Inside, maxBytes: number): ReadInside {
  if (lstatSync(path, { throwIfNoEntry: false }) === undefined) return { kind: 'absent' }
  try {
    const real = realpathSync(path)
    if (!isInside(real, root)) return { kind: 'refused', reason: 'it is a link that leads out of the workspace' }
    if (isIn(offLimits, real)) return { kind: 'refused', reason: 'it belongs to Palimpsest itself' }
    return readStart(real, names, maxBytes)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error)) throw error
    return { kind: 'refused', reason: `it cannot be read (${error.code})` }
  }
}

/** `CLAUDE.md` may well be another name of `AGENTS.md`. */
function hasNamesElsewhere({ nlink, dev, ino }: Stats, names: readonly string[]): boolean {
  if (nlink <= 1) return false
  const same = names.filter((name) => {
    const stats = lstatSync(name, { throwIfNoEntry: false })
    return stats?.dev === dev && stats.ino === ino
  })
  return same.length < nlink
}

/** Both paths must be real. */
export function isInside(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Not following a link made since, and not waiting at a pipe for someone to write. */
const openFlags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)

function readStart(real: string, names: readonly string[], maxBytes: number): ReadInside {
  const file = openSync(real, openFlags)
  try {
    const info = fstatSync(file)
    if (info.isDirectory()) return { kind: 'absent' }
    if (!info.isFile()) return { kind: 'refused', reason: 'it is not a regular file' }
    if (hasNamesElsewhere(info, names))
      return { kind: 'refused', reason: 'it is a hard link, and the same file may lie outside the workspace' }
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
