import { existsSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { UserError } from '../errors/user-error.ts'
import type { Io } from '../terminal/io.ts'

export interface DatabaseOptions {
  /** A file, or the URL of a Postgres database. @default state.db under the home folder */
  readonly db?: string
}

/** The folder that holds everything Palimpsest keeps. */
export function homeFolder(io: Io): string {
  return io.env.PALIMPSEST_HOME || join(homedir(), '.palimpsest')
}

/** Returns where the conversations are that a command works on. */
export function locationOf({ db }: DatabaseOptions, io: Io): string {
  if (db === undefined) return join(homeFolder(io), 'state.db')
  if (db.trim() === '')
    throw new UserError('--db is empty', { remedy: 'Name a database file, or leave out --db for the default one.' })
  // SQLite would follow it to a file that nothing here knows of, so it would be neither private nor kept from tools.
  if (db.startsWith('file:'))
    throw new UserError(`--db ${db} is an address, not a path`, { remedy: 'Name the file itself, such as state.db.' })
  return db
}

export function isPostgresUrl(location: string): boolean {
  return /^postgres(ql)?:\/\//i.test(location)
}

/** The files of a SQLite database, with all that SQLite puts beside it, which is where a link leads; absolute. */
export function databaseFiles(location: string): readonly string[] {
  if (isPostgresUrl(location)) return []
  const path = existsSync(location) ? realpathSync(location) : resolve(location)
  return ['', '-wal', '-shm', '-journal'].map((ending) => `${path}${ending}`)
}

/** Returns the absolute folder of this database's outputs too long to show, with a subfolder per conversation. */
export function resultsFolder(location: string, io: Io): string {
  return resolve(isPostgresUrl(location) ? homeFolder(io) : dirname(location), 'results')
}

/** Returns the folders of such outputs: beside the database, and at home, where an agent always keeps them. */
export function resultsFolders(options: DatabaseOptions, io: Io): readonly string[] {
  return [resultsFolder(locationOf(options, io), io), resolve(homeFolder(io), 'results')]
}

/** The location as it may be shown: without a password. */
export function shownLocation(location: string): string {
  return isPostgresUrl(location) ? location.replace(/^([^/]+\/\/[^:/?#]*):.*@/, '$1@').replace(/\?.*$/s, '') : location
}
