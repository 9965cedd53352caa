import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { Failure } from '@palimpsest/core/store'

/** Creates the folder for a file, and those above it; what is created is accessible to the user only. */
export function makeFolderFor(file: string): void {
  try {
    make(dirname(file))
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException
    const message = `The folder for ${file} cannot be made (${code}). Name a file in a folder that you may write to.`
    throw new Failure('store/unavailable', message, { cause: 'read-only', retry: false }, error)
  }
}

/** One by one: Node's own recursion never ends where a system refuses a folder as missing, as `/proc` does. */
function make(folder: string): void {
  if (existsSync(folder)) return
  make(dirname(folder))
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
