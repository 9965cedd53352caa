import type { EntryId } from '../log/entry.ts'
import type { DumpBody, DumpHeader } from './dump.ts'
import type { Session, SessionId } from './session.ts'

/** The place of a message in a dump; its content does not matter to other lines. */
export interface SeenMessage {
  readonly session: SessionId
  /** Of the dumped conversation itself, not one that it shows of another. */
  readonly own: boolean
  readonly index?: number
}

/** The facts of the lines so far that later lines must agree with. */
export interface Seen {
  readonly header: DumpHeader
  readonly sessions: Map<SessionId, Session>
  readonly messages: Map<EntryId, SeenMessage>
  readonly lists: Map<SessionId, ReadonlySet<EntryId>>
  /** Places among the originals that are taken. */
  readonly indexes: Set<number>
  /** Messages that no list has shown yet where they belong. */
  readonly unshown: Set<EntryId>
  /** Entries that made text represents. */
  readonly stoodFor: Set<EntryId>
  readonly receipts: Set<SessionId>
  readonly ledgers: Set<SessionId>
  readonly states: string[]
}

export function createSeen(header: DumpHeader): Seen {
  return {
    header,
    sessions: new Map(),
    messages: new Map(),
    lists: new Map(),
    indexes: new Set(),
    unshown: new Set(),
    stoodFor: new Set(),
    receipts: new Set(),
    ledgers: new Set(),
    states: [],
  }
}

/** Remembers a line that fits. */
export function addSeen(seen: Seen, line: DumpBody): void {
  switch (line.kind) {
    case 'session':
      seen.sessions.set(line.session.id, line.session)
      return
    case 'message': {
      const { id, session, conversation, index, standsFor = [] } = line.message
      const own = conversation === seen.header.conversation.id
      seen.messages.set(id, { session, own, ...(index !== undefined && { index }) })
      seen.unshown.add(id)
      if (own && index !== undefined) seen.indexes.add(index)
      if (own) for (const entry of standsFor) seen.stoodFor.add(entry)
      return
    }
    case 'list':
      seen.lists.set(line.session, new Set(line.entries))
      for (const entry of line.entries) {
        const { own, session } = seen.messages.get(entry) ?? {}
        if (!own || session === line.session) seen.unshown.delete(entry)
      }
      return
    case 'receipt':
      seen.receipts.add(line.session)
      return
    case 'ledger':
      seen.ledgers.add(line.session)
      return
    case 'state':
      seen.states.push(line.key)
  }
}
