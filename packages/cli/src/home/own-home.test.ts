import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startSimulator } from '../compose.ts'
import { binary } from '../testing/binary.ts'

function folderFor(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-own-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** The built command in a workspace that its home lies in, named as a user would. */
function inWorkspace(workspace: string, args: readonly string[]) {
  const env = { ...process.env, NO_COLOR: '1', PALIMPSEST_HOME: './.palimpsest', ANTHROPIC_API_KEY: 'test' }
  return new Promise<{ readonly out: string; readonly err: string }>((resolve) => {
    execFile(process.execPath, [binary, ...args], { cwd: workspace, env }, (_, out, err) => resolve({ out, err }))
  })
}

test('a home and a database in the workspace are off limits for tools and context files', async () => {
  const workspace = folderFor()
  mkdirSync(join(workspace, '.palimpsest', 'memory'), { recursive: true })
  writeFileSync(join(workspace, '.palimpsest', 'memory', 'other.md'), 'needle of memory\n')
  symlinkSync('.palimpsest/memory/other.md', join(workspace, 'AGENTS.md'))
  writeFileSync(join(workspace, 'settings.yaml'), '# needle of settings\n')
  symlinkSync('../settings.yaml', join(workspace, '.palimpsest', 'config.yaml'))
  symlinkSync('real.db', join(workspace, 'my.db'))
  const script = [
    { calls: [{ name: 'read_file', input: { path: '.palimpsest/memory/other.md' } }] },
    { calls: [{ name: 'write_file', input: { path: '.palimpsest/new.yaml', content: 'x' } }] },
    { calls: [{ name: 'write_file', input: { path: 'settings.yaml', content: 'x' } }] },
    { calls: [{ name: 'read_file', input: { path: 'my.db' } }] },
    { calls: [{ name: 'read_file', input: { path: 'real.db-wal' } }] },
    { calls: [{ name: 'list_files', input: { include_ignored: true } }] },
    { calls: [{ name: 'search_files', input: { pattern: 'needle', include_ignored: true } }] },
    'Done.',
  ]
  const simulator = await startSimulator({ script })
  onTestFinished(() => simulator.close())
  const model = ['--model', 'claude-sonnet-5', '--base-url', simulator.url]
  const { out, err } = await inWorkspace(workspace, ['run', 'Go.', '--yes', '--db', 'my.db', ...model])
  expect(out).toBe('Done.\n')
  expect(err).toContain('AGENTS.md is not used: it belongs to Palimpsest itself.')
  const exported = await inWorkspace(workspace, ['sessions', 'list', '--json', '--db', 'my.db'])
  const [{ id }] = JSON.parse(exported.out).conversations ?? JSON.parse(exported.out)
  const { out: shown } = await inWorkspace(workspace, ['sessions', 'export', id, '--db', 'my.db'])
  expect(shown.match(/belongs to Palimpsest itself/g)).toHaveLength(5)
  expect(shown).toContain('No match.')
  expect(shown).not.toContain('needle of')
  expect(readFileSync(join(workspace, 'settings.yaml'), 'utf8')).toContain('needle')
})

test('an engine that came with the files that are worked on is not run', async () => {
  const workspace = folderFor()
  const folder = join(workspace, '.palimpsest', 'plugins', 'context_engine', 'compressor')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'index.js'), `import('node:fs').then((fs) => fs.writeFileSync('ran', ''))`)
  writeFileSync(join(workspace, 'a.json'), JSON.stringify([{ role: 'user', content: 'Hi.' }]))
  for (const args of [
    ['compress', 'a.json', '--force'],
    ['run', 'Hi.', '--model', 'claude-sonnet-5', '--base-url', 'http://127.0.0.1:9'],
    ['plugins', 'list'],
    ['doctor'],
  ]) {
    const { out, err } = await inWorkspace(workspace, args)
    expect((out + err).replace(/\s+/g, ' ')).toMatch(
      /compressor lies in .*, where you work: no code is loaded from there/,
    )
  }
  expect(() => readFileSync(join(workspace, 'ran'))).toThrow('ENOENT')
})
