import { randomUUID } from 'node:crypto'
import { createWriteStream, type Stats } from 'node:fs'
import { access, chmod, constants, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { UserError } from '../errors/user-error.ts'

/**
 * Replaces a file whole or not at all, and keeps its rights. A link is followed, so that it stays one. A device or a
 * pipe is written to: putting a file in its place would take it from everybody.
 */
export async function writeWholeFile(file: string, pieces: Iterable<string> | AsyncIterable<string>): Promise<void> {
  try {
    const before = await stat(file).catch(() => undefined)
    if (before === undefined || before.isFile()) await replace(file, before, pieces)
    else await pipeline(Readable.from(pieces), createWriteStream(file))
  } catch (error) {
    throw isFileError(error) ? cannotWrite(file, error.code) : error
  }
}

/** Says at once what would keep a file from being written, before long work is done for it. */
export async function refuseUnwritable(file: string): Promise<void> {
  const before = await stat(file).catch(() => undefined)
  if (before?.isDirectory()) throw cannotWrite(file, 'EISDIR')
  const touched = before === undefined || before.isFile() ? dirname(before ? await realpath(file) : file) : file
  await access(touched, constants.W_OK).catch((error) => {
    throw isFileError(error) ? cannotWrite(file, error.code) : error
  })
}

async function replace(
  file: string,
  before: Stats | undefined,
  pieces: Iterable<string> | AsyncIterable<string>,
): Promise<void> {
  const target = before === undefined ? file : await realpath(file)
  const draft = `${target}.${randomUUID().slice(0, 8)}.part`
  try {
    // Of a private file not even the draft may be read by others.
    await pipeline(
      Readable.from(pieces),
      createWriteStream(draft, { flags: 'wx', mode: before === undefined ? 0o666 : before.mode & 0o777 }),
    )
    if (before !== undefined) await chmod(draft, before.mode & 0o777)
    await rename(draft, target)
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined)
    throw error
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
