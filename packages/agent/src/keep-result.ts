import { createHash } from 'node:crypto'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeWhole } from './config/write-whole.ts'

/** Keeps outputs of one conversation in a folder, each under the hash of its text: the same output is kept once. */
export function createResultKeeper(folder: string): (text: string) => Promise<string> {
  return async (text) => {
    await mkdir(folder, { recursive: true })
    const file = join(folder, `${createHash('sha256').update(text).digest('hex').slice(0, 32)}.txt`)
    writeWhole(file, text)
    return file
  }
}
