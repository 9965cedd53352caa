import { chmodSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createStand, type Stand } from '../tool-stand.arbitrary.ts'
import { writeFile } from './write-file.ts'

let stand: Stand
beforeEach(() => {
  stand = createStand()
})
afterEach(() => stand.remove())

const content = (path: string) => readFileSync(join(stand.workspace, path), 'utf8')

test('writes a new file, with its folders, and says how much', async () => {
  const { text } = await stand.run(writeFile, { path: 'a/b/c.txt', content: 'één\ntwo\n' })
  expect(content('a/b/c.txt')).toBe('één\ntwo\n')
  expect(text).toBe('Wrote a/b/c.txt: 2 lines, 10 bytes (a new file).')
})

test('replaces a file and keeps its rights', async () => {
  const path = stand.write('run.sh', 'old')
  chmodSync(path, 0o751)
  expect((await stand.run(writeFile, { path: 'run.sh', content: 'new' })).text).toContain('it had 3 bytes')
  expect(statSync(path).mode & 0o777).toBe(0o751)
  expect(content('run.sh')).toBe('new')
})

test('writes to what a link inside the workspace leads to', async () => {
  stand.write('real.txt', 'old')
  symlinkSync('real.txt', join(stand.workspace, 'link.txt'))
  await stand.run(writeFile, { path: 'link.txt', content: 'new' })
  expect(content('real.txt')).toBe('new')
  expect(lstatSync(join(stand.workspace, 'link.txt')).isSymbolicLink()).toBe(true)
})

test('asks first, showing what a terminal would hide, and does nothing when declined', async () => {
  stand.says = false
  const { text, isError } = await stand.run(writeFile, { path: 'a\u001b[2K\u202etxt', content: 'x' })
  expect(isError).toBe(true)
  expect(text).toContain('declined')
  expect(stand.asked).toEqual(['Write a\\u{1b}[2K\\u{202e}txt (a new file, 1 line, 1 byte)?\n+ x'])
  expect(stand.everything()).toEqual(['results', 'work'])
})

test('an abort while the user is asked ends the call and writes nothing', async () => {
  const abort = new AbortController()
  const confirm = () => new Promise<boolean>(() => abort.abort())
  const { text, isError } = await stand.run(writeFile, { path: 'a.txt', content: 'x' }, { confirm }, abort.signal)
  expect([text, isError]).toEqual(['Cancelled before it was done.', true])
  expect(stand.everything()).not.toContain('work/a.txt')
})

test('an abort at any moment leaves the old file or the new one, and nothing else', async () => {
  const large = 'y'.repeat(4_000_000)
  for (const afterMs of [0, 1, 2, 4, 8, 16]) {
    stand.write('a.txt', 'old')
    const abort = new AbortController()
    const timer = setTimeout(() => abort.abort(), afterMs)
    const { isError } = await stand.run(writeFile, { path: 'a.txt', content: large }, {}, abort.signal)
    clearTimeout(timer)
    expect(content('a.txt').length).toBe(isError ? 3 : large.length)
    expect(stand.everything().filter((path) => path.includes('.tmp'))).toEqual([])
  }
})

test('what cannot be written is told in words', async () => {
  stand.write('file', 'x')
  expect((await stand.run(writeFile, { path: 'file/below.txt', content: 'x' })).text).toContain('a file, not a folder')
  expect((await stand.run(writeFile, { path: '.', content: 'x' })).text).toContain('folder')
  expect((await stand.run(writeFile, { path: 'n'.repeat(300), content: 'x' })).text).toContain('name is too long')
})

test('refuses what only stands for a text that is out of view, and leaves the file as it is', async () => {
  stand.write('a.txt', 'old')
  const content = 'The start… [512 more characters left out of view; whole in message e-7]'
  const { text, isError } = await stand.run(writeFile, { path: 'a.txt', content })
  expect(isError).toBe(true)
  expect(text).toContain('read_original("message e-7")')
  expect(stand.asked).toEqual([])
  expect(readFileSync(join(stand.workspace, 'a.txt'), 'utf8')).toBe('old')
})

test('writes words like ours that name no message', async () => {
  const content =
    '[512 more characters left out of view; whole in your heart] [9 more characters left out of view; whole in "x")]'
  await stand.run(writeFile, { path: 'poem.txt', content })
  expect(readFileSync(join(stand.workspace, 'poem.txt'), 'utf8')).toBe(content)
})
