import {
  type Compaction,
  checkNewIds,
  type EntryId,
  type Instant,
  madeUsage,
  type Session,
  type SessionId,
} from '@palimpsest/core/store'
import { invalidRequest } from '../refuse.ts'
import {
  addVersion,
  conflictInMemory,
  type MemorySessionRow,
  needSessionInMemory,
  sessionOfMemoryRow,
  type Tables,
  toRow,
  touchInMemory,
} from './tables.ts'

/** Ends a session and opens its continuation, or finds that this very compaction was written before. */
export function compactInMemory(tables: Tables, compaction: Compaction): Session {
  const { session: id, continuation, at } = compaction
  const row = needSessionInMemory(tables, id)
  const existing = tables.sessions.get(continuation)
  if (existing !== undefined && existing.session.kind === 'continuation' && existing.session.parent === id) {
    return sessionOfMemoryRow(existing)
  }
  if (row.session.endedAt !== undefined) throw conflictInMemory(row)
  if (existing !== undefined) throw invalidRequest(`The id ${continuation} names another session already.`)
  checkNewIds([continuation, ...compaction.view.flatMap((item) => (item.kind === 'made' ? [item.id] : []))])
  refuseForeign(tables, compaction, row)
  const { conversation } = row.session
  writeMade(tables, compaction, row)
  const next = continued(compaction, row)
  tables.sessions.set(id, { ...row, session: { ...row.session, endedAt: at, endReason: 'compression' } })
  tables.sessions.set(continuation, next)
  const { receipt, ledger } = compaction
  if (receipt !== undefined) addVersion(tables.receipts, conversation, { session: continuation, at, value: receipt })
  if (ledger !== undefined) addVersion(tables.ledgers, conversation, { session: continuation, at, value: ledger })
  touchInMemory(tables, conversation, { at, tip: continuation })
  return sessionOfMemoryRow(next)
}

/** Ends a continuation as undone and lets its parent go on with what was said since. */
export function undoInMemory(tables: Tables, continuation: SessionId, at: Instant): Session {
  const row = needSessionInMemory(tables, continuation)
  const { kind, parent, conversation, bornWith } = row.session
  if (kind !== 'continuation' || parent === undefined)
    throw invalidRequest(`Session ${continuation} is no continuation.`)
  if (row.session.endedAt !== undefined) throw conflictInMemory(row)
  const old = needSessionInMemory(tables, parent)
  const { endedAt: _at, endReason: _reason, ...reopened } = old.session
  const revived = { session: reopened, entries: [...old.entries, ...row.entries.slice(bornWith)] }
  tables.sessions.set(continuation, { ...row, session: { ...row.session, endedAt: at, endReason: 'undone' } })
  tables.sessions.set(parent, revived)
  touchInMemory(tables, conversation, { at, tip: parent })
  return sessionOfMemoryRow(revived)
}

function refuseForeign(tables: Tables, { basedOnSeq, view }: Compaction, row: MemorySessionRow): void {
  if (basedOnSeq < 0 || basedOnSeq > row.entries.length) {
    throw invalidRequest(`Session ${row.session.id} has ${row.entries.length} entries, not ${basedOnSeq}.`)
  }
  const seen = new Set(row.entries.slice(0, basedOnSeq))
  const shown = new Set<EntryId>()
  for (const item of view) {
    const stranger = (item.kind === 'kept' ? [item.id] : item.standsFor).find((id) => !seen.has(id))
    if (stranger !== undefined) throw invalidRequest(`The compaction was not based on ${stranger}.`)
    if (item.kind === 'made' && tables.messages.has(item.id))
      throw invalidRequest(`The id ${item.id} names another entry.`)
    if (shown.has(item.id)) throw invalidRequest(`The view shows ${item.id} twice.`)
    shown.add(item.id)
  }
}

function writeMade(tables: Tables, { view, continuation, at }: Compaction, row: MemorySessionRow): void {
  for (const item of view) {
    if (item.kind === 'kept') continue
    const { id, message, standsFor, usage } = item
    const place = { conversation: row.session.conversation, session: continuation, at }
    tables.messages.set(id, toRow({ id, ...place, message, standsFor, ...(usage && { usage }) }))
  }
}

function continued(
  { session, continuation, view, basedOnSeq, at, system }: Compaction,
  row: MemorySessionRow,
): MemorySessionRow {
  const { conversation, model, system: before } = row.session
  const entries = [...view.map(({ id }) => id), ...row.entries.slice(basedOnSeq)]
  const prompt = system ?? before
  return {
    session: {
      id: continuation,
      conversation,
      kind: 'continuation',
      parent: session,
      startedAt: at,
      ...(model === undefined ? {} : { model }),
      ...(prompt === undefined ? {} : { system: prompt }),
      bornWith: entries.length,
      usage: madeUsage(view),
    },
    entries,
  }
}
