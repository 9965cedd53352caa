import { expect, test } from 'vitest'
import { shellWords } from './shell-words.ts'

test.each([
  ['a quote that never ends', 'cat "src/a b.ts', ['cat', 'src/a b.ts']],
  ['a quote that is cut in the middle of an escape', 'cat "a.ts \\', ['cat', 'a.ts']],
  ['a backslash at the very end', 'cat a.ts \\', ['cat', 'a.ts']],
])('%s loses no word', (_, script, words) => {
  expect(shellWords(script)).toEqual([{ words, writes: [], reads: [] }])
})

test('programs, what they write and what they read are told apart', () => {
  expect(shellWords("sort -u < in.txt 2>&1 >> 'my out.txt' && wc -l in.txt")).toEqual([
    { words: ['sort', '-u'], writes: ['my out.txt'], reads: ['in.txt'] },
    { words: ['wc', '-l', 'in.txt'], writes: [], reads: [] },
  ])
})

test('the lines of a here-document are data', () => {
  expect(shellWords('cat <<EOF > a.md\nrm -rf b.md\nEOF\nls c')).toEqual([
    { words: ['cat'], writes: ['a.md'], reads: [] },
    { words: ['ls', 'c'], writes: [], reads: [] },
  ])
})
