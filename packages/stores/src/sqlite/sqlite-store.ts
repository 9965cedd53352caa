import type { GatewayStore } from '@palimpsest/core/store'
import { storeOver } from './store-over.ts'
import { startWorker } from './worker/worker-client.ts'

export interface SqliteStoreOptions {
  /** The database file; it and its folder are made when they do not exist. */
  readonly path: string
  /** Open what is there or fail: a missing or empty file is reported, and stays as it is. @default false */
  readonly existing?: boolean
  /**
   * A module that exports a `DatabaseSync` like that of `node:sqlite`; it is loaded in the store's worker.
   * @default `node:sqlite` where Node has it, else `@photostructure/sqlite`
   */
  readonly driver?: string
  /** Time a write waits for other processes before it fails as busy. @default 10_000 */
  readonly busyTimeoutMs?: number
  /**
   * True when a commit waits for the disk. Otherwise, what was acknowledged survives the death of the process, but a
   * power cut may take the last moments; the file stays sound either way. @default false
   */
  readonly survivesPowerLoss?: boolean
}

/** Opens a store in one SQLite file, in a thread of its own, so that no query ever holds up the event loop. */
export async function createSqliteStore(options: SqliteStoreOptions): Promise<GatewayStore> {
  const { path, driver, existing = false, busyTimeoutMs = 10_000, survivesPowerLoss = false } = options
  const core = { path, existing, busyTimeoutMs, survivesPowerLoss }
  const worker = await startWorker({ ...core, ...(driver !== undefined && { driver }) })
  return storeOver(worker)
}
