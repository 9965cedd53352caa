import {
  addUsage,
  type ConversationId,
  type EntryId,
  equalJson,
  type StoreProblem,
  type Usage,
} from '@palimpsest/core/store'
import {
  asJson,
  findMessageInMemory,
  isUnchangedRow,
  type MemorySessionRow,
  sessionsOf,
  type Tables,
  toRow,
} from './tables.ts'

/** Everything that is wrong with the rows. */
export function verifyInMemory(tables: Tables): readonly StoreProblem[] {
  return [
    ...[...tables.messages.keys()].flatMap((id) => checkMessage(tables, id)),
    ...[...tables.sessions.values()].flatMap((row) => [
      ...checkEntries(tables, row),
      ...checkParent(tables, row),
      ...checkUsage(tables, row),
    ]),
    ...[...tables.conversations.keys()].flatMap((id) => [...checkTip(tables, id), ...checkIndexes(tables, id)]),
  ]
}

/** Counts usage anew and makes the search terms anew. */
export function repairInMemory(tables: Tables): readonly StoreProblem[] {
  for (const { code, where, derived } of verifyInMemory(tables)) {
    if (!derived) continue
    for (const [id, row] of tables.sessions) {
      if (code !== 'usage-mismatch' || id !== where) continue
      tables.sessions.set(id, { ...row, session: { ...row.session, usage: usageOf(tables, row) } })
    }
    for (const [id, row] of tables.messages) {
      const stored = code === 'search-incomplete' && id === where ? findMessageInMemory(tables, id) : undefined
      if (stored !== undefined) tables.messages.set(id, toRow(stored, row.keeper))
    }
  }
  return verifyInMemory(tables)
}

function checkMessage(tables: Tables, id: EntryId): readonly StoreProblem[] {
  const row = tables.messages.get(id)
  if (row === undefined) return [problem('message-missing', id, 'The message is gone.')]
  if (!isUnchangedRow(row)) return [problem('hash-mismatch', id, 'The message is not what was written.')]
  if (!tables.conversations.has(row.keeper)) return [problem('orphan-row', id, 'Its conversation is gone.')]
  if (row.index === undefined || row.words !== undefined) return []
  return [{ ...problem('search-incomplete', id, 'Search does not know the message.'), derived: true }]
}

function checkEntries(tables: Tables, { session, entries }: MemorySessionRow): readonly StoreProblem[] {
  const missing = entries.filter((id) => !tables.messages.has(id))
  return [
    ...missing.map((id) => problem('message-missing', id, `Session ${session.id} shows it.`)),
    ...(session.bornWith > entries.length
      ? [problem('sequence-gap', session.id, `It was born with ${session.bornWith} entries and has ${entries.length}.`)]
      : []),
  ]
}

function checkParent(tables: Tables, { session }: MemorySessionRow): readonly StoreProblem[] {
  if (!tables.conversations.has(session.conversation)) {
    return [problem('orphan-row', session.id, 'Its conversation is gone.')]
  }
  const seen = new Set<string>()
  for (let at: MemorySessionRow['session'] | undefined = session; at?.parent !== undefined; ) {
    if (seen.has(at.id)) return [problem('lineage-cycle', session.id, 'It descends from itself.')]
    seen.add(at.id)
    at = tables.sessions.get(at.parent)?.session
  }
  return []
}

function checkUsage(tables: Tables, row: MemorySessionRow): readonly StoreProblem[] {
  if (equalJson(asJson(usageOf(tables, row)), asJson(row.session.usage))) return []
  const detail = 'Its usage is not the sum of its messages.'
  return [{ ...problem('usage-mismatch', row.session.id, detail), derived: true }]
}

function checkTip(tables: Tables, id: ConversationId): readonly StoreProblem[] {
  const live = sessionsOf(tables, id).filter(({ session }) => session.endedAt === undefined)
  const tip = tables.conversations.get(id)?.tip
  const sound = live.length === 0 || (live.length === 1 && live[0]?.session.id === tip)
  return sound ? [] : [problem('tip-count', id, `It has ${live.length} live sessions, and its tip is ${tip}.`)]
}

function checkIndexes(tables: Tables, id: ConversationId): readonly StoreProblem[] {
  const originals = tables.originals.get(id) ?? []
  const wrong = originals.find((entry, i) => tables.messages.get(entry)?.index !== i)
  return wrong === undefined ? [] : [problem('index-gap', id, `Message ${wrong} is not where its index says.`)]
}

function usageOf(tables: Tables, { session, entries }: MemorySessionRow): Usage {
  const own = entries
    .flatMap((id) => findMessageInMemory(tables, id) ?? [])
    .filter((stored) => stored.session === session.id)
  return own.reduce((sum: Usage, { usage }) => addUsage(sum, usage ?? {}), {})
}

function problem(code: string, where: string, detail: string): StoreProblem {
  return { code, where, detail, derived: false }
}
