import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStand, type Stand } from '../tool-stand.arbitrary.ts'
import { patch } from './patch.ts'

let stand: Stand
beforeEach(() => {
  stand = createStand()
  stand.write('a.ts', 'const a = 1\nconst b = 2\nconst c = 1\n')
})
afterEach(() => stand.remove())

const content = (path = 'a.ts') => readFileSync(join(stand.workspace, path), 'utf8')
const run = (edits: unknown, path = 'a.ts') => stand.run(patch, { path, edits })

test('makes edits in order and tells where', async () => {
  const { text } = await run([
    { old: 'b = 2', new: 'b = 3\nconst d = 4' },
    { old: 'const c = 1', new: '$& $1 $$' },
  ])
  expect(content()).toBe('const a = 1\nconst b = 3\nconst d = 4\n$& $1 $$\n')
  expect(text).toBe('Changed a.ts:\n- line 2: 1 line became 2\n- line 4: 1 line became 1')
})

test('replaces every place only when told so', async () => {
  const refused = await run([{ old: '= 1', new: '= 9' }])
  expect(refused.isError).toBe(true)
  expect(refused.text).toContain('2 places (lines 1, 3)')
  expect(stand.asked).toEqual([])
  expect((await run([{ old: '= 1', new: '= 9', all: 'true' }])).text).toContain('2 places, from line 1 on')
  expect(content()).toBe('const a = 9\nconst b = 2\nconst c = 9\n')
})

test('makes none when one does not fit', async () => {
  const { text } = await run([
    { old: 'a = 1', new: 'a = 0' },
    { old: 'never there at all', new: 'x' },
  ])
  expect(text).toContain('Edit 2 of 2 was not made')
  expect(text).toContain('nor anything like it')
  expect(content()).toBe('const a = 1\nconst b = 2\nconst c = 1\n')
})

test.each([
  ['spacing', 'if (a)  {\n  go()\n}', 3, 'differs only in spaces'],
  ['a word', 'if (a) {\n\tstop()\n}', 3, 'The nearest is at line'],
  ['a letter of the only line', 'function strat() {', 1, 'The nearest is at line'],
])('points to the nearest match when %s differs', async (_, old, line, words) => {
  stand.write('b.ts', 'function start() {\n\n\tif (a) {\n\t\tgo()\n\t}\n}\n')
  const { text } = await run([{ old, new: 'x' }], 'b.ts')
  expect(text).toContain(words)
  expect(text).toContain(`line ${line}:`)
})

test('keeps the byte order mark and the line ends of a file', async () => {
  stand.write('w.txt', '\ufeffone\r\ntwo\r\nthree\r\n')
  await run([{ old: 'one\ntwo', new: 'one\n1.5\ntwo' }], 'w.txt')
  expect(content('w.txt')).toBe('\ufeffone\r\n1.5\r\ntwo\r\nthree\r\n')
})

test('does not touch what is not UTF-8 text', async () => {
  stand.write('l.txt', Buffer.from([0x61, 0xe9, 0x62]))
  expect((await run([{ old: 'a', new: 'b' }], 'l.txt')).text).toContain('not UTF-8')
  expect(readFileSync(join(stand.workspace, 'l.txt'))).toEqual(Buffer.from([0x61, 0xe9, 0x62]))
})

test('refuses an edit that changes nothing, or has nothing to look for', async () => {
  expect((await run([{ old: 'a', new: 'a' }])).text).toContain('changes nothing')
  expect((await run([{ old: '', new: 'a' }])).text).toContain('edits[0].old')
  expect((await run([])).text).toContain('edits')
})

test('two patches at once both hold', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `[${at}]`)
  stand.write('many.txt', names.join('\n'))
  await Promise.all(names.map((name, at) => run([{ old: name, new: `done ${at}` }], 'many.txt')))
  expect(content('many.txt')).toBe(names.map((_, at) => `done ${at}`).join('\n'))
})

test('shows the user what would change, and changes nothing when declined', async () => {
  stand.says = false
  await run([{ old: 'b = 2', new: 'b = 3' }])
  expect(stand.asked).toEqual(['Change a.ts (1 edit)?\n- const b = 2\n+ const b = 3'])
  expect(content()).toContain('b = 2')
})

test('refuses to put in what only stands for a text that is out of view, and may take it out', async () => {
  const mark = 'const z = … [512 more characters left out of view; whole in #12]'
  const { text, isError } = await run([{ old: 'b = 2', new: mark }])
  expect(isError).toBe(true)
  expect(text).toContain('read_original("#12")')
  expect(stand.asked).toEqual([])
  expect(content()).toContain('b = 2')
  stand.write('a.ts', mark)
  expect((await run([{ old: mark, new: 'const z = 1' }])).isError).toBeUndefined()
  expect(content()).toBe('const z = 1')
})
