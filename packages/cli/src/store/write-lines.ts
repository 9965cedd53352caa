import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Io } from '../terminal/io.ts'
import { UserError } from '../user-error.ts'

/** Writes lines to standard output, or to a file that is replaced whole or not at all. */
export async function writeLines(lines: AsyncIterable<string>, out: string | undefined, io: Io): Promise<void> {
  if (out === undefined || out === '-') {
    for await (const line of lines) io.out(line)
    return
  }
  const draft = `${out}.${randomUUID().slice(0, 8)}.part`
  try {
    await pipeline(Readable.from(lines), createWriteStream(draft))
    await rename(draft, out)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw isFileError(error) ? cannotWrite(out, error.code) : error
  }
}

function isFileError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string'
}

function cannotWrite(file: string, code: string): UserError {
  return new UserError(`${file} cannot be written (${code})`, {
    remedy: 'Check that the folder exists and may be written to.',
    exitCode: 1,
  })
}
