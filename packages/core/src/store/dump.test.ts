import { describe, expect, test } from 'vitest'
import type { Json } from '../json.ts'
import { inside, swapped } from '../testing/store/fixtures/changed-dump.ts'
import { dumped, dumpedIds } from '../testing/store/fixtures/dumped.ts'
import { dumpSessionLine, headerLine, listLine, messageLine, stateLines, versionLine } from './dump.ts'
import { readDumpLine } from './dump-line.ts'
import { createDumpReader } from './dump-reader.ts'
import { isSameDump } from './dump-same.ts'
import { type Dump, readDump } from './dump-whole.ts'

test('what is read is written again, line by line and to the byte', () => {
  const lines = written(readDump(dumped))
  expect(lines.map((line) => JSON.stringify(line))).toEqual(dumped.map((line) => JSON.stringify(line)))
})

test('a record with undefined fields is written without them', () => {
  const { conversation } = readDump(dumped)
  const counts = { receipts: 0, ledgers: 0, states: 0 }
  const header = headerLine({ ...conversation, archivedAt: undefined }, counts)
  expect(header).toStrictEqual({ format: 'palimpsest-conversation', version: 1, conversation, counts })
})

test('a reader gives each line as it comes, and the header at the end', () => {
  const reader = createDumpReader()
  const kinds = dumped.map((line) => reader.read(line).kind)
  expect(kinds.join(' ')).toBe('header session session message message message list list receipt ledger state')
  expect(reader.end().conversation.id).toBe(dumpedIds.conversation)
})

test('states are sorted by code unit, which every store can do', () => {
  const keys = stateLines({ 10: 1, 9: 1, b: 1, B: 1, '😀': 1, '\uffee': 1 }).map((line) => JSON.parse(show(line)).key)
  expect(keys).toEqual(['10', '9', 'B', 'b', '😀', '\uffee'])
})

test('dumps are the same whatever the order of their messages, and of nothing else', () => {
  expect(isSameDump(dumped, swapped(4, 6))).toBe(true)
  expect(isSameDump(dumped, swapped(7, 8))).toBe(false)
  expect(isSameDump(dumped, dumped.slice(1))).toBe(false)
  expect(isSameDump(dumped, inside(4, 'message', { at: 2001 }))).toBe(false)
})

test('how long cache writes live is kept with a message, and is no count of a session', () => {
  const usage = { input: 1, cacheWrite: 10, cacheWrite1h: 4 }
  expect(readDumpLine(inside(4, 'message', { usage })[3] ?? null, 4)).toMatchObject({ message: { usage } })
  expect(() => readDumpLine(inside(2, 'session', { usage })[1] ?? null, 2)).toThrow('session.usage.cacheWrite1h')
})

describe('a line that is wrong is named with the place in it', () => {
  test.each<[Json, string]>([
    ['x', 'Line 3 of the dump: expected an object.'],
    [{}, 'Line 3 of the dump: format: expected "palimpsest-conversation", the header of a dump.'],
    [{ kind: 'session' }, 'Line 3 of the dump: session: expected an object.'],
    [{ kind: 'state', key: 1, value: 1 }, 'Line 3 of the dump: key: expected a string.'],
    [{ kind: 'list', session: '', entries: [] }, 'Line 3 of the dump: session: expected an id: 1 to 200 letters'],
    [
      { kind: 'list', session: 's', entries: ['\ud800'] },
      'Line 3 of the dump: entries[0]: expected an id: 1 to 200 letters',
    ],
    [{ kind: 'receipt', session: 's', at: null, value: 1 }, 'Line 3 of the dump: at: expected a time in milliseconds.'],
  ])('%j', (line, message) => {
    expect(() => readDumpLine(line, 3)).toThrow(message)
  })

  test('also deep in a message', () => {
    const line = JSON.parse(show(dumped[3]).replace('"text":"hello"', '"text":["hello"]'))
    expect(() => readDumpLine(line, 4)).toThrow('Line 4 of the dump: message.message.parts[0].text: expected a string.')
  })
})

test.each([
  ['endedAt', 'ended halfway'],
  ['endReason', 'ended halfway'],
])('a session that lost its %s is refused', (field, reason) => {
  const lines = edited(2, (session) => ({ ...session, [field]: undefined }))
  expect(() => readDump(lines)).toThrow(reason)
})

test('a parent that was not compacted cannot have been continued', () => {
  const lines = edited(2, (session) => ({ ...session, endReason: 'closed' }))
  expect(() => readDump(lines)).toThrow('which was not compacted')
})

test('a session that lives beside the tip is refused', () => {
  const undone = edited(3, (session) => ({ ...session, endedAt: 1, endReason: 'undone' }))
  const open = edited(2, (session) => ({ ...session, endedAt: undefined, endReason: undefined }), undone)
  expect(() => readDump(open)).toThrow('lives although it is not the tip')
})

function edited(line: number, edit: (record: object) => object, lines: readonly Json[] = dumped): readonly Json[] {
  return lines.map((json, i) => {
    if (i !== line - 1) return json
    const { kind, session } = JSON.parse(show(json))
    return JSON.parse(JSON.stringify({ kind, session: edit(session) }))
  })
}

function written({ conversation, sessions, messages, lists, receipts, ledgers, states }: Dump): readonly Json[] {
  const counts = { receipts: receipts.length, ledgers: ledgers.length, states: states.length }
  return [
    headerLine(conversation, counts),
    ...sessions.map(dumpSessionLine),
    ...messages.map(messageLine),
    ...[...lists].map(([session, entries]) => listLine(session, entries)),
    ...receipts.map((version) => versionLine('receipt', version)),
    ...ledgers.map((version) => versionLine('ledger', version)),
    ...stateLines(Object.fromEntries(states.map(({ key, value }) => [key, value]))),
  ]
}

function show(line: Json | undefined): string {
  return JSON.stringify(line)
}
