import { closeSync, constants, existsSync, openSync } from 'node:fs'
import { type Conversation, isFailure, type Json, type Lane } from '@palimpsest/core/store'
import { invalidRequest } from '../../refuse.ts'
import { type Connection, createSqliteConnection } from '../connection/connection.ts'
import type { OpenDatabase } from '../connection/driver.ts'
import { explainSqliteError, noStore } from '../connection/unavailable.ts'
import { fencedInSqlite } from '../gateway/fence.ts'
import { createGatewayCore } from '../gateway/gateway-core.ts'
import { dumpFrame, dumpPage } from '../read/dump.ts'
import { findConversationInSqlite, findSessionInSqlite } from '../read/find.ts'
import { readChildrenInSqlite, readCompressionTipInSqlite, readLineageInSqlite } from '../read/lineage.ts'
import {
  findMessageInSqlite,
  readConversationsInSqlite,
  readOriginalsInSqlite,
  readVersionsInSqlite,
  readViewInSqlite,
} from '../read/read.ts'
import { isStore, migrateFile, refuseForeignFile } from '../schema/schema.ts'
import { indexWaiting } from '../search/index-messages.ts'
import { searchInSqlite } from '../search/search.ts'
import { releaseLease, takeLease } from '../state/leases.ts'
import { allState, getState, removeState, setState } from '../state/state.ts'
import { repairCounts, repairSearch } from '../verify/repair.ts'
import { verifyMessagesInSqlite } from '../verify/verify-messages.ts'
import { verifyStructure } from '../verify/verify-structure.ts'
import { appendInSqlite } from '../write/append.ts'
import { appendAll } from '../write/append-all.ts'
import { beginInSqlite } from '../write/begin.ts'
import { compactInSqlite } from '../write/compact.ts'
import { loadInSqlite } from '../write/load.ts'
import { archiveInSqlite, createRemovalInSqlite } from '../write/remove.ts'
import { closeInSqlite, undoInSqlite } from '../write/undo.ts'

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
  const connection = createSqliteConnection(opened(open, path), path)
  try {
    connection.exec(`PRAGMA busy_timeout = ${Math.round(busyTimeoutMs)}`)
    patiently(() => {
      refuseForeignFile(connection, path)
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
 * Creates the file before SQLite does, which would let others read it. Files that SQLite puts beside a database get its
 * permissions. URIs and in-memory databases are left to SQLite, which also reports what cannot be created.
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
  migrateFile(connection)
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
    throw explainSqliteError(error, path)
  }
}

/** The whole store, synchronously, on one connection. The worker drives it; nothing in it waits but SQLite itself. */
export function createSqliteCore(db: Connection, now: () => number = Date.now) {
  const removal = createRemovalInSqlite(db, now)
  const core = {
    begin: bind(db, beginInSqlite),
    session: (id: Parameters<typeof findSessionInSqlite>[1]) => findSessionInSqlite(db, id)?.session,
    conversation: bind(db, findConversationInSqlite),
    conversations: bind(db, readConversationsInSqlite),
    append: bind(db, appendInSqlite),
    appendAll: bind(db, appendAll),
    view: bind(db, readViewInSqlite),
    message: bind(db, findMessageInSqlite),
    originals: bind(db, readOriginalsInSqlite),
    compact: bind(db, compactInSqlite),
    undo: bind(db, undoInSqlite),
    close: bind(db, closeInSqlite),
    compressionTip: bind(db, readCompressionTipInSqlite),
    lineage: bind(db, readLineageInSqlite),
    children: bind(db, readChildrenInSqlite),
    versions: bind(db, readVersionsInSqlite),
    search: bind(db, searchInSqlite),
    indexWaiting: bind(db, indexWaiting),
    remove: removal.remove,
    removeSilent: removal.removeSilent,
    wipeOwed: removal.wipeOwed,
    archive: bind(db, archiveInSqlite),
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
    verifyMessages: bind(db, verifyMessagesInSqlite),
    repairCounts: bind(db, repairCounts),
    repairSearch: bind(db, repairSearch),
    ...createGatewayCore(db, now),
    end: () => {
      removal.wipeLast()
      db.close()
    },
  }
  return {
    ...core,
    /** Does a call only while the lane is held. */
    fenced: (lane: Lane, method: keyof typeof core, args: readonly unknown[]): unknown =>
      fencedInSqlite(db, lane, () => (core[method] as (...args: readonly unknown[]) => unknown)(...args)),
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
    loadPart: (number: number, lines: readonly Json[]): void => {
      parts.get(number)?.push(...lines)
    },
    loadDrop: (number: number): void => {
      parts.delete(number)
    },
    loadDone: (number: number): Conversation => {
      const lines = parts.get(number)
      parts.delete(number)
      if (lines === undefined) throw invalidRequest('This load was given up.')
      return loadInSqlite(db, lines)
    },
  }
}

function bind<Args extends readonly unknown[], Result>(db: Connection, act: (db: Connection, ...args: Args) => Result) {
  return (...args: Args): Result => act(db, ...args)
}
