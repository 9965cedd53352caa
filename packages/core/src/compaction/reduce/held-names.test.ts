import { expect, test } from 'vitest'
import { result } from '../../testing/build.ts'
import { heldNames } from './held-names.ts'

test.each([
  [
    'definitions of a file',
    ' 1→export async function readFacts() {\n 2→class Ledger {\n 3→  x = 1',
    ['readFacts', 'Ledger'],
  ],
  ['headings', '# Guide\ntext\n## How to\n', ['Guide', 'How to']],
  ['matches of a search', 'src/a.ts:12:x\nsrc/a.ts:14:x\nsrc/b.ts-3-y\n', ['src/a.ts', 'src/b.ts']],
  ['tests that fail', 'ok a\nFAILED tests/test_a.py::test_b\n', ['tests/test_a.py::test_b']],
  ['nothing of prose', 'all is well', []],
])('names %s', (_, text, names) => {
  expect(heldNames(result('c', text))).toEqual(names)
})

test('names no secret', () => {
  const token = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a'
  expect(heldNames(result('c', `# key ${token}\n`)).join()).not.toContain(token)
})
