import { linkSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { searchFiles } from '../search/search-files.ts'
import { createStand, type Stand } from '../tool-stand.arbitrary.ts'
import { patch } from './patch.ts'
import { readFile } from './read-file.ts'
import { writeFile } from './write-file.ts'

let stand: Stand
beforeEach(() => {
  stand = createStand()
})
afterEach(() => stand.remove())

/** A file outside, and a name of it in the workspace. */
function withHardLink(name: string, mode = 0o644) {
  const outside = join(stand.folder, 'outside.txt')
  writeFileSync(outside, 'needle outside\n', { mode })
  mkdirSync(join(stand.workspace, name, '..'), { recursive: true })
  linkSync(outside, join(stand.workspace, name))
  return outside
}

test('a hard link is read only when the user agrees, and then asked about no more', async () => {
  withHardLink('notes.txt', 0o600)
  const question =
    'Read notes.txt? It is a hard link: the same file has 2 names, and the others may lie outside the workspace.'
  stand.says = false
  const edits = [{ old: 'no such text', new: 'x' }]
  for (const [tool, input] of [
    [readFile, { path: 'notes.txt' }],
    [patch, { path: 'notes.txt', edits }],
  ] as const) {
    const { text, isError } = await stand.run(tool, input)
    expect([isError, text.includes('needle')]).toEqual([true, false])
  }
  expect(stand.asked.splice(0)).toEqual([question, question])
  for (const path of ['.', 'notes.txt']) {
    const { text } = await stand.run(searchFiles, { path, pattern: 'needle' })
    expect(text).toMatch(/^\[No match\.\]\n\[1 file left out: hard links/)
  }
  stand.says = true
  expect((await stand.run(readFile, { path: 'notes.txt' })).text).toContain('needle outside')
  expect((await stand.run(readFile, { path: 'notes.txt' })).text).toContain('needle outside')
  expect(stand.asked).toEqual([question])
  expect((await stand.run(searchFiles, { pattern: 'needle' })).text).toContain('needle outside')
})

test('what package managers link is read without a question, unless it is kept from others', async () => {
  withHardLink('node_modules/a/index.js')
  expect((await stand.run(readFile, { path: 'node_modules/a/index.js' })).text).toContain('needle outside')
  expect(stand.asked).toEqual([])
  stand.remove()
  stand = createStand()
  withHardLink('node_modules/a/key', 0o600)
  await stand.run(readFile, { path: 'node_modules/a/key' })
  expect(stand.asked).toHaveLength(1)
})

test('writing never goes through a hard link', async () => {
  const outside = withHardLink('notes.txt')
  await stand.run(patch, { path: 'notes.txt', edits: [{ old: 'needle', new: 'thread' }] })
  expect(readFileSync(join(stand.workspace, 'notes.txt'), 'utf8')).toBe('thread outside\n')
  withHardLink('other.txt')
  await stand.run(writeFile, { path: 'other.txt', content: 'new' })
  expect(readFileSync(outside, 'utf8')).toBe('needle outside\n')
})
