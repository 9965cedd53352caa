import { Failure, type GatewayStore, type Json, type Lane, type SessionStore } from '@palimpsest/core/store'
import { laneLost } from '../lane-lost.ts'
import { appendInMemory } from './append.ts'
import { beginInMemory, closeInMemory } from './begin.ts'
import { compactInMemory, undoInMemory } from './compact.ts'
import { dumpLinesInMemory } from './dump.ts'
import { createMemoryEvents } from './gateway/event-log.ts'
import {
  createGatewayTables,
  forgetConversation,
  type GatewayTables,
  isKnownToGateway,
} from './gateway/gateway-tables.ts'
import { createMemoryInbox, heldLane } from './gateway/inbox.ts'
import { createMemoryOutbox } from './gateway/outbox.ts'
import { loadInMemory } from './load.ts'
import {
  findSessionInMemory,
  readChildrenInMemory,
  readCompressionTipInMemory,
  readConversationsInMemory,
  readLineageInMemory,
  readOriginalsInMemory,
  readVersionsInMemory,
  readViewInMemory,
} from './read.ts'
import { archiveInMemory, removeInMemory, removeSilentInMemory } from './remove.ts'
import { searchInMemory } from './search.ts'
import { createMemoryLeases, createMemoryState, type UseTables } from './state.ts'
import { createTables, findConversationInMemory, findMessageInMemory } from './tables.ts'
import { repairInMemory, verifyInMemory } from './verify.ts'

/** Keeps conversations as long as the process lives. For tests and trials, and to read what a store must do. */
export function createMemoryStore({ now = Date.now }: MemoryStoreOptions = {}): GatewayStore {
  const tables = createTables()
  const gateway = createGatewayTables()
  let ended = false
  const use: UseTables = async (act) => {
    if (ended) throw closed()
    return act(tables)
  }
  const fence =
    (lane: Lane): UseTables =>
    async (act) => {
      if (ended) throw closed()
      if (heldLane(gateway, lane) === undefined) throw laneLost(lane)
      return act(tables)
    }
  const sessions = sessionsOver(use, use, gateway)
  return {
    ...sessions,
    inbox: createMemoryInbox(use, gateway, now),
    outbox: createMemoryOutbox(use, gateway, now),
    events: createMemoryEvents(use, gateway),
    remove: async (conversation) => {
      await sessions.remove(conversation)
      forgetConversation(gateway, conversation)
    },
    fenced: (lane) => sessionsOver(use, fence(lane), gateway),
    end: async () => {
      ended = true
    },
  }
}

export interface MemoryStoreOptions {
  /** The clock of leases. @default Date.now */
  readonly now?: () => number
}

/** The conversations; `write` may refuse what `use` may still read. */
function sessionsOver(use: UseTables, write: UseTables, gateway: GatewayTables): SessionStore {
  return {
    begin: (session) => write((all) => beginInMemory(all, session)),
    session: (id) => use((all) => findSessionInMemory(all, id)),
    conversation: (id) => use((all) => findConversationInMemory(all, id)),
    conversations: (page = {}) => use((all) => readConversationsInMemory(all, page)),
    append: (session, expectedSeq, entries, at) =>
      write((all) => appendInMemory(all, { session, expectedSeq, at }, entries)),
    view: (session, page = {}) => use((all) => readViewInMemory(all, session, page)),
    message: (id) => use((all) => findMessageInMemory(all, id)),
    originals: (conversation, page = {}) => use((all) => readOriginalsInMemory(all, conversation, page)),
    compact: (compaction) => write((all) => compactInMemory(all, compaction)),
    undo: (continuation, at) => write((all) => undoInMemory(all, continuation, at)),
    close: (session, reason, at) => write((all) => closeInMemory(all, session, reason, at)),
    compressionTip: (session) => use((all) => readCompressionTipInMemory(all, session)),
    lineage: (session) => use((all) => readLineageInMemory(all, session)),
    children: (session) => use((all) => readChildrenInMemory(all, session)),
    receipts: (conversation) => use((all) => readVersionsInMemory(all, 'receipts', conversation)),
    ledgers: (conversation, newest) => use((all) => readVersionsInMemory(all, 'ledgers', conversation, newest)),
    search: (query) => use((all) => searchInMemory(all, query)),
    remove: (conversation) => use((all) => removeInMemory(all, conversation)),
    removeSilent: (conversation) =>
      use((all) => !isKnownToGateway(gateway, conversation) && removeSilentInMemory(all, conversation)),
    archive: (idleSince, at) => use((all) => archiveInMemory(all, idleSince, at)),
    async *dump(conversation) {
      yield* await use((all) => dumpLinesInMemory(all, conversation))
    },
    async load(lines) {
      const read = await gather(lines)
      return use((all) => loadInMemory(all, read))
    },
    state: createMemoryState(use, write),
    leases: createMemoryLeases(use),
    verify: () => use(verifyInMemory),
    repair: () => use(repairInMemory),
    end: async () => {},
  }
}

function closed(): Failure<'store/unavailable'> {
  return new Failure('store/unavailable', 'The session store was closed.', { cause: 'closed', retry: false })
}

async function gather(lines: AsyncIterable<Json>): Promise<readonly Json[]> {
  const read: Json[] = []
  for await (const line of lines) read.push(line)
  return read
}
