import { stat } from 'node:fs/promises'
import type { SessionStore } from '@palimpsest/core'
import { openStore } from '../compose.ts'
import type { Io } from '../terminal/io.ts'
import { UserError } from '../user-error.ts'
import { type DatabaseOptions, isPostgresUrl, locationOf, shownLocation } from './location.ts'
import { storeError } from './store-error.ts'

export interface WithStoreOptions extends DatabaseOptions {
  /** Make the database where there is none. Without it a missing file is told, and none is made. */
  readonly create?: boolean
}

/** Opens the store, uses it and ends it, whatever happens; what fails in it is told in the user's words. */
export async function withStore<T>(
  options: WithStoreOptions,
  io: Io,
  use: (store: SessionStore) => Promise<T>,
): Promise<T> {
  const location = locationOf(options, io)
  if (!isPostgresUrl(location) && !options.create) await checkDatabase(location)
  try {
    const store = await openStore(location)
    try {
      return await use(store)
    } finally {
      await store.end()
    }
  } catch (error) {
    throw storeError(error, shownLocation(location))
  }
}

async function checkDatabase(file: string): Promise<void> {
  const info = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw missing(file)
    throw new UserError(`${file} cannot be opened (${error.code ?? 'unknown error'})`, {
      remedy: 'Check the permissions of the file and of the folders above it.',
    })
  })
  if (info.isDirectory()) throw new UserError(`${file} is a folder`, { remedy: 'Name the database file inside it.' })
}

function missing(file: string): UserError {
  return new UserError(`there is no database at ${file}`, {
    remedy: 'Name it with --db, or fill one: palimpsest sessions import session.jsonl',
  })
}
