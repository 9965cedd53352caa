import { readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { AgentTool, ToolContext } from './agent-tool.ts'
import { patch } from './files/patch.ts'
import { readFile } from './files/read-file.ts'
import { writeFile } from './files/write-file.ts'
import { listFiles } from './search/list-files.ts'
import { searchFiles } from './search/search-files.ts'
import { terminal } from './terminal/terminal.ts'
import { createStand, type Stand } from './tool-stand.arbitrary.ts'

let stand: Stand
beforeEach(() => {
  stand = createStand()
})
afterEach(() => stand.remove())

/** A home in the workspace, with the results of this conversation and of another in it, and a database beside it. */
function withHome(name = '.home') {
  stand.write('open.txt', 'needle in the open\n')
  stand.write(`${name}/config.yaml`, 'needle: config\n')
  stand.write(`${name}/results/mine/a.txt`, 'needle of mine\n')
  stand.write(`${name}/results/other/a.txt`, 'needle of another\n')
  stand.write('my.db', 'needle of a database\n')
  stand.write('my.db-wal', 'needle of a log\n')
  const at = (path: string) => join(stand.workspace, path)
  const own = {
    offLimits: [at(name), at('my.db'), at('my.db-wal')],
    resultsFolder: at(`${name}/results/mine`),
  } satisfies Partial<ToolContext>
  return { own, run: (tool: AgentTool, input: object) => stand.run(tool, input, own) }
}

test.each([
  '.home',
  '.home/config.yaml',
  './x/../.home/config.yaml',
  '.HOME/config.yaml',
  '.home/new.txt',
  '.home/results/other/a.txt',
  'link/config.yaml',
  'config-link',
  'my.db',
  'MY.DB',
  'my.db-wal',
])('no file tool touches our own %s', async (path) => {
  const { run } = withHome()
  symlinkSync('.home', join(stand.workspace, 'link'))
  symlinkSync('.home/config.yaml', join(stand.workspace, 'config-link'))
  const before = readFileSync(join(stand.workspace, '.home/config.yaml'), 'utf8')
  const edits = [{ old: 'needle', new: 'x' }]
  for (const [tool, input] of [
    [readFile, { path }],
    [writeFile, { path, content: 'x' }],
    [patch, { path, edits }],
    [listFiles, { path }],
    [searchFiles, { path, pattern: 'needle' }],
    [terminal, { command: 'cat *', cwd: path }],
  ] as const) {
    const { text, isError } = await run(tool, input)
    expect(isError).toBe(true)
    expect(text).toMatch(/belongs to Palimpsest itself|There is no/)
    expect(text).not.toContain('needle')
  }
  expect(stand.asked).toEqual([])
  expect(readFileSync(join(stand.workspace, '.home/config.yaml'), 'utf8')).toBe(before)
})

test('a home that is not made yet is not made by a tool', async () => {
  const offLimits = [join(stand.workspace, '.home')]
  const { text } = await stand.run(writeFile, { path: '.Home/config.yaml', content: 'x' }, { offLimits })
  expect(text).toContain('belongs to Palimpsest itself')
})

test.each(['.home', 'own [home] {a,b}!', '#home'])('lists and searches leave our own out: %s', async (name) => {
  const { run } = withHome(name)
  for (const more of [{}, { include_ignored: true }, { glob: ['**'] }, { glob: [`${name}/**`, '*.db*', '*.txt'] }]) {
    expect((await run(listFiles, more)).text).toBe('open.txt\n[1 file]')
    const { text } = await run(searchFiles, { pattern: 'needle', ...more })
    expect(text.replace('open.txt\n1:needle in the open\n', '')).not.toContain('needle')
  }
})

test('what this conversation kept is read and searched, and not written', async () => {
  const { run, own } = withHome()
  const path = join(own.resultsFolder, 'a.txt')
  expect((await run(readFile, { path })).text).toContain('needle of mine')
  expect((await run(readFile, { path: '.home/results/mine/a.txt' })).text).toContain('needle of mine')
  expect((await run(searchFiles, { path: own.resultsFolder, pattern: 'needle' })).text).toContain('needle of mine')
  expect((await run(listFiles, { path: own.resultsFolder })).text).toContain('a.txt')
  expect((await run(writeFile, { path, content: 'x' })).isError).toBe(true)
})
