import { Failure, type Json, type SessionStore } from '@palimpsest/core/store'
import { append } from './append.ts'
import { begin, close } from './begin.ts'
import { compact, undo } from './compact.ts'
import { dumpLines } from './dump.ts'
import { load } from './load.ts'
import { children, compressionTip, conversations, findSession, lineage, originals, versions, view } from './read.ts'
import { archive, remove } from './remove.ts'
import { search } from './search.ts'
import { createLeases, createState, type Use } from './state.ts'
import { createTables, readConversation, readMessage } from './tables.ts'
import { repair, verify } from './verify.ts'

/** Keeps conversations as long as the process lives. For tests and trials, and to read what a store must do. */
export function createMemoryStore(): SessionStore {
  const tables = createTables()
  let ended = false
  const use: Use = async (act) => {
    if (ended) throw closed()
    return act(tables)
  }
  return {
    begin: (session) => use((all) => begin(all, session)),
    session: (id) => use((all) => findSession(all, id)),
    conversation: (id) => use((all) => readConversation(all, id)),
    conversations: (page = {}) => use((all) => conversations(all, page)),
    append: (session, expectedSeq, entries, at) => use((all) => append(all, { session, expectedSeq, at }, entries)),
    view: (session, page = {}) => use((all) => view(all, session, page)),
    message: (id) => use((all) => readMessage(all, id)),
    originals: (conversation, page = {}) => use((all) => originals(all, conversation, page)),
    compact: (compaction) => use((all) => compact(all, compaction)),
    undo: (continuation, at) => use((all) => undo(all, continuation, at)),
    close: (session, reason, at) => use((all) => close(all, session, reason, at)),
    compressionTip: (session) => use((all) => compressionTip(all, session)),
    lineage: (session) => use((all) => lineage(all, session)),
    children: (session) => use((all) => children(all, session)),
    receipts: (conversation) => use((all) => versions(all, 'receipts', conversation)),
    ledgers: (conversation) => use((all) => versions(all, 'ledgers', conversation)),
    search: (query) => use((all) => search(all, query)),
    remove: (conversation) => use((all) => remove(all, conversation)),
    archive: (idleSince, at) => use((all) => archive(all, idleSince, at)),
    async *dump(conversation) {
      yield* await use((all) => dumpLines(all, conversation))
    },
    async load(lines) {
      const read = await gather(lines)
      return use((all) => load(all, read))
    },
    state: createState(use),
    leases: createLeases(use),
    verify: () => use(verify),
    repair: () => use(repair),
    end: async () => {
      ended = true
    },
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
