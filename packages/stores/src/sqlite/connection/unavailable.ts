import { Failure, type Failures, isFailure } from '@palimpsest/core/store'

type Unavailable = Failures['store/unavailable']

interface Explanation extends Unavailable {
  readonly text: string
}

/** SQLite's primary result codes that say something about the file rather than about our SQL. */
const explanations: Readonly<Record<number, Explanation>> = {
  5: { cause: 'busy', retry: true, text: 'another process holds its lock. Wait a moment and try again' },
  6: { cause: 'busy', retry: true, text: 'another connection holds its lock. Wait a moment and try again' },
  8: {
    cause: 'read-only',
    retry: false,
    text: 'it cannot be written. Check the permissions of the file and its folder',
  },
  10: { cause: 'unreachable', retry: true, text: 'reading or writing the disk failed. Check the disk, then try again' },
  11: {
    cause: 'corrupt',
    retry: false,
    text: 'it is damaged. Restore it from a backup, or recover it with "sqlite3 FILE .recover"',
  },
  13: { cause: 'full', retry: true, text: 'there is no space left. Free space on the disk, then try again' },
  14: {
    cause: 'unreachable',
    retry: false,
    text: 'it cannot be opened. Check that its folder exists and may be entered',
  },
  26: {
    cause: 'corrupt',
    retry: false,
    text: 'it is not a SQLite database. Name another file, or restore it from a backup',
  },
}

/** Says in our words what SQLite could not do with the file; what is not about the file comes back as it is. */
export function explainSqliteError(error: unknown, path: string): unknown {
  if (isFailure(error)) return error
  const explanation = isDamagedIndex(error) ? damagedIndex : (otherTables(error) ?? explanations[codeOf(error) & 0xff])
  if (explanation === undefined) return error
  const { cause, retry, text } = explanation
  return new Failure('store/unavailable', `The session store ${path} is unavailable: ${text}.`, { cause, retry }, error)
}

/** SQLite's own code for a damaged virtual table: of ours, that is the search index. */
const damagedIndexCode = 267
const damagedIndex = {
  cause: 'corrupt',
  retry: false,
  text: 'its search index is damaged. Rebuild it with "palimpsest verify --repair"',
} as const satisfies Explanation

/** FTS5 reports some damage in words alone. */
function isDamagedIndex(error: unknown): boolean {
  return codeOf(error) === damagedIndexCode || (error instanceof Error && error.message.startsWith('fts5: corrupt'))
}

/** Our SQL fits every file we wrote, so these mean that others removed, added or linked tables and rows. */
const otherStructure =
  /^(?:no such (?:table|column): |duplicate column name: |(?:table|index) \S+ already exists|table \S+ has no column named |(?:FOREIGN KEY|NOT NULL) constraint failed|UNIQUE constraint failed: run\.)/

function otherTables(error: unknown): Explanation | undefined {
  if (!(error instanceof Error && otherStructure.test(error.message))) return undefined
  const text = `its tables are not as Palimpsest makes them (${error.message}). Restore it from a backup`
  return { cause: 'corrupt', retry: false, text }
}

/** Returns true when work failed for what the file holds, not because the file could not be reached. */
export function isDamage(error: unknown): boolean {
  return !isFailure(error, 'store/unavailable') || error.detail.cause === 'corrupt'
}

/** SQLite's codes for a row whose id, or whose key, exists already. */
const takenCodes: readonly number[] = [1555, 2067]

/** Returns true when a write failed because its id is taken. */
export function isTaken(error: unknown): boolean {
  return takenCodes.includes(codeOf(error))
}

/** There is nothing at the place where a store was said to be. */
export function noStore(path: string): Failure<'store/unavailable'> {
  const message = `There is no session store in ${path}: the file is missing or empty. Name another, or begin one in it.`
  return new Failure('store/unavailable', message, { cause: 'unreachable', retry: false })
}

/** A database that is not ours. */
export function foreignFile(path: string): Failure<'store/unavailable'> {
  const message = `${path} is the database of another program. Name another file for the session store.`
  return new Failure('store/unavailable', message, { cause: 'corrupt', retry: false })
}

/** The failure of a store whose file was written by a newer version of this package. */
export function newerSchema(path: string, found: number, known: number): Failure<'store/unavailable'> {
  const text = `its format is version ${found}, and this program knows up to ${known}. Update Palimpsest`
  return new Failure('store/unavailable', `The session store ${path} is unavailable: ${text}.`, {
    cause: 'newer',
    retry: false,
  })
}

export function closedStore(path: string): Failure<'store/unavailable'> {
  return new Failure('store/unavailable', `The session store ${path} was closed. Open it again to use it.`, {
    cause: 'closed',
    retry: false,
  })
}

/** SQLite's result code, whose low byte is the primary one; drivers of this interface call it `errcode`, or leave it out. */
function codeOf(error: unknown): number {
  if (!(error instanceof Error)) return 0
  if ('errcode' in error && typeof error.errcode === 'number') return error.errcode
  return saidCodes.find(([words]) => error.message.startsWith(words))?.[1] ?? 0
}

/** SQLite's own words for its codes, and the driver's for a number that no writer of ours writes. */
const saidCodes: readonly (readonly [words: string, code: number])[] = [
  ['database is locked', 5],
  ['database table is locked', 6],
  ['attempt to write a readonly database', 8],
  ['disk I/O error', 10],
  ['database disk image is malformed', 11],
  ['malformed database schema', 11],
  ['Value is too large to be represented as a JavaScript number', 11],
  ['database or disk is full', 13],
  ['unable to open database file', 14],
  ['file is not a database', 26],
]
