import { execFileSync } from 'node:child_process'
import { linkSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withFile } from './files/open-file.ts'
import { patch } from './files/patch.ts'
import { readFile } from './files/read-file.ts'
import { writeAtomic } from './files/write-atomic.ts'
import { writeFile } from './files/write-file.ts'
import { locatePath } from './locate-path.ts'
import { listFiles } from './search/list-files.ts'
import { searchFiles } from './search/search-files.ts'
import { terminal } from './terminal/terminal.ts'
import { createStand, type Stand } from './tool-stand.arbitrary.ts'

let stand: Stand
beforeAll(() => {
  stand = createStand()
  writeFileSync(join(stand.folder, 'secret.txt'), 'secret\n')
  mkdirSync(join(stand.folder, 'workplace'))
  writeFileSync(join(stand.folder, 'workplace', 'near.txt'), 'secret\n')
  stand.write('in/a.txt', 'inside\n')
  symlinkSync(stand.folder, join(stand.workspace, 'up'))
  symlinkSync(join(stand.folder, 'secret.txt'), join(stand.workspace, 'link.txt'))
  symlinkSync('/nowhere/at/all', join(stand.workspace, 'dangling'))
  symlinkSync('circle', join(stand.workspace, 'circle'))
  symlinkSync('in/a.txt', join(stand.workspace, 'fine.txt'))
  execFileSync('mkfifo', [join(stand.workspace, 'pipe')])
})
afterAll(() => stand.remove())

const ways = () => [
  '../secret.txt',
  'in/../../secret.txt',
  join(stand.folder, 'secret.txt'),
  `${stand.workspace}/../secret.txt`,
  '../workplace/near.txt',
  'link.txt',
  'up/secret.txt',
  'in/../up/secret.txt',
  'dangling',
  'dangling/new.txt',
  'circle',
  'C:\\Windows\\win.ini',
  'c:/Windows/win.ini',
  '\\\\server\\share\\a',
  '..\\secret.txt',
  'in\\..\\..\\secret.txt',
  'in/a.txt\0.png',
  '/etc/passwd',
  '/proc/self/environ',
  '/dev/zero',
  '~root/../../../../etc/passwd',
  '',
  'pipe',
]

test('no path leads a reading tool out of the workspace, nor makes it wait', async () => {
  for (const path of ways()) {
    for (const [tool, input] of [
      [readFile, { path }],
      [searchFiles, { path, pattern: '.' }],
    ] as const) {
      const { text, isError } = await stand.run(tool, input)
      expect([path, isError, text.includes('secret\n')]).toEqual([path, true, false])
    }
    if (path !== '') expect([path, (await stand.run(listFiles, { path })).isError]).toEqual([path, true])
  }
})

test('no path leads a writing tool or a command out of the workspace, and the user is not even asked', async () => {
  const before = stand.everything()
  for (const path of ways().filter((way) => way !== 'pipe')) {
    for (const [tool, input] of [
      [writeFile, { path, content: 'x' }],
      [patch, { path, edits: [{ old: 'secret', new: 'x' }] }],
      [terminal, { command: 'touch made', cwd: path }],
    ] as const) {
      expect([path, (await stand.run(tool, input)).isError]).toEqual([path, true])
    }
  }
  expect(stand.everything()).toEqual(before)
  expect(stand.asked).toEqual([])
  expect(readFileSync(join(stand.folder, 'secret.txt'), 'utf8')).toBe('secret\n')
})

test('a pipe is neither read nor replaced', async () => {
  for (const [tool, input] of [
    [writeFile, { path: 'pipe', content: 'x' }],
    [patch, { path: 'pipe', edits: [{ old: 'a', new: 'b' }] }],
  ] as const) {
    const { text, isError } = await stand.run(tool, input)
    expect(isError).toBe(true)
    expect(text).toContain('not a regular file')
  }
})

test('links and absolute paths inside the workspace are followed', async () => {
  expect((await stand.run(readFile, { path: 'fine.txt' })).text).toContain('inside')
  expect((await stand.run(readFile, { path: join(stand.workspace, 'in/a.txt') })).text).toContain('inside')
  expect((await stand.run(readFile, { path: './in/../in/a.txt' })).text).toContain('inside')
})

test('a workspace that is named by a link is still itself', async () => {
  const other = join(stand.folder, 'other-name')
  symlinkSync(stand.workspace, other)
  const { text } = await stand.run(readFile, { path: join(other, 'in/a.txt') }, { workspace: other })
  expect(text).toContain('inside')
})

test('a kept output is read by its name, whatever folder it is said to be in; no other file is', async () => {
  const name = `terminal-${'ab'.repeat(10)}.txt`
  writeFileSync(join(stand.results, name), 'kept\n')
  writeFileSync(join(stand.results, 'plain.txt'), 'kept\n')
  const before = (file: string) => join(stand.folder, 'an-id-of-before', file)
  expect((await stand.run(readFile, { path: before(name) })).text).toContain('kept')
  expect((await stand.run(readFile, { path: before('plain.txt') })).text).toContain('outside the workspace')
  expect((await stand.run(writeFile, { path: before(name), content: 'x' })).text).toContain('outside the workspace')
  const other = `${'cd'.repeat(16)}.txt`
  writeFileSync(join(stand.folder, 'workplace', other), 'secret')
  const refused = await stand.run(readFile, { path: join(stand.folder, 'workplace', other) })
  expect(refused.text).toContain('outside the workspace')
})

test('the results folder is read, and not written to', async () => {
  const path = join(stand.results, 'kept.txt')
  writeFileSync(path, 'kept\n')
  expect((await stand.run(readFile, { path })).text).toContain('kept')
  expect((await stand.run(searchFiles, { path, pattern: 'k.pt' })).text).toContain('1:kept')
  expect((await stand.run(writeFile, { path, content: 'x' })).isError).toBe(true)
  symlinkSync(join(stand.folder, 'secret.txt'), join(stand.results, 'link.txt'))
  expect((await stand.run(readFile, { path: join(stand.results, 'link.txt') })).isError).toBe(true)
})

test.each(['.git/hooks/pre-commit', '.GIT/config', 'sub/.git/config', '.git. /config', '.g\u200cit/config'])(
  'what git runs is not written to: %s',
  async (path) => {
    expect((await stand.run(writeFile, { path, content: 'x' })).text).toContain('git in the terminal')
  },
)

test('a file is refused when a folder on its way became a link after it was looked up', async () => {
  stand.write('swap/a.txt', 'mine\n')
  mkdirSync(join(stand.folder, 'outside'))
  writeFileSync(join(stand.folder, 'outside', 'a.txt'), 'secret\n')
  const place = await locatePath('swap/a.txt', stand.context, 'read')
  renameSync(join(stand.workspace, 'swap'), join(stand.workspace, 'was'))
  symlinkSync(join(stand.folder, 'outside'), join(stand.workspace, 'swap'))
  await expect(withFile(place, stand.context, (handle) => handle.readFile('utf8'))).rejects.toThrow('leads elsewhere')
})

test.each([
  ['outside the workspace', 'move', 'elsewhere'],
  ['inside it', 'shift', 'work/elsewhere'],
])('nothing is written when a folder became a link to one %s after it was looked up', async (_, name, other) => {
  stand.write(`${name}/a.txt`, 'mine\n')
  mkdirSync(join(stand.folder, other))
  const place = await locatePath(`${name}/b.txt`, stand.context, 'write')
  renameSync(join(stand.workspace, name), join(stand.workspace, `${name}d`))
  symlinkSync(join(stand.folder, other), join(stand.workspace, name))
  const before = stand.everything()
  await expect(writeAtomic(place, Buffer.from('x'), new AbortController().signal)).rejects.toThrow('leads elsewhere')
  expect(stand.everything()).toEqual(before)
})

test('writing to a second name of an outside file leaves that file alone', async () => {
  linkSync(join(stand.folder, 'secret.txt'), join(stand.workspace, 'hard.txt'))
  await stand.run(writeFile, { path: 'hard.txt', content: 'mine' })
  expect(readFileSync(join(stand.folder, 'secret.txt'), 'utf8')).toBe('secret\n')
})
