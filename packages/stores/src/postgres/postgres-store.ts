import type { SessionStore } from '@palimpsest/core/store'
import { Pool } from 'pg'
import { append } from './append.ts'
import { begin } from './begin.ts'
import { children, compressionTip, lineage } from './chain.ts'
import { compact } from './compact.ts'
import { createDatabase, type Database, onNewConnection } from './database.ts'
import { dump } from './dump.ts'
import { findSession } from './find.ts'
import { createIndexer } from './indexer.ts'
import { load } from './load.ts'
import { migrate } from './migrate.ts'
import { conversation, conversations, message, originals, versions, view } from './read.ts'
import { rebuild } from './rebuild.ts'
import { invalid } from './refuse.ts'
import { archive, remove } from './remove.ts'
import { sessionOf } from './rows.ts'
import { search } from './search.ts'
import { createLeases, createState } from './state.ts'
import { close, undo } from './undo.ts'
import { verify } from './verify.ts'

export interface PostgresStoreOptions {
  /** Where the server is, e.g. `postgres://user@host/database`. @default the `PG*` environment variables */
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
export async function createPostgresStore(options: PostgresStoreOptions = {}): Promise<SessionStore> {
  const { schema = 'palimpsest', waitingMessages = 32 } = options
  if (schema === '' || Buffer.byteLength(schema) > 63) throw invalid(`"${schema}" cannot be the name of a schema`)
  const pool = options.pool ?? createPool(options)
  const database = createDatabase(pool, schema, options.pool === undefined)
  try {
    await migrate(database, schema)
  } catch (error) {
    await database.end()
    throw error
  }
  return storeOn(database, waitingMessages)
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

function storeOn(database: Database, waitingMessages: number): SessionStore {
  const indexer = createIndexer(database)
  return {
    begin: (session) => begin(database, session),
    session: async (id) => {
      const row = await findSession(database.run, id)
      return row === undefined ? undefined : sessionOf(row)
    },
    conversation: (id) => conversation(database, id),
    conversations: (page) => conversations(database, page),
    append: (session, expectedSeq, entries, at) => append(database, indexer, { session, expectedSeq, entries, at }),
    view: (id, page) => view(database, id, page),
    message: (id) => message(database, id),
    originals: (id, page) => originals(database, id, page),
    compact: (compaction) => compact(database, compaction),
    undo: (continuation, at) => undo(database, continuation, at),
    close: (session, reason, at) => close(database, session, { reason, at }),
    compressionTip: (id) => compressionTip(database, id),
    lineage: (id) => lineage(database, id),
    children: (id) => children(database, id),
    receipts: (id) => versions(database, id, 'receipt'),
    ledgers: (id) => versions(database, id, 'ledger'),
    search: (query) => search(database, query, waitingMessages),
    remove: (id) => remove(database, id),
    archive: (idleSince, at) => archive(database, idleSince, at),
    dump: (id) => dump(database, id),
    load: (lines) => load(database, lines),
    state: createState(database),
    leases: createLeases(database),
    verify: () => verify(database),
    repair: async () => {
      await rebuild(database)
      return verify(database)
    },
    end: async () => {
      await indexer.idle()
      await database.end()
    },
  }
}
