import { execFile, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test as plainTest } from 'vitest'
import { startSimulator } from './compose.ts'
import { binary } from './testing/binary.ts'

/** Elsewhere a process does not show its environment in files. */
const test = plainTest.skipIf(process.platform !== 'linux')

/** Another run of these tests may be going on beside this one. */
const mark = randomUUID().slice(0, 8)
const needle = `planted-${mark}`
const planted = {
  ANTHROPIC_API_KEY: `${needle}-1`,
  OPENAI_KEY: `${needle}-2`,
  GITHUB_TOKEN: `${needle}-3`,
  AWS_SECRET_ACCESS_KEY: `${needle}-4`,
  PGPASSWORD: `${needle}-5`,
  DATABASE_URL: `postgres://me:${needle}-6@db.example/app`,
  GREETING: `sk-ant-api03-${needle.replaceAll('-', '')}${'aB3dE5fG7h'.repeat(8)}-AA`,
}
const anyPlanted = new RegExp(`planted-?${mark}`)

/** All that a command can see of variables: its own, those of its parent, and those of every process that it may look at. */
const look = `env; tr '\\0' '\\n' < /proc/$PPID/environ; cat /proc/[0-9]*/environ 2>/dev/null | tr '\\0' '\\n' | grep -a planted; echo LOOKED`

function folderFor(): string {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-keys-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

function palimpsest(args: readonly string[], env: Readonly<Record<string, string>>): Promise<string> {
  const whole = { ...process.env, NO_COLOR: '1', ...planted, ...env }
  return new Promise((resolve) => {
    execFile(process.execPath, [binary, ...args], { env: whole }, (_, out, err) => resolve(out + err))
  })
}

async function runCommand(more: Readonly<Record<string, string>> = {}, lookWith = look) {
  const folder = folderFor()
  const command = `{ ${lookWith}; } > seen 2>&1`
  const script = [{ calls: [{ name: 'terminal', input: { command } }] }, 'Done.']
  const simulator = await startSimulator({ script })
  onTestFinished(() => simulator.close())
  const where = ['--model', 'claude-sonnet-5', '--base-url', simulator.url, '--workspace', folder]
  const said = await palimpsest(['run', 'Look.', '--yes', ...where], { PALIMPSEST_HOME: join(folder, 'home'), ...more })
  return { said, seen: readFileSync(join(folder, 'seen'), 'utf8') }
}

test('a command finds no key in its environment, nor in that of any process it may look at', async () => {
  const { said, seen } = await runCommand()
  // The key was at hand all the same: without it nothing would have been answered.
  expect(said).toContain('Done.')
  expect(seen).toContain('PATH=')
  expect(seen).toContain('LOOKED')
  expect(seen).not.toMatch(anyPlanted)
})

test('a command cannot have a debugger opened in the process that started it', async () => {
  const { said, seen } = await runCommand({}, 'kill -USR1 $PPID && sleep 0.5 && echo LOOKED')
  expect(seen).toBe('LOOKED\n')
  expect(said).toContain('Done.')
  expect(said).not.toContain('Debugger listening')
})

test('a variable that the settings pass on is seen by commands, and by them alone', async () => {
  const { seen } = await runCommand({ PALIMPSEST__TERMINAL__PASS_ENV: 'GITHUB_TOKEN' })
  expect(seen).toContain(`GITHUB_TOKEN=${planted.GITHUB_TOKEN}`)
  expect(seen.replaceAll(planted.GITHUB_TOKEN, '')).not.toMatch(anyPlanted)
})

test('a program that writes summaries sees no key either, unless the settings pass it on', async () => {
  const folder = folderFor()
  const session = join(folder, 'session.json')
  const turn = (n: number) => [
    { role: 'user', content: `Question ${n}: ${'what is it about? '.repeat(60)}` },
    { role: 'assistant', content: `Answer ${n}: ${'it is about that. '.repeat(60)}` },
  ]
  writeFileSync(session, JSON.stringify(Array.from({ length: 40 }, (_, n) => turn(n)).flat()))
  const seen = join(folder, 'seen')
  const command = `cat > ${folder}/prompt; { ${look}; } > ${seen} 2>&1`
  const args = ['compress', session, '--force', '--context-length', '8000', '--summarizer-command', command]
  const home = { PALIMPSEST_HOME: join(folder, 'home') }
  await palimpsest(args, home)
  expect(readFileSync(seen, 'utf8')).toContain('LOOKED')
  expect(readFileSync(seen, 'utf8')).not.toMatch(anyPlanted)
  await palimpsest(args, { ...home, PALIMPSEST__TERMINAL__PASS_ENV: 'OPENAI_KEY' })
  expect(readFileSync(seen, 'utf8')).toContain(`OPENAI_KEY=${planted.OPENAI_KEY}`)
})

test('doctor says whether keys are out of reach', async () => {
  const check = async (args: readonly string[]) =>
    (await palimpsest(args, { PALIMPSEST_HOME: folderFor() })).split('\n')
  expect(await check(['doctor'])).toContainEqual(
    expect.stringMatching(/^ok +environment +commands are handed no keys, and/),
  )
  // As it would be where the system does not let a process hide them.
  const module = new URL('../dist/doctor/check-environment.js', import.meta.url).href
  const code = `const { checkEnvironment } = await import('${module}'); console.log(checkEnvironment(process).message)`
  const env = { ...process.env, ...planted }
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', code], { env })
  expect(stdout).toMatch(/can look for ANTHROPIC_API_KEY, .*GITHUB_TOKEN/)
  expect(stdout).not.toMatch(anyPlanted)
})

test('the password of a database is not to be seen among the arguments of the process', async () => {
  const server = createServer()
  onTestFinished(() => void server.close())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const url = `postgres://me:${needle}@127.0.0.1:${port}/app`
  const child = spawn(process.execPath, [binary, 'recall', 'word', '--db', url])
  onTestFinished(() => void child.kill('SIGKILL'))
  // It has the address, and waits for an answer.
  const [socket] = await once(server, 'connection')
  onTestFinished(() => socket.destroy())
  const shown = readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')
  expect(shown).toContain(`@127.0.0.1:${port}/app`)
  expect(shown).not.toMatch(anyPlanted)
})
