import { type EntryId, entryId } from '@palimpsest/core/log'
import { conversationId, type SessionId, sessionId } from '@palimpsest/core/store'
import { user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { appendInMemory } from './append.ts'
import { beginInMemory } from './begin.ts'
import { compactInMemory } from './compact.ts'
import { createTables, type MemoryMessageRow, type MemorySessionRow, type Tables } from './tables.ts'
import { repairInMemory, verifyInMemory } from './verify.ts'

const conversation = conversationId('c')
const [root, next] = [sessionId('root'), sessionId('next')]
const [one, two] = [entryId('one'), entryId('two')]

/** A sound store to be damaged: two messages, one compaction. */
function sound(): Tables {
  const tables = createTables()
  beginInMemory(tables, { id: root, conversation, at: 1 })
  const entries = [one, two].map((id) => ({ id, message: user(id), usage: { output: 1 } }))
  appendInMemory(tables, { session: root, expectedSeq: 0, at: 2 }, entries)
  compactInMemory(tables, {
    session: root,
    basedOnSeq: 2,
    continuation: next,
    view: [{ kind: 'kept', id: two }],
    at: 3,
  })
  return tables
}

function changeSession(tables: Tables, id: SessionId, change: Partial<MemorySessionRow['session']>): void {
  const row = tables.sessions.get(id)
  if (row !== undefined) tables.sessions.set(id, { ...row, session: { ...row.session, ...change } })
}

function changeMessage(tables: Tables, id: EntryId, change: (row: MemoryMessageRow) => MemoryMessageRow): void {
  const row = tables.messages.get(id)
  if (row !== undefined) tables.messages.set(id, change(row))
}

test('a store that only its own calls wrote is sound', () => {
  expect(verifyInMemory(sound())).toEqual([])
})

test.each<[string, string, (tables: Tables) => void]>([
  ['message-missing', two, (tables) => tables.messages.delete(two)],
  [
    'hash-mismatch',
    one,
    (tables) => changeMessage(tables, one, (row) => ({ ...row, stored: { ...row.stored, message: user('else') } })),
  ],
  ['sequence-gap', next, (tables) => changeSession(tables, next, { bornWith: 5 })],
  ['lineage-cycle', root, (tables) => changeSession(tables, root, { parent: next })],
  ['tip-count', conversation, (tables) => changeSession(tables, root, { endedAt: undefined })],
  ['index-gap', conversation, (tables) => tables.originals.set(conversation, [two, one])],
  ['orphan-row', root, (tables) => tables.conversations.delete(conversation)],
])('verify finds %s at %s', (code, where, damage) => {
  const tables = sound()
  damage(tables)
  expect(verifyInMemory(tables)).toContainEqual(expect.objectContaining({ code, where, derived: false }))
  expect(repairInMemory(tables)).toContainEqual(expect.objectContaining({ code, where }))
})

test.each<[string, string, (tables: Tables) => void]>([
  ['usage-mismatch', root, (tables) => changeSession(tables, root, { usage: { output: 7 } })],
  ['search-incomplete', one, (tables) => changeMessage(tables, one, ({ words: _, ...row }) => row)],
])('repair rebuilds what %s at %s is about', (code, where, damage) => {
  const tables = sound()
  damage(tables)
  expect(verifyInMemory(tables)).toEqual([expect.objectContaining({ code, where, derived: true })])
  expect(repairInMemory(tables)).toEqual([])
  expect(tables.sessions.get(root)?.session.usage).toEqual({ output: 2 })
})
