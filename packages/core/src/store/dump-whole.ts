import type { Json } from '../json.ts'
import type { EntryId } from '../log/entry.ts'
import type { DumpLine, DumpState } from './dump.ts'
import { createDumpReader } from './dump-reader.ts'
import type { Conversation, Session, SessionId } from './session.ts'
import type { StoredMessage, Version } from './store.ts'

/** A dumped conversation that is known to be sound and whole, its lines sorted by kind, each kind in its order. */
export interface Dump {
  readonly conversation: Conversation
  readonly sessions: readonly Session[]
  readonly messages: readonly StoredMessage[]
  /** One for every session. */
  readonly lists: ReadonlyMap<SessionId, readonly EntryId[]>
  readonly receipts: readonly Version[]
  readonly ledgers: readonly Version[]
  readonly states: readonly Pick<DumpState, 'key' | 'value'>[]
}

/** Reads all lines of a dump before the first one is written. Throws `store/invalid`. */
export function readDump(lines: Iterable<Json>): Dump {
  const reader = createDumpReader()
  const parts = emptyParts()
  for (const line of lines) sort(parts, reader.read(line))
  return { conversation: reader.end().conversation, ...parts }
}

function emptyParts() {
  return {
    sessions: [] as Session[],
    messages: [] as StoredMessage[],
    lists: new Map<SessionId, readonly EntryId[]>(),
    receipts: [] as Version[],
    ledgers: [] as Version[],
    states: [] as Pick<DumpState, 'key' | 'value'>[],
  }
}

function sort(parts: ReturnType<typeof emptyParts>, line: DumpLine): void {
  switch (line.kind) {
    case 'header':
      return
    case 'session':
      parts.sessions.push(line.session)
      return
    case 'message':
      parts.messages.push(line.message)
      return
    case 'list':
      parts.lists.set(line.session, line.entries)
      return
    case 'receipt':
      parts.receipts.push(versionOf(line))
      return
    case 'ledger':
      parts.ledgers.push(versionOf(line))
      return
    case 'state':
      parts.states.push({ key: line.key, value: line.value })
  }
}

function versionOf({ session, at, value }: Version): Version {
  return { session, at, value }
}
