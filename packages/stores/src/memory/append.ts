import {
  addUsage,
  checkNewIds,
  type EntryId,
  equalJson,
  type Instant,
  type NewEntry,
  type SessionId,
  type SessionProgress,
} from '@palimpsest/core/store'
import { invalidRequest } from '../refuse.ts'
import {
  asJson,
  conflictInMemory,
  findMessageInMemory,
  type MemorySessionRow,
  needSessionInMemory,
  type Tables,
  toRow,
  touchInMemory,
} from './tables.ts'

/** The place where entries go, and the time they were said. */
export interface AppendPlace {
  readonly session: SessionId
  readonly expectedSeq: number
  readonly at: Instant
}

/** Writes entries at the end of a session, or finds them there. */
export function appendInMemory(
  tables: Tables,
  { session: id, expectedSeq, at }: AppendPlace,
  entries: readonly NewEntry[],
): SessionProgress {
  const row = needSessionInMemory(tables, id)
  if (isThere(row, expectedSeq, entries)) {
    refuseChanged(tables, entries)
    return { nextSeq: row.entries.length, usage: row.session.usage }
  }
  if (row.session.endedAt !== undefined || row.entries.length !== expectedSeq) throw conflictInMemory(row, expectedSeq)
  checkNewIds(entries.map((entry) => entry.id))
  refuseKnown(tables, entries)
  const { conversation } = row.session
  const originals = tables.originals.get(conversation) ?? []
  const rows = entries.map(({ id: entry, message, usage }, i) => {
    const place = { conversation, session: id, index: originals.length + i, at }
    return toRow({ id: entry, message, ...(usage && { usage }), ...place })
  })
  for (const message of rows) {
    tables.messages.set(message.stored.id, message)
    originals.push(message.stored.id)
    row.entries.push(message.stored.id)
  }
  tables.originals.set(conversation, originals)
  const usage = entries.reduce((sum, { usage: more }) => (more ? addUsage(sum, more) : sum), row.session.usage)
  if (usage !== row.session.usage) tables.sessions.set(id, { ...row, session: { ...row.session, usage } })
  touchInMemory(tables, conversation, { at })
  return { nextSeq: row.entries.length, usage }
}

function isThere(row: MemorySessionRow, expectedSeq: number, entries: readonly NewEntry[]): boolean {
  return entries.length > 0 && entries.every(({ id }, i) => row.entries[expectedSeq + i] === id)
}

/** An id refers to what was first said under it. */
function refuseChanged(tables: Tables, entries: readonly NewEntry[]): void {
  for (const { id, message, usage } of entries) {
    const stored = findMessageInMemory(tables, id)
    if (stored === undefined) continue
    const [before, now] = [
      { message: stored.message, usage: stored.usage ?? null },
      { message, usage: usage ?? null },
    ]
    if (!equalJson(asJson(before), asJson(now)))
      throw invalidRequest(`The entry ${id} was sent before, with other content.`)
  }
}

function refuseKnown(tables: Tables, entries: readonly NewEntry[]): void {
  const seen = new Set<EntryId>()
  for (const { id } of entries) {
    if (tables.messages.has(id) || seen.has(id)) throw invalidRequest(`The id ${id} names another entry already.`)
    seen.add(id)
  }
}
