import { constants, open, stat } from 'node:fs/promises'
import type { GatewayStore } from '@palimpsest/core/store'
import { openStore } from '../compose.ts'
import { interruption, UserError } from '../errors/user-error.ts'
import { type DatabaseOptions, isPostgresUrl, locationOf, shownLocation } from '../home/location.ts'
import type { Io } from '../terminal/io.ts'
import { storeError } from './store-error.ts'

export interface WithStoreOptions extends DatabaseOptions {
  /** Create the database if there is none. Without it a missing file is reported, and none is created. */
  readonly create?: boolean
  /** A file that does not begin like a database is a damaged one, rather than bad input. */
  readonly mayBeDamaged?: boolean
}

/** Opens the store, uses it and closes it, whatever happens; failures are reported in the user's terms. */
export async function withStore<T>(
  options: WithStoreOptions,
  io: Io,
  use: (store: GatewayStore) => Promise<T>,
): Promise<T> {
  const location = locationOf(options, io)
  if (!isPostgresUrl(location)) {
    if (!options.create) await checkDatabase(location)
    if (!options.mayBeDamaged) await checkBeginning(location)
  }
  const interrupt = listen(io.interrupted)
  try {
    const store = await openStore(location, { existing: !options.create })
    try {
      // What writes looks at the signal itself, between two writes, so that it can tidy up.
      return await (options.create ? use(store) : Promise.race([use(store), interrupt.came]))
    } finally {
      await store.end()
    }
  } catch (error) {
    throw storeError(error, shownLocation(location))
  } finally {
    interrupt.forget()
  }
}

interface Interrupt {
  readonly came: Promise<never>
  forget(): void
}

/** As long as somebody listens, the process is not ended under the thread that has the file open. */
function listen(signal: AbortSignal): Interrupt {
  let forget = () => {}
  const came = new Promise<never>((_, reject) => {
    const stop = () => reject(interruption('Run the command again to finish it.'))
    signal.addEventListener('abort', stop)
    forget = () => signal.removeEventListener('abort', stop)
  })
  came.catch(() => undefined)
  return { came, forget }
}

async function checkDatabase(file: string): Promise<void> {
  const info = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT' || error.code === 'ENOTDIR') throw missing(file)
    throw new UserError(`${file} cannot be opened (${error.code ?? 'unknown error'})`, {
      remedy: 'Check the permissions of the file and of the folders above it.',
    })
  })
  if (info.isDirectory()) throw folder(file)
  if (info.isFile() && info.size === 0) throw empty(file)
}

const beginning = 'SQLite format 3\0'

/** Checks the header: most likely another file was named by mistake. An unreadable file is reported on opening. */
async function checkBeginning(file: string): Promise<void> {
  // Nobody waits for the writer of a pipe; Windows has none.
  const handle = await open(file, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0)).catch(() => undefined)
  if (handle === undefined) return
  try {
    const info = await handle.stat()
    if (info.isDirectory()) throw folder(file)
    if (!info.isFile()) throw noDatabase(file)
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(beginning.length), 0, beginning.length, 0)
    if (bytesRead > 0 && buffer.toString('latin1') !== beginning) throw noDatabase(file)
  } finally {
    await handle.close()
  }
}

function folder(file: string): UserError {
  return new UserError(`${file} is a folder`, { remedy: 'Name the database file inside it.' })
}

function noDatabase(file: string): UserError {
  return new UserError(`${file} is not a database`, {
    remedy: 'Check that --db names a Palimpsest database; if it was one, bring back a backup.',
  })
}

/** SQLite would take it for a new database and write one into it. */
function empty(file: string): UserError {
  return new UserError(`${file} is empty: there is no database in it, and none was made`, {
    remedy: 'Name another with --db, bring back a backup, or fill it: palimpsest sessions import session.jsonl',
  })
}

function missing(file: string): UserError {
  return new UserError(`there is no database at ${file}`, {
    remedy: 'Name it with --db, or fill one: palimpsest sessions import session.jsonl',
  })
}
