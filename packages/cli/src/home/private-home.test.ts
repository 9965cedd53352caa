import { execFile } from 'node:child_process'
import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test as plainTest } from 'vitest'
import { startSimulator } from '../compose.ts'
import { createHomeDesk } from '../doctor/home-desk.arbitrary.ts'
import { binary, jsonl } from '../testing/binary.ts'

/** Windows has no modes: who may read is decided by the user's folder. */
const test = plainTest.skipIf(process.platform === 'win32')

/** Runs the built command where the umask takes no rights away. */
function openHanded(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const whole = { ...process.env, NO_COLOR: '1', ...env }
  const shell = ['-c', 'umask 0; exec "$@"', 'sh', process.execPath, binary, ...args]
  return new Promise((resolve) => {
    execFile('/bin/sh', shell, { env: whole }, (_, out, err) => resolve(out + err))
  })
}

function folderFor(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-private-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const listing = (folder: string) => `find '${folder}' -exec ls -ld {} +`

/** The lines of `ls -ld` that give anybody else a right. */
function shared(text: string): readonly string[] {
  return text.split('\n').filter((line) => /^[d-]/.test(line) && !/^d?-?[r-][w-][xs-]------/.test(line))
}

test('a home is private while it is used and afterwards, whatever the umask', async () => {
  const folder = folderFor()
  const home = join(folder, 'deep', 'home')
  const workspace = join(folder, 'work')
  mkdirSync(workspace)
  const script = [
    { calls: [{ name: 'terminal', input: { command: 'seq 1 60000' } }] },
    { calls: [{ name: 'memory', input: { file: 'MEMORY.md', action: 'add', text: 'Tea, not coffee.' } }] },
    { calls: [{ name: 'terminal', input: { command: `${listing(home)} > '${folder}/during'` } }] },
    { calls: [{ name: 'write_file', input: { path: 'shared.txt', content: 'for all' } }] },
    'Done.',
  ]
  const simulator = await startSimulator({ script })
  onTestFinished(() => simulator.close())
  const env = { PALIMPSEST_HOME: home, ANTHROPIC_API_KEY: 'test' }
  await openHanded(['config', 'set', 'model.name', 'claude-sonnet-5'], env)
  const said = await openHanded(['run', 'Go.', '--yes', '--base-url', simulator.url, '--workspace', workspace], env)
  expect(said).toContain('Done.')
  const during = readFileSync(join(folder, 'during'), 'utf8')
  for (const name of ['config.yaml', 'state.db', 'state.db-wal', 'state.db-shm', 'results/', '.txt', 'MEMORY.md'])
    expect(during).toContain(name)
  expect(shared(during)).toEqual([])
  // What the user works on is as open as the umask says.
  expect(statSync(join(workspace, 'shared.txt')).mode & 0o777).toBe(0o666)
})

test('so is a database elsewhere, with the results beside it, also behind a link', async () => {
  const folder = folderFor()
  const env = { PALIMPSEST_HOME: join(folder, 'home') }
  const session = join(folder, 'session.jsonl')
  writeFileSync(session, jsonl)
  const at = (path: string) => statSync(join(folder, path)).mode & 0o777
  await openHanded(['sessions', 'import', session, '--db', join(folder, 'a', 'b', 'my.db')], env)
  expect([at('a'), at('a/b'), at('a/b/my.db')]).toEqual([0o700, 0o700, 0o600])
  symlinkSync(join(folder, 'real.db'), join(folder, 'link.db'))
  await openHanded(['sessions', 'import', session, '--db', join(folder, 'link.db')], env)
  expect(at('real.db')).toBe(0o600)
  const long = [
    { role: 'user', content: 'Look.' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'call_1', type: 'function', function: { name: 'terminal', arguments: '{"command":"x"}' } }],
    },
    { role: 'tool', tool_call_id: 'call_1', content: 'a line of output\n'.repeat(30_000) },
    { role: 'assistant', content: 'Done.' },
  ]
  writeFileSync(session, JSON.stringify(long))
  await openHanded(['replay', session, '--db', join(folder, 'r', 'replay.db')], env)
  const { out } = await new Promise<{ readonly out: string }>((resolve) => {
    execFile('/bin/sh', ['-c', listing(join(folder, 'r'))], (_, text) => resolve({ out: text }))
  })
  expect(out).toMatch(/results\/.+\.txt/)
  expect(shared(out)).toEqual([])
})

test('doctor tells what others can read, changes nothing by itself, and mends it when asked', async () => {
  const desk = createHomeDesk()
  const config = desk.write('config.yaml', '')
  const kept = desk.write('results/c/a.txt', 'x')
  const plugin = desk.write('plugins/p/index.js', '')
  const outside = desk.write('../palimpsest-outside.txt', '')
  onTestFinished(() => rmSync(outside))
  symlinkSync(outside, join(desk.home, 'link'))
  for (const path of [config, kept, plugin, outside]) chmodSync(path, 0o644)
  chmodSync(desk.home, 0o755)
  const modeOf = (path: string) => lstatSync(path).mode & 0o777
  const privacy = async (...more: string[]) => {
    const { out } = await desk.run(['doctor', '--json', ...more])
    return JSON.parse(out).checks.find(({ name }: { readonly name: string }) => name === 'privacy')
  }
  const told = await privacy()
  expect(told).toMatchObject({ state: 'warn', remedy: expect.stringContaining('palimpsest doctor --fix') })
  expect(told.message).toContain(`${desk.home} (755), ${config} (644)`)
  expect([desk.home, config, kept].map(modeOf)).toEqual([0o755, 0o644, 0o644])
  expect(await privacy('--fix')).toMatchObject({
    state: 'ok',
    message: expect.stringMatching(/^made private: .*a\.txt/),
  })
  expect([desk.home, config, kept].map(modeOf)).toEqual([0o700, 0o600, 0o600])
  // Code is not private, and what a link leads to is not ours.
  expect([plugin, outside].map(modeOf)).toEqual([0o644, 0o644])
  expect(await privacy()).toMatchObject({ state: 'ok' })
})

test('doctor looks at the outputs beside a database elsewhere, and leaves alone what only lies beside them', async () => {
  const desk = createHomeDesk()
  const folder = folderFor()
  const ours = join(folder, 'results', 'b9be2eac64c05a694975afe138848df9', 'a.txt')
  const theirs = join(folder, 'results', 'paper', 'a.txt')
  for (const path of [ours, theirs]) {
    mkdirSync(join(path, '..'), { recursive: true })
    writeFileSync(path, 'x', { mode: 0o644 })
  }
  const { out } = await desk.run(['doctor', '--db', join(folder, 'my.db')])
  expect(out).toContain('others may open')
  await desk.run(['doctor', '--fix', '--db', join(folder, 'my.db')])
  expect([ours, theirs].map((path) => statSync(path).mode & 0o777)).toEqual([0o600, 0o644])
})

test('an address of SQLite is refused, as it leads past the care that a path gets', async () => {
  const folder = folderFor()
  const session = join(folder, 'session.jsonl')
  writeFileSync(session, jsonl)
  for (const args of [
    ['sessions', 'import', session],
    ['replay', session],
  ]) {
    const said = await openHanded([...args, '--db', `file:${folder}/my.db`], { PALIMPSEST_HOME: join(folder, 'home') })
    expect(said).toMatch(/^error: --db file:.* is an address, not a path\n/)
  }
  expect(readdirSync(folder)).toEqual(['session.jsonl'])
})
