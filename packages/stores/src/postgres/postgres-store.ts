import type { GatewayStore, Lane, SessionStore } from '@palimpsest/core/store'
import { Pool } from 'pg'
import { createDatabase, type Database, onNewConnection } from './connection/database.ts'
import { invalidInPostgres } from './connection/refuse.ts'
import { createPostgresEvents } from './gateway/event-log.ts'
import { createPostgresInbox } from './gateway/inbox.ts'
import { createPostgresOutbox } from './gateway/outbox.ts'
import { createSignals, type Signals } from './gateway/signals.ts'
import { dumpInPostgres } from './read/dump.ts'
import { findSessionInPostgres } from './read/find.ts'
import { readChildrenInPostgres, readCompressionTipInPostgres, readLineageInPostgres } from './read/lineage.ts'
import {
  findConversationInPostgres,
  findMessageInPostgres,
  readConversationsInPostgres,
  readOriginalsInPostgres,
  readVersionsInPostgres,
  readViewInPostgres,
} from './read/read.ts'
import { migrateSchema } from './schema/migrate.ts'
import { sessionOfPostgresRow } from './schema/rows.ts'
import { createIndexer, type Indexer } from './search/indexer.ts'
import { searchInPostgres } from './search/search.ts'
import { createPostgresLeases } from './state/leases.ts'
import { createPostgresState } from './state/state.ts'
import { repairInPostgres } from './verify/repair.ts'
import { verifyInPostgres } from './verify/verify.ts'
import { appendInPostgres } from './write/append.ts'
import { beginInPostgres } from './write/begin.ts'
import { compactInPostgres } from './write/compact.ts'
import { loadInPostgres } from './write/load.ts'
import { archiveInPostgres, removeInPostgres, removeSilentInPostgres } from './write/remove.ts'
import { closeInPostgres, undoInPostgres } from './write/undo.ts'

export interface PostgresStoreOptions {
  /** The server's address, e.g. `postgres://user@host/database`. @default the `PG*` environment variables */
  readonly connectionString?: string
  /** A pool of yours to use instead; it stays open when the store is closed. */
  readonly pool?: Pool
  /** The schema that holds the tables; made when missing. Stores in different schemas share nothing. @default 'palimpsest' */
  readonly schema?: string
  /** Most connections at a time of an own pool. @default 10 */
  readonly max?: number
  /** A search reads up to so many messages that the search index lacks; more are indexed first. @default 32 */
  readonly waitingMessages?: number
}

/** Opens a store on a Postgres server that many processes may use at once. */
export async function createPostgresStore(options: PostgresStoreOptions = {}): Promise<GatewayStore> {
  const { schema = 'palimpsest', waitingMessages = 32 } = options
  if (schema === '' || Buffer.byteLength(schema) > 63)
    throw invalidInPostgres(`"${schema}" cannot be the name of a schema`)
  const pool = options.pool ?? createPool(options)
  const database = createDatabase(pool, schema, options.pool === undefined)
  try {
    await migrateSchema(database, schema)
  } catch (error) {
    await database.end()
    throw error
  }
  return storeOn({ database, waitingMessages, signals: createSignals(pool, schema) })
}

function createPool({ connectionString, max = 10 }: PostgresStoreOptions): Pool {
  const config = {
    ...(connectionString === undefined ? {} : { connectionString }),
    max,
    application_name: 'palimpsest',
    // Waiting longer for a free connection means that the server is gone or hopelessly busy.
    connectionTimeoutMillis: 15_000,
    onConnect: (client: { query(sql: string): Promise<unknown> }) => client.query(onNewConnection),
  }
  return new Pool(config)
}

interface StoreParts {
  readonly database: Database
  readonly waitingMessages: number
  readonly signals: Signals
}

function storeOn(parts: StoreParts): GatewayStore {
  const { database, signals } = parts
  const indexer = createIndexer(database)
  return {
    ...sessionsOn(parts, indexer),
    inbox: createPostgresInbox(database, signals),
    outbox: createPostgresOutbox(database, signals),
    events: createPostgresEvents(database, signals),
    fenced: (lane) => sessionsOn(parts, indexer, lane),
  }
}

/** The conversations; with a lane, what is written is refused once the lane is lost. */
function sessionsOn({ database, waitingMessages, signals }: StoreParts, indexer: Indexer, lane?: Lane): SessionStore {
  const writer = lane === undefined ? database : database.fenced(lane)
  return {
    begin: (session) => beginInPostgres(writer, session),
    session: async (id) => {
      const row = await findSessionInPostgres(database.run, id)
      return row === undefined ? undefined : sessionOfPostgresRow(row)
    },
    conversation: (id) => findConversationInPostgres(database, id),
    conversations: (page) => readConversationsInPostgres(database, page),
    append: (session, expectedSeq, entries, at) =>
      appendInPostgres(database, indexer, { session, expectedSeq, entries, at, ...(lane && { lane }) }),
    view: (id, page) => readViewInPostgres(database, id, page),
    message: (id) => findMessageInPostgres(database, id),
    originals: (id, page) => readOriginalsInPostgres(database, id, page),
    compact: (compaction) => compactInPostgres(writer, compaction),
    undo: (continuation, at) => undoInPostgres(writer, continuation, at),
    close: (session, reason, at) => closeInPostgres(writer, session, { reason, at }),
    compressionTip: (id) => readCompressionTipInPostgres(database, id),
    lineage: (id) => readLineageInPostgres(database, id),
    children: (id) => readChildrenInPostgres(database, id),
    receipts: (id) => readVersionsInPostgres(database, id, 'receipt'),
    ledgers: (id, newest) => readVersionsInPostgres(database, id, 'ledger', newest),
    search: (query) => searchInPostgres(database, query, waitingMessages),
    remove: (id) => removeInPostgres(database, id),
    removeSilent: (id) => removeSilentInPostgres(database, id),
    archive: (idleSince, at) => archiveInPostgres(database, idleSince, at),
    dump: (id) => dumpInPostgres(database, id),
    load: (lines) => loadInPostgres(database, lines),
    state: createPostgresState(database, lane),
    leases: createPostgresLeases(database),
    verify: () => verifyInPostgres(database),
    repair: async () => {
      await repairInPostgres(database)
      return verifyInPostgres(database)
    },
    end: async () => {
      await indexer.idle()
      await signals.end()
      await database.end()
    },
  }
}
