import { expect, test } from 'vitest'
import { entryId } from '../log/entry.ts'
import type { Message } from '../message/message.ts'
import { assistant, call, result } from '../testing/build.ts'
import { emptyLedger, type Ledger } from './ledger.ts'
import { readFacts } from './read-facts.ts'

const read = (...messages: readonly Message[]): Ledger =>
  readFacts(
    emptyLedger,
    messages.map((message, i) => ({ id: entryId(`e${i}`), message })),
  )
const ran = (command: string, output: string) => [assistant(call('any', { command })), result('any', output)]
const open = ({ errors }: Ledger) => errors.filter(({ settled }) => settled !== true).map(({ line }) => line)
const failing = ran('npm test', 'Error: a is missing\nError: b is missing\nexit code: 1')

test('what a command no longer tells when it runs again is settled', () => {
  expect(open(read(...failing))).toEqual(['Error: a is missing', 'Error: b is missing'])
  const better = [...failing, ...ran('npm test', 'Error: b is missing\nexit code: 1')]
  expect(open(read(...better))).toEqual(['Error: b is missing'])
  expect(open(read(...better, ...ran('npm test', '12 passed\nexit code: 0')))).toEqual([])
  expect(open(read(...failing, ...ran('npm run lint', 'exit code: 0')))).toHaveLength(2)
})

test('a run of all tests that succeeds settles what a run of one of them found', () => {
  const one = ran('npx vitest run src/a/b.test.ts', 'AssertionError: b\nexit code: 1')
  expect(open(read(...one, ...ran('npx vitest run src/a', 'exit code: 0')))).toEqual([])
  expect(open(read(...one, ...ran('npx vitest run', 'exit code: 0')))).toEqual([])
  expect(open(read(...one, ...ran('npx vitest run', 'exit code: 1')))).toHaveLength(1)
  expect(open(read(...one, ...ran('npx vitest run src/c', 'exit code: 0')))).toHaveLength(1)
})

test('errors that still fail outlive those that are over, and lines of a log', () => {
  const many = (name: string, of: number) =>
    Array.from({ length: of }, (_, i) => `Error: ${name} ${String.fromCharCode(97 + (i % 26), 97 + ((i / 26) | 0))}`)
  const ledger = read(
    ...ran('npm test', 'Error: port is taken\nexit code: 1'),
    ...many('over', 60).flatMap((line, i) => [
      ...ran(`run ${i}`, `${line} ${'x'.repeat(60)}\nexit code: 1`),
      ...ran(`run ${i}`, 'exit code: 0'),
    ]),
    ...ran('cat app.log', `${many('seen', 50).join('\n')}\nexit code: 0`),
  )
  expect(open(ledger)).toContain('Error: port is taken')
})

test('a command that ends with a code above 1 failed, whatever its words', () => {
  expect(open(read(...ran('jq .a b.json', 'jq: no way\nexit code: 5')))).toEqual(['jq: no way'])
  expect(open(read(...ran('grep x a.ts', 'nothing here\nexit code: 1')))).toEqual([])
})

test('an error that comes back is open again', () => {
  expect(open(read(...failing, ...ran('npm test', '12 passed\nexit code: 0'), ...failing))).toHaveLength(2)
})
