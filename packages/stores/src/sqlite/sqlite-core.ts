import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { type Conversation, isFailure, type Json } from '@palimpsest/core/store'
import { append } from './append.ts'
import { appendAll } from './append-all.ts'
import { begin } from './begin.ts'
import { compact } from './compact.ts'
import { type Connection, createConnection } from './connection.ts'
import type { OpenDatabase } from './driver.ts'
import { dumpFrame, dumpPage } from './dump.ts'
import { findConversation, findSession } from './find.ts'
import { indexWaiting } from './index-messages.ts'
import { children, compressionTip, lineage } from './lineage.ts'
import { load } from './load.ts'
import { conversations, message, originals, versions, view } from './read.ts'
import { invalid } from './refuse.ts'
import { archive, remove } from './remove.ts'
import { repairCounts, repairSearch } from './repair.ts'
import { isStore, migrate, refuseForeign } from './schema.ts'
import { search } from './search.ts'
import { allState, getState, releaseLease, removeState, setState, takeLease } from './state.ts'
import { explain, noStore } from './unavailable.ts'
import { close, undo } from './undo.ts'
import { verifyMessages } from './verify-messages.ts'
import { verifyStructure } from './verify-structure.ts'

export interface CoreOptions {
  readonly path: string
  /** Make no database where there is none. */
  readonly existing?: boolean
  readonly busyTimeoutMs: number
  readonly survivesPowerLoss: boolean
}

/** Opens the file and brings it to the newest format. */
export function openConnection(open: OpenDatabase, options: CoreOptions): Connection {
  const { path, existing = false, busyTimeoutMs, survivesPowerLoss } = options
  // SQLite would make the file by opening it.
  if (existing && !existsSync(path)) throw noStore(path)
  makePrivately(path)
  const connection = createConnection(opened(open, path), path)
  try {
    connection.exec(`PRAGMA busy_timeout = ${Math.round(busyTimeoutMs)}`)
    patiently(() => {
      refuseForeign(connection, path)
      if (existing && !isStore(connection)) throw noStore(path)
      prepare(connection, survivesPowerLoss)
    }, busyTimeoutMs)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

/**
 * Makes the file before SQLite does, which would let others read it. What SQLite puts beside a database gets the rights of
 * the database. Addresses and databases in memory are SQLite's own business, and what cannot be made it tells itself.
 */
function makePrivately(path: string): void {
  if (/^(?::memory:)?$|^file:/.test(path) || existsSync(path)) return
  try {
    // Not exclusively: a link that leads to nothing yet is followed, as SQLite will.
    closeSync(openSync(path, constants.O_WRONLY | constants.O_CREAT | (constants.O_NONBLOCK ?? 0), 0o600))
  } catch {
    return
  }
}

function prepare(connection: Connection, survivesPowerLoss: boolean): void {
  connection.exec('PRAGMA foreign_keys = ON')
  connection.exec('PRAGMA journal_mode = WAL')
  // In WAL mode NORMAL keeps every commit through a crash of the process; only a power cut may take the last ones.
  connection.exec(`PRAGMA synchronous = ${survivesPowerLoss ? 'FULL' : 'NORMAL'}`)
  // A checkpoint waits for the disk, so it is worth collecting 16 MB for it.
  connection.exec('PRAGMA wal_autocheckpoint = 4000')
  connection.exec('PRAGMA cache_size = -32000')
  connection.exec('PRAGMA mmap_size = 1073741824')
  migrate(connection)
}

const retryMs = 10

/** While others make the same new file, SQLite refuses some steps at once instead of waiting: they are tried again. */
function patiently(work: () => void, mostMs: number): void {
  for (const end = Date.now() + mostMs; ; ) {
    try {
      work()
      return
    } catch (error) {
      const isBusy = isFailure(error, 'store/unavailable') && error.detail.cause === 'busy'
      if (!isBusy || Date.now() >= end) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
    }
  }
}

function opened(open: OpenDatabase, path: string) {
  try {
    return open(path)
  } catch (error) {
    throw explain(error, path)
  }
}

/** The whole store, synchronously, on one connection. The worker drives it; nothing in it waits but SQLite itself. */
export function createSqliteCore(db: Connection) {
  return {
    begin: bind(db, begin),
    session: (id: Parameters<typeof findSession>[1]) => findSession(db, id)?.session,
    conversation: bind(db, findConversation),
    conversations: bind(db, conversations),
    append: bind(db, append),
    appendAll: bind(db, appendAll),
    view: bind(db, view),
    message: bind(db, message),
    originals: bind(db, originals),
    compact: bind(db, compact),
    undo: bind(db, undo),
    close: bind(db, close),
    compressionTip: bind(db, compressionTip),
    lineage: bind(db, lineage),
    children: bind(db, children),
    versions: bind(db, versions),
    search: bind(db, search),
    indexWaiting: bind(db, indexWaiting),
    remove: bind(db, remove),
    archive: bind(db, archive),
    dumpFrame: bind(db, dumpFrame),
    dumpPage: bind(db, dumpPage),
    ...createLoader(db),
    getState: bind(db, getState),
    setState: bind(db, setState),
    removeState: bind(db, removeState),
    allState: bind(db, allState),
    takeLease: bind(db, takeLease),
    releaseLease: bind(db, releaseLease),
    verifyStructure: bind(db, verifyStructure),
    verifyMessages: bind(db, verifyMessages),
    repairCounts: bind(db, repairCounts),
    repairSearch: bind(db, repairSearch),
    end: () => db.close(),
  }
}

export type SqliteCore = ReturnType<typeof createSqliteCore>

/** A conversation arrives in parts, so that no single message to the worker is huge, and is written in one step. */
function createLoader(db: Connection) {
  const parts = new Map<number, Json[]>()
  let last = 0
  return {
    loadStart: (): number => {
      last += 1
      parts.set(last, [])
      return last
    },
    loadPart: (load: number, lines: readonly Json[]): void => {
      parts.get(load)?.push(...lines)
    },
    loadDrop: (load: number): void => {
      parts.delete(load)
    },
    loadDone: (number: number): Conversation => {
      const lines = parts.get(number)
      parts.delete(number)
      if (lines === undefined) throw invalid('This load was given up.')
      return load(db, lines)
    },
  }
}

function bind<Args extends readonly unknown[], Result>(db: Connection, act: (db: Connection, ...args: Args) => Result) {
  return (...args: Args): Result => act(db, ...args)
}
