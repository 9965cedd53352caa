import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import type { Message } from '../../message/message.ts'
import { assistant, call, result } from '../../testing/build.ts'
import { emptyLedger, type Ledger } from '../ledger.ts'
import { readFacts } from '../read-facts.ts'

const ledgerOf = (...messages: readonly Message[]) =>
  readFacts(
    emptyLedger,
    messages.map((message, i) => ({ id: entryId(`e${i}`), message })),
  )
const open = ({ errors }: Ledger) => errors.filter(({ settled }) => settled !== true).map(({ line }) => line)

let calls = 0
function called(name: string, input: object, output: string, isError = false): readonly Message[] {
  const id = `c${calls++}`
  return [assistant(call(name, { ...input }, id)), { ...result(id, output), ...(isError && { isError }) }]
}

test('a command without an exit code that tells no more of an error has settled it', () => {
  const failing = called('shell', { cmd: 'terraform plan' }, 'Error: state is locked')
  expect(open(ledgerOf(...failing))).toEqual(['Error: state is locked'])
  expect(open(ledgerOf(...failing, ...called('shell', { cmd: 'terraform plan' }, 'Plan: 1 to add')))).toEqual([])
  expect(open(ledgerOf(...failing, ...failing))).toHaveLength(1)
  expect(open(ledgerOf(...failing, ...called('shell', { cmd: 'ls' }, 'a')))).toHaveLength(1)
})

test('the same call of any tool settles what it told', () => {
  const build = { pipeline: 'all', ref: { branch: 'main' } }
  const failing = called('mcp__ci__run', build, '{"error":"job lint failed"}')
  expect(open(ledgerOf(...failing))).toHaveLength(1)
  expect(open(ledgerOf(...failing, ...called('mcp__ci__run', build, '{"status":"success"}')))).toEqual([])
  const other = { ...build, ref: { branch: 'next' } }
  expect(open(ledgerOf(...failing, ...called('mcp__ci__run', other, '{"status":"success"}')))).toHaveLength(1)
})

test('a file that could not be changed and then was is no failure any more', () => {
  const edit = (path: string, old: string) => ({ file_path: path, old_string: old, new_string: 'b' })
  const failing = called('Edit', edit('src/a.ts', 'x'), 'String to replace not found', true)
  expect(open(ledgerOf(...failing))).toHaveLength(1)
  expect(open(ledgerOf(...failing, ...called('Edit', edit('src/a.ts', 'y'), 'updated')))).toEqual([])
  expect(open(ledgerOf(...failing, ...called('Edit', edit('src/b.ts', 'y'), 'updated')))).toHaveLength(1)
  expect(open(ledgerOf(...failing, ...called('Read', { file_path: 'src/a.ts' }, 'text')))).toHaveLength(1)
})

test('what is waited for is known after a reload', () => {
  const build = { pipeline: 'all' }
  const before = ledgerOf(...called('mcp__ci__run', build, '{"error":"job lint failed"}'))
  const after = called('mcp__ci__run', build, '{"status":"success"}').map((message, i) => ({
    id: entryId(`f${i}`),
    message,
  }))
  expect(open(readFacts(JSON.parse(JSON.stringify(before)), after))).toEqual([])
})

test('a tool that runs a file reports what happened, one that reads it does not', () => {
  const failed = 'FAILED tests/a.py::test_total\n1 failed'
  expect(open(ledgerOf(...called('run_tests', { path: 'tests/a.py' }, failed)))).toContain(failed.split('\n')[0])
  expect(open(ledgerOf(...called('read_tests', { path: 'tests/a.py' }, failed)))).toEqual([])
  const passed = called('run_tests', { path: 'tests/a.py' }, '3 passed')
  expect(open(ledgerOf(...called('run_tests', { path: 'tests/a.py' }, failed), ...passed))).toEqual([])
})

test('what still fails outlives what is over or says less, however old it is', () => {
  const failing = Array.from({ length: 30 }, (_, i) =>
    called('shell', { cmd: `check ${i}` }, `Error: ${word(i)} is lost`),
  )
  const over = Array.from({ length: 400 }, (_, i) => [
    ...called('shell', { cmd: `build ${i}` }, `Error: ${word(i)} is broken\n${'and more words '.repeat(10)}`),
    ...called('shell', { cmd: `build ${i}` }, 'built'),
  ])
  const log = Array.from({ length: 60 }, (_, i) => `Error: ${word(i)} of the log ${'goes on '.repeat(20)}`).join('\n')
  const ledger = ledgerOf(...failing.flat(), ...over.flat(), ...called('shell', { cmd: 'cat log' }, log))
  expect(ledger.dropped.errors).toBeGreaterThan(0)
  expect(open(ledger)).toEqual(expect.arrayContaining(failing.map((_, i) => `Error: ${word(i)} is lost`)))
})

test('a command that was run long ago settles what it told when it runs without it', () => {
  const failing = called('shell', { cmd: 'terraform plan' }, 'Error: state is locked')
  const others = Array.from({ length: 300 }, (_, i) => called('shell', { cmd: `make part-${i}` }, 'done')).flat()
  const later = ledgerOf(...failing, ...others)
  expect(later.commands.some(({ command }) => command === 'terraform plan')).toBe(false)
  expect(open(later)).toHaveLength(1)
  expect(
    open(ledgerOf(...failing, ...others, ...called('shell', { cmd: 'terraform plan' }, 'Plan: 1 to add'))),
  ).toEqual([])
})

/** Letters alone: lines that differ in numbers count as one. */
function word(i: number): string {
  return `part ${String.fromCharCode(97 + (i % 26))}${String.fromCharCode(97 + Math.floor(i / 26))}`
}
