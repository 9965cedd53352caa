import { createHash, randomUUID } from 'node:crypto'
import { closeSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { systemCode, systemWords } from '../tool-refusal.ts'

/** The result of keeping an output. */
export type KeptOutput =
  | {
      readonly kind: 'kept'
      readonly path: string
      /** Its name in the folder. */
      readonly file: string
      readonly bytes: number
      readonly isWhole: boolean
    }
  | { readonly kind: 'lost'; readonly reason: string }

/** A file that takes an output as it comes, named after its content when it is whole. */
export interface OutputFile {
  add(chunk: Buffer): void
  /** Puts it in place. */
  keep(): KeptOutput
  /** Leaves nothing behind. */
  discard(): void
}

/** More is an endless stream rather than an answer. */
const mostBytes = 64 * 1024 * 1024

/** Starts such a file. It writes at once: a command that says more than the disk can take has to wait. */
export function createOutputFile(folder: string): OutputFile {
  const temporary = join(folder, `.palimpsest-${randomUUID()}.tmp`)
  const hash = createHash('sha256')
  let fd: number | undefined
  let bytes = 0
  let isWhole = true
  let lost: string | undefined
  const close = (): void => {
    if (fd !== undefined) closeSync(fd)
    fd = undefined
  }
  const discard = (): void => {
    try {
      close()
      rmSync(temporary, { force: true })
    } catch (error) {
      // Where nothing could be written, there is nothing to take away.
      if (systemCode(error) === undefined) throw error
    }
  }
  const guarded = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      const code = systemCode(error)
      if (code === undefined) throw error
      lost = systemWords(code)
      discard()
    }
  }
  guarded(() => {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    fd = openSync(temporary, 'wx', 0o600)
  })
  return {
    add(chunk) {
      const piece = chunk.subarray(0, Math.max(0, mostBytes - bytes))
      if (piece.length < chunk.length) isWhole = false
      guarded(() => writeAll(fd, piece))
      if (lost !== undefined) return
      hash.update(piece)
      bytes += piece.length
    },
    keep() {
      const file = `terminal-${hash.digest('hex').slice(0, 32)}.txt`
      const path = join(folder, file)
      guarded(() => {
        close()
        if (lost === undefined) renameSync(temporary, path)
      })
      return lost === undefined ? { kind: 'kept', path, file, bytes, isWhole } : { kind: 'lost', reason: lost }
    },
    discard,
  }
}

function writeAll(fd: number | undefined, piece: Buffer): void {
  if (fd === undefined) return
  for (let at = 0; at < piece.length; ) at += writeSync(fd, piece, at)
}
