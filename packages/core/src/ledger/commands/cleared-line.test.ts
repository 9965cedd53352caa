import { expect, test } from 'vitest'
import { clearedLine } from './cleared-line.ts'

const line = '[terminal] ran `npm test` -> exit 1, 40 lines, "Error: a is missing" (#7): src/a.ts'

test('a line in place of a result tells how its call ended', () => {
  expect(clearedLine(line, 'terminal')).toEqual({
    exitCode: 1,
    failed: true,
    line: 'Error: a is missing',
    notables: 'src/a.ts',
  })
})

test.each(['read_file', undefined])('one that names another tool than %s was found elsewhere', (tool) => {
  expect(clearedLine(line, tool)).toBeUndefined()
})

test('a line that only says that something is gone tells nothing', () => {
  const gone = { exitCode: undefined, failed: false, line: undefined, notables: '' }
  expect(clearedLine('[Old tool output cleared to save context space] (#7)', undefined)).toEqual(gone)
})
