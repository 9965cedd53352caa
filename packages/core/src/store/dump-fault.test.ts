import { expect, test } from 'vitest'
import { isObject, type Json, type JsonObject } from '../json.ts'
import { changed, inside } from '../testing/store/fixtures/changed-dump.ts'
import { dumped, dumpedIds } from '../testing/store/fixtures/dumped.ts'
import { readDump } from './dump-whole.ts'

const { root, next, hello, summary, then } = dumpedIds

/** The dump with more lines after one of them, counted from 1. */
function grown(line: number, ...lines: readonly Json[]): readonly Json[] {
  return [...dumped.slice(0, line), ...lines, ...dumped.slice(line)]
}

/** A line like another, with other fields in its record. */
function like(line: number, record: string, fields: JsonObject): Json {
  return inside(line, record, fields)[line - 1] ?? null
}

/** The dump without its lines of one kind. */
function without(kind: string): readonly Json[] {
  return dumped.filter((line) => !(isObject(line) && line.kind === kind))
}

const stranger = { id: 'other', conversation: 'elsewhere', session: 'away', index: undefined }

test.each<[string, readonly Json[]]>([
  ['session ID comes twice', grown(3, dumped[2] ?? null)],
  ['session ID was born with more entries than it has', inside(3, 'session', { bornWith: 3 })],
  ['session other begins a second chain', grown(3, like(2, 'session', { id: 'other' }))],
  ['session ID is its own parent', inside(2, 'session', { kind: 'branch', parent: root })],
  ['session ID is a root and has a parent', inside(2, 'session', { parent: next })],
  ['session ID is a root and was born with entries', inside(2, 'session', { bornWith: 1 })],
  ['session ID began before ID ended', inside(3, 'session', { startedAt: -1 })],
  ['session ID is continued twice', grown(3, like(3, 'session', { id: 'other' }))],
  ['message ID comes twice', grown(4, dumped[3] ?? null)],
  ['message ID is both said and made', inside(4, 'message', { standsFor: [] })],
  ['message ID is of a session of this conversation, but not of it', inside(5, 'message', { conversation: 'x' })],
  ['session ID lists an entry twice', changed(8, { entries: [summary, summary] })],
  ['session ID cannot have been born with ID', changed(8, { entries: [then, summary] })],
  ['session ID lists ID where it was not said', inside(3, 'session', { bornWith: 0 })],
  ['session ID lists ID where it was not said', changed(7, { entries: [summary] })],
  ['session ID has two of this kind', grown(9, dumped[8] ?? null)],
  ['session ID is no continuation of this conversation', changed(10, { session: root })],
  ['a session after a list', grown(7, like(3, 'session', { id: 'other' }))],
  ['a receipt after a ledger', grown(10, dumped[8] ?? null)],
  ['it does not hold its tip, session x', inside(1, 'conversation', { tip: 'x' })],
  ['it does not hold the list of session ID', without('list')],
  ['no list shows message ID where it belongs', changed(8, { entries: [summary, hello] })],
  ['no list shows message other where it belongs', grown(3, like(5, 'message', stranger))],
  ['it tells of 1 receipts and holds 0', without('receipt')],
  ['it tells of 1 ledgers and holds 0', without('ledger')],
  ['it tells of 1 states and holds 0', without('state')],
])('%s', (fault, lines) => {
  const told = new RegExp(`: ${fault.replaceAll('ID', '01900000-0000-7000-8000-00000000\\w{4}')}\\.$`)
  expect(() => readDump(lines)).toThrow(told)
})

test('an original that a list shows before an older one is refused', () => {
  const twoSaid = inside(2, 'session', { nextSeq: 2 })
  const said = like(4, 'message', { id: 'older', index: 1 })
  const later = inside(6, 'message', { index: 2 })[5]
  const list = { kind: 'list', session: root, entries: ['older', hello] }
  const counted = inside(1, 'conversation', { messages: 3 })[0]
  const lines = [counted, twoSaid[1], ...dumped.slice(2, 4), said, dumped[4], later, list, ...dumped.slice(7)]
  const present = lines.flatMap((line) => (line === undefined ? [] : [line]))
  expect(() => readDump(present)).toThrow(`session ${root} lists ${hello} where it was not said`)
  const sorted = present.map((line) => (line === list ? { ...list, entries: [hello, 'older'] } : line))
  expect(readDump(sorted).conversation.messages).toBe(3)
})
