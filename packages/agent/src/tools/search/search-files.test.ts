import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createStand, type Stand } from '../tool-stand.arbitrary.ts'
import { listFiles } from './list-files.ts'
import { searchFiles } from './search-files.ts'

let stand: Stand
beforeAll(() => {
  stand = createStand()
  stand.write('.gitignore', 'node_modules/\ngenerated/\n*.log\n')
  stand.write('src/a.ts', 'import b\nneedle(1)\nend\n')
  stand.write('src/deep/b.ts', 'Needle\n')
  stand.write('src/generated/c.ts', 'needle\n')
  stand.write('node_modules/z/index.js', 'needle\n')
  stand.write('x.log', 'needle\n')
  stand.write('.github/ci.yml', 'needle: yes\n')
  stand.write('bin.dat', Buffer.from('needle\0\n'))
  stand.write('.git/config', 'needle\n')
  stand.write('many/lines.txt', Array.from({ length: 500 }, (_, at) => `hit ${at + 1}\n`).join(''))
  stand.write('many/long.txt', `${'w'.repeat(5_000_000)} wide\n`)
  mkdirSync(join(stand.workspace, 'nothing'))
})
afterAll(() => stand.remove())

const search = async (input: object) => (await stand.run(searchFiles, input)).text
const list = async (input: object) => (await stand.run(listFiles, input)).text

test('finds lines by file, without what git ignores, binary files and git itself', async () => {
  expect(await search({ pattern: 'needle' })).toBe(
    '.github/ci.yml\n1:needle: yes\n\nsrc/a.ts\n2:needle(1)\n[2 matching lines]',
  )
})

test('a glob narrows the search down and brings nothing back that git ignores', async () => {
  expect(await search({ pattern: 'needle', glob: 'src/**' })).toBe('src/a.ts\n2:needle(1)\n[1 matching line]')
  expect(await search({ pattern: 'needle', glob: ['*.log'] })).toBe('[No match.]')
  expect(await search({ pattern: 'needle', glob: ['!*.ts'] })).toBe('.github/ci.yml\n1:needle: yes\n[1 matching line]')
  expect(await search({ pattern: 'needle', glob: ['**'], include_ignored: true })).not.toContain('.git/config')
})

test('searches what is ignored when asked for it', async () => {
  expect(await search({ pattern: 'needle', path: 'node_modules' })).toContain('node_modules/z/index.js')
  expect(await search({ pattern: 'needle', include_ignored: true })).toContain('x.log')
})

test('knows regular expressions, plain text, case and context', async () => {
  expect(await search({ pattern: 'needle(1)', path: 'src' })).toBe('[No match.]')
  expect(await search({ pattern: 'needle(1)', literal: true })).toContain('src/a.ts\n2:needle(1)')
  expect(await search({ pattern: '^needle$', ignore_case: true })).toContain('src/deep/b.ts\n1:Needle')
  expect(await search({ pattern: 'needle', path: 'src/a.ts', context: 1 })).toBe(
    'src/a.ts\n1-import b\n2:needle(1)\n3-end\n[1 matching line]',
  )
  expect(await search({ pattern: '--files' })).toBe('[No match.]')
})

test('shows a page and says how many more there are', async () => {
  expect(await search({ pattern: 'hit', limit: 2, offset: 3 })).toBe(
    'many/lines.txt\n4:hit 4\n5:hit 5\n[500 matching lines; 495 more: go on with offset 5, or narrow it down.]',
  )
  const small = (await stand.run(searchFiles, { pattern: 'hit', limit: 400 }, { maxChars: 200 })).text
  expect(small.length).toBeLessThan(300)
  const next = Number(/offset (\d+)/.exec(small)?.[1])
  expect(await search({ pattern: 'hit', limit: 1, offset: next })).toContain(`${next + 1}:hit ${next + 1}\n`)
})

test('a line of megabytes is cut', async () => {
  expect((await search({ pattern: 'wide' })).length).toBeLessThan(1_000)
})

test('a bad expression is an error that says what to do', async () => {
  const { text, isError } = await stand.run(searchFiles, { pattern: 'a(' })
  expect(isError).toBe(true)
  expect(text).toContain('literal')
})

test('an abort ends a search', async () => {
  const abort = new AbortController()
  setTimeout(() => abort.abort(), 5)
  const { text } = await stand.run(searchFiles, { pattern: 'w*e', path: 'many' }, {}, abort.signal)
  expect(text).toMatch(/Cancelled|matching line/)
  expect((await stand.run(searchFiles, { pattern: 'x' }, {}, AbortSignal.abort())).text).toContain('Cancelled')
})

test('lists files, sorted, without what git ignores', async () => {
  expect(await list({})).toBe(
    '.github/ci.yml\n.gitignore\nbin.dat\nmany/lines.txt\nmany/long.txt\nsrc/a.ts\nsrc/deep/b.ts\n[7 files]',
  )
})

test('counts what lies deeper, tells sizes, and pages', async () => {
  expect(await list({ depth: 1 })).toBe(
    '.github/ (1 file)\n.gitignore\nbin.dat\nmany/ (2 files)\nsrc/ (2 files)\n[7 files]',
  )
  expect(await list({ path: 'src', depth: 1, sizes: true })).toBe('src/a.ts\t23 bytes\nsrc/deep/ (1 file)\n[2 files]')
  expect(await list({ limit: 2, offset: 1, glob: '*.ts' })).toBe('src/deep/b.ts\n[2 files]')
  expect(await list({ limit: 3 })).toContain('[7 files; 4 more lines: go on with offset 3, or narrow it down.]')
})

test('tells an empty folder from a missing one and from a file', async () => {
  expect(await list({ path: 'nothing' })).toBe('No files in nothing.')
  expect(await list({ path: 'missing' })).toContain('There is no folder missing')
  expect(await list({ path: 'bin.dat' })).toContain('is a file')
})
