import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { UserError } from '../errors/user-error.ts'
import type { Io } from '../terminal/io.ts'

/** A transcript takes about ten times its size in memory while it is read. */
export const defaultMaxMegabytes = 100

const megabyte = 1_000_000

/** Reads a file, or standard input for `-`, as UTF-8 text of bounded size. */
export async function readText(file: string, io: Io, maxMegabytes = defaultMaxMegabytes): Promise<string> {
  const maxBytes = maxMegabytes * megabyte
  if (file !== '-') await checkFile(file, maxBytes)
  return decode(file, await collect(file, file === '-' ? io.stdin : createReadStream(file), maxBytes))
}

/** Throws what is wrong with a file before anything of it is read. */
export async function checkFile(file: string, maxBytes = Number.POSITIVE_INFINITY): Promise<void> {
  const info = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw fileError(file, error)
  })
  if (info.isDirectory()) throw new UserError(`${file} is a folder`, { remedy: 'Name a transcript file inside it.' })
  if (info.size > maxBytes) throw tooLarge(file, info.size, maxBytes)
}

function fileError(file: string, error: NodeJS.ErrnoException): UserError {
  if (error.code === 'ENOENT') return new UserError(`${file} does not exist`, { remedy: 'Check the path.' })
  if (error.code === 'EACCES') return new UserError(`${file} may not be read`, { remedy: 'Check its permissions.' })
  return new UserError(`${file} cannot be read (${error.code ?? 'unknown error'})`)
}

function tooLarge(file: string, bytes: number, maxBytes: number): UserError {
  const size = `${Math.round(bytes / megabyte)} MB`
  return new UserError(`${file} is too large: ${size}, at most ${maxBytes / megabyte} MB are read`, {
    remedy: 'Split the file, or raise the limit with --max-mb (it takes about ten times as much memory).',
  })
}

async function collect(file: string, chunks: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const collected: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      bytes += chunk.length
      if (bytes > maxBytes) throw tooLarge(file, bytes, maxBytes)
      collected.push(chunk)
    }
  } catch (error) {
    throw error instanceof UserError ? error : fileError(file, error as NodeJS.ErrnoException)
  }
  return Buffer.concat(collected)
}

function decode(file: string, bytes: Uint8Array): string {
  if (bytes.length === 0)
    throw new UserError(`${file} is empty`, {
      remedy: 'Give a transcript: a JSON file, or JSONL with one message a line.',
    })
  if (bytes.includes(0)) {
    throw new UserError(`${file}:${lineAt(bytes, bytes.indexOf(0))}: this is a binary file, not a transcript`, {
      remedy: 'Give a JSON or JSONL file in UTF-8.',
    })
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UserError(`${file}:${firstBadLine(bytes)}: this is not UTF-8 text`, {
      remedy: 'Save the file as UTF-8, or check that it is a transcript.',
    })
  }
}

function lineAt(bytes: Uint8Array, offset: number): number {
  return bytes.subarray(0, offset).reduce((line, byte) => (byte === 10 ? line + 1 : line), 1)
}

function firstBadLine(bytes: Uint8Array): number {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  for (let line = 1, start = 0; start < bytes.length; line++) {
    const newline = bytes.indexOf(10, start)
    const end = newline === -1 ? bytes.length : newline
    try {
      decoder.decode(bytes.subarray(start, end))
    } catch {
      return line
    }
    start = end + 1
  }
  return 1
}
