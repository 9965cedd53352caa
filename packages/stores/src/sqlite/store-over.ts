import {
  type ConversationId,
  checkDepth,
  type GatewayStore,
  type Json,
  type Lane,
  type NewEntry,
  type Query,
  type SearchResult,
  type SessionProgress,
  type SessionStore,
  type StoreProblem,
} from '@palimpsest/core/store'
import { isDamage } from './connection/unavailable.ts'
import { gatewayOver } from './gateway/gateway-over.ts'
import type { DumpCursor, DumpPage } from './read/dump.ts'
import type { VerifiedPage } from './verify/verify-messages.ts'
import type { CoreClient } from './worker/core-client.ts'
import type { SqliteCore } from './worker/sqlite-core.ts'
import type { SqliteAppend } from './write/append.ts'

/** The store's contract over calls to its core. What may take long is asked for in steps, so that others get their turn. */
export function storeOver(core: CoreClient): GatewayStore {
  return { ...sessionsOver(core), ...gatewayOver(core), fenced: (lane) => sessionsOver(core, lane) }
}

/** The conversations; with a lane, what is written is refused once the lane is lost. */
function sessionsOver(core: CoreClient, lane?: Lane): SessionStore {
  const { call } = core
  const write: CoreClient['call'] =
    lane === undefined
      ? call
      : (method, ...args) => call('fenced', lane, method as FencedMethod, args) as Promise<never>
  return {
    begin: (session) => write('begin', session),
    session: (id) => call('session', id),
    conversation: (id) => call('conversation', id),
    conversations: (page) => call('conversations', page),
    append: (session, expectedSeq, entries, at) =>
      append(core, { session, expectedSeq, entries, at, ...(lane && { lane }) }),
    view: (session, page) => call('view', session, page),
    message: (id) => call('message', id),
    originals: (conversation, page) => call('originals', conversation, page),
    compact: (compaction) => write('compact', compaction),
    undo: (continuation, at) => write('undo', continuation, at),
    close: (session, reason, at) => write('close', session, reason, at),
    compressionTip: (session) => call('compressionTip', session),
    lineage: (session) => call('lineage', session),
    children: (session) => call('children', session),
    receipts: (conversation) => call('versions', 'receipt', conversation),
    ledgers: (conversation, newest) => call('versions', 'ledger', conversation, newest),
    search: (query) => search(core, query),
    remove: (conversation) => call('remove', conversation),
    removeSilent: (conversation) => call('removeSilent', conversation),
    archive: (idleSince, at) => call('archive', idleSince, at),
    dump: (conversation) => dump(core, conversation),
    load: (lines) => load(core, lines),
    state: {
      get: (scope, key) => call('getState', scope, key),
      set: (scope, key, value) => write('setState', scope, key, value),
      remove: (scope, key) => write('removeState', scope, key),
      all: (scope) => call('allState', scope),
    },
    leases: {
      take: (name, holder, until, now) => call('takeLease', { name, holder, until, now }),
      release: (name, holder) => call('releaseLease', name, holder),
    },
    verify: () => verify(core),
    repair: () => repair(core),
    end: () => core.end(),
  }
}

type FencedMethod = Parameters<SqliteCore['fenced']>[1]

/** A message becomes the JSON that will be kept before it is sent: text goes between threads faster than objects. */
async function append({ call }: CoreClient, { entries, ...rest }: Sending): Promise<SessionProgress> {
  const sent = entries.map(({ id, message, usage }) => {
    const json = JSON.stringify(message)
    return usage === undefined ? { id, json } : { id, json, usage }
  })
  return call('append', { ...rest, entries: sent })
}

interface Sending extends Omit<SqliteAppend, 'entries'> {
  readonly entries: readonly NewEntry[]
}

/** Indexes first what waits for it, in steps between which other calls get their turn. */
async function search({ call }: CoreClient, query: Query): Promise<SearchResult> {
  while (await call('indexWaiting', query.conversation));
  return call('search', query)
}

/** Pages of messages, so that neither thread is held up by a long conversation. */
async function* dump({ call }: CoreClient, conversation: ConversationId): AsyncGenerator<Json> {
  const { before, after, messages } = await call('dumpFrame', conversation)
  yield* before
  for (let next: DumpCursor | undefined = messages; next !== undefined; ) {
    const page: DumpPage = await call('dumpPage', next)
    yield* page.lines
    next = page.next
  }
  yield* after
}

/** Number of lines sent to the worker at once. */
const partLines = 200

async function load({ call }: CoreClient, lines: AsyncIterable<Json>) {
  const number = await call('loadStart')
  try {
    let part: Json[] = []
    let lineNumber = 0
    for await (const line of lines) {
      // What is sent to the core is copied on the way, however deep it is.
      checkDepth(line, ++lineNumber)
      part.push(line)
      if (part.length < partLines) continue
      await call('loadPart', number, part)
      part = []
    }
    await call('loadPart', number, part)
    return await call('loadDone', number)
  } catch (error) {
    await call('loadDrop', number)
    throw error
  }
}

async function verify({ call }: CoreClient): Promise<readonly StoreProblem[]> {
  const problems = [...(await call('verifyStructure'))]
  for (let next: number | undefined = 0; next !== undefined; ) {
    const page: VerifiedPage = await call('verifyMessages', next)
    problems.push(...page.problems)
    next = page.next
  }
  return problems
}

/** A file that is damaged itself is left as it is: writing to it could cost what can still be read. */
async function repair(core: CoreClient): Promise<readonly StoreProblem[]> {
  const found = await verify(core)
  if (!found.some(({ derived }) => derived) || found.some(({ code }) => code === 'file-damaged')) return found
  await rebuild(
    core,
    found.some(({ code }) => code === 'search-damaged'),
  )
  return verify(core)
}

/** Anything that prevents rebuilding is reported by the check that follows. */
async function rebuild(core: CoreClient, searchIsDamaged: boolean): Promise<void> {
  try {
    await core.call('repairCounts', searchIsDamaged)
    for (let next: number | undefined = 0; next !== undefined; ) {
      const page: Pick<VerifiedPage, 'next'> = await core.call('repairSearch', next)
      next = page.next
    }
  } catch (error) {
    if (!isDamage(error)) throw error
  }
}
