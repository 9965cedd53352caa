import type { EntryId } from '../log/entry.ts'
import type { DumpBody } from './dump.ts'
import type { Seen, SeenMessage } from './dump-seen.ts'
import type { Session, SessionId } from './session.ts'
import type { StoredMessage } from './store.ts'

/** The fault that keeps a line from following those before it; `undefined` when it fits. */
export function faultOf(seen: Seen, line: DumpBody): string | undefined {
  switch (line.kind) {
    case 'session':
      return sessionFault(seen, line.session)
    case 'message':
      return messageFault(seen, line.message)
    case 'list':
      return listFault(seen, line.session, line.entries)
    case 'receipt':
      return versionFault(seen, seen.receipts, line.session)
    case 'ledger':
      return versionFault(seen, seen.ledgers, line.session)
    case 'state': {
      const last = seen.states.at(-1)
      return last === undefined || last < line.key ? undefined : `the key ${show(line.key)} comes out of order`
    }
  }
}

function sessionFault({ header, sessions }: Seen, session: Session): string | undefined {
  const { id, conversation, kind, parent, endedAt, endReason, bornWith, nextSeq } = session
  if (sessions.has(id)) return `session ${id} comes twice`
  if (conversation !== header.conversation.id) return `session ${id} is of another conversation`
  if ((endedAt === undefined) !== (endReason === undefined)) return `session ${id} ended halfway`
  if (bornWith > nextSeq) return `session ${id} was born with more entries than it has`
  if (kind === 'continuation') return continuationFault(sessions, session)
  if (sessions.size > 0) return `session ${id} begins a second chain`
  if (parent === id) return `session ${id} is its own parent`
  if (kind === 'root' && parent !== undefined) return `session ${id} is a root and has a parent`
  if (kind === 'root' && bornWith > 0) return `session ${id} is a root and was born with entries`
  return undefined
}

function continuationFault(sessions: Seen['sessions'], session: Session): string | undefined {
  const { id, parent, startedAt, endReason } = session
  const before = parent === undefined ? undefined : sessions.get(parent)
  if (before === undefined) return `session ${id} continues a session that does not stand before it`
  if (endReason === 'undone') return undefined
  if (before.endReason !== 'compression') return `session ${id} continues ${parent}, which was not compacted`
  if (before.endedAt !== undefined && startedAt < before.endedAt) return `session ${id} began before ${parent} ended`
  const isRival = (other: Session) =>
    other.parent === parent && other.kind === 'continuation' && other.endReason !== 'undone'
  if ([...sessions.values()].some(isRival)) return `session ${parent} is continued twice`
  return undefined
}

function messageFault({ header, sessions, messages, indexes }: Seen, stored: StoredMessage): string | undefined {
  const { id, conversation, session, index, standsFor } = stored
  if (messages.has(id)) return `message ${id} comes twice`
  if (index !== undefined && standsFor !== undefined) return `message ${id} is both said and made`
  if (conversation !== header.conversation.id) {
    return sessions.has(session) ? `message ${id} is of a session of this conversation, but not of it` : undefined
  }
  const writer = sessions.get(session)
  if (writer === undefined) return `message ${id} is of session ${session}, which the dump does not hold`
  if (index === undefined) {
    return writer.kind === 'continuation' ? undefined : `message ${id} has no index and is of no continuation`
  }
  if (index >= header.conversation.messages) return `message ${id} has an index beyond the number of messages`
  return indexes.has(index) ? `message ${id} has the index of another` : undefined
}

function listFault(seen: Seen, id: SessionId, entries: readonly EntryId[]): string | undefined {
  const due = [...seen.sessions.values()][seen.lists.size]
  if (due === undefined || due.id !== id) return `the list of session ${due?.id ?? 'none'} was due, not that of ${id}`
  if (entries.length !== due.nextSeq) return `session ${id} has ${due.nextSeq} entries, not ${entries.length}`
  if (new Set(entries).size < entries.length) return `session ${id} lists an entry twice`
  let said = -1
  for (const [seq, entry] of entries.entries()) {
    const message = seen.messages.get(entry)
    if (message === undefined) return `session ${id} lists ${entry}, a message that the dump does not hold`
    if (seq < due.bornWith) {
      if (!isBornWith(seen, due, entry, message)) return `session ${id} cannot have been born with ${entry}`
    } else if (!message.own || message.index === undefined || message.index <= said) {
      return `session ${id} lists ${entry} where it was not said`
    } else said = message.index
  }
  return undefined
}

/** A continuation takes entries of its parent and text made for it; others take what is not of their conversation. */
function isBornWith({ lists }: Seen, session: Session, entry: EntryId, message: SeenMessage): boolean {
  if (session.kind !== 'continuation' || session.parent === undefined) return !message.own
  const isMade = message.own && message.index === undefined && message.session === session.id
  return isMade || lists.get(session.parent)?.has(entry) === true
}

function versionFault({ sessions }: Seen, others: ReadonlySet<SessionId>, id: SessionId): string | undefined {
  if (sessions.get(id)?.kind !== 'continuation') return `session ${id} is no continuation of this conversation`
  return others.has(id) ? `session ${id} has two of this kind` : undefined
}

function show(text: string): string {
  return JSON.stringify(text.slice(0, 80))
}
