import type { Json, SessionStore } from '@palimpsest/core'
import { append } from './append.ts'
import { begin, close } from './begin.ts'
import { compact, undo } from './compact.ts'
import { dumpLines } from './dump.ts'
import { load } from './load.ts'
import { children, compressionTip, conversations, lineage, originals, view } from './read.ts'
import { archive, remove } from './remove.ts'
import { search } from './search.ts'
import { createLeases, createState } from './state.ts'
import { copy, createTables, readConversation, readMessage, readSession } from './tables.ts'
import { repair, verify } from './verify.ts'

/** Keeps conversations as long as the process lives. For tests and trials, and to read what a store must do. */
export function createMemoryStore(): SessionStore {
  const tables = createTables()
  return {
    begin: async (session) => begin(tables, session),
    session: async (id) => {
      const row = tables.sessions.get(id)
      return row === undefined ? undefined : readSession(row)
    },
    conversation: async (id) => readConversation(tables, id),
    conversations: async (page = {}) => conversations(tables, page),
    append: async (session, expectedSeq, entries, at) => append(tables, { session, expectedSeq, at }, entries),
    view: async (session, page = {}) => view(tables, session, page),
    message: async (id) => readMessage(tables, id),
    originals: async (conversation, page = {}) => originals(tables, conversation, page),
    compact: async (compaction) => compact(tables, compaction),
    undo: async (continuation, at) => undo(tables, continuation, at),
    close: async (session, reason, at) => close(tables, session, reason, at),
    compressionTip: async (session) => compressionTip(tables, session),
    lineage: async (session) => lineage(tables, session),
    children: async (session) => children(tables, session),
    receipts: async (conversation) => copy(tables.receipts.get(conversation) ?? []),
    ledgers: async (conversation) => copy(tables.ledgers.get(conversation) ?? []),
    search: async (query) => search(tables, query),
    remove: async (conversation) => remove(tables, conversation),
    archive: async (idleSince, at) => archive(tables, idleSince, at),
    async *dump(conversation) {
      yield* dumpLines(tables, conversation)
    },
    load: async (lines) => load(tables, await all(lines)),
    state: createState(tables),
    leases: createLeases(tables),
    verify: async () => verify(tables),
    repair: async () => repair(tables),
    end: async () => {},
  }
}

async function all(lines: AsyncIterable<Json>): Promise<readonly Json[]> {
  const read: Json[] = []
  for await (const line of lines) read.push(line)
  return read
}
