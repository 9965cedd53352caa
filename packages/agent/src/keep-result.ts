import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeSmallFile } from './config/write-small-file.ts'

/** The location of a kept output. */
export interface KeptResult {
  /** Absolute. */
  readonly path: string
  /** Its name in the folder of the conversation. */
  readonly file: string
}

/** Keeps outputs of one conversation in a folder, each under the hash of its text: the same output is kept once. */
export function createResultKeeper(folder: string): (text: string) => Promise<KeptResult> {
  return async (text) => {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const file = `${createHash('sha256').update(text).digest('hex').slice(0, 32)}.txt`
    const path = join(folder, file)
    writeSmallFile(path, text)
    return { path, file }
  }
}
