import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readFile } from '../files/read-file.ts'
import { createStand, type Stand } from '../tool-stand.arbitrary.ts'
import { isAlive } from './survivors.ts'
import { terminal } from './terminal.ts'

let stand: Stand
beforeEach(() => {
  stand = createStand()
})
afterEach(() => stand.remove())

const run = (command: string, more: object = {}, signal?: AbortSignal) =>
  stand.run(terminal, { command, ...more }, {}, signal)

/** A process that ended may stay as a zombie where nobody collects it. */
function isRunning(pid: number): boolean {
  if (!existsSync(`/proc/${pid}/stat`)) return process.platform !== 'linux' && isAlive(pid)
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  return !/^\) [ZX]/.test(stat.slice(stat.lastIndexOf(')')))
}

async function pidIn(name: string): Promise<number> {
  const path = join(stand.workspace, name)
  for (let round = 0; round < 200; round++) {
    if (existsSync(path) && readFileSync(path, 'utf8').endsWith('\n')) return Number(readFileSync(path, 'utf8'))
    await wait(10)
  }
  throw new Error('the command did not start')
}

test('answers with both outputs in order, and the exit code', async () => {
  expect(await run('echo one; echo two >&2; echo three; exit 3')).toEqual({
    text: 'one\ntwo\nthree\n[exit code 3]',
    exitCode: 3,
  })
  expect(await run('true')).toEqual({ text: '(no output)\n[exit code 0]', exitCode: 0 })
  expect((await run('no-such-program')).exitCode).toBe(127)
  expect((await run('if then')).text).toContain('syntax error')
  expect(await run('kill -SEGV $$')).toMatchObject({ exitCode: 139 })
})

test('runs in the workspace or a folder of it, with nothing to read', async () => {
  stand.write('sub/a.txt', '')
  expect((await run('pwd')).text).toBe(`${stand.workspace}\n[exit code 0]`)
  expect((await run('ls; cat', { cwd: 'sub' })).text).toBe('a.txt\n[exit code 0]')
  expect((await run('pwd', { cwd: 'sub/a.txt' })).text).toContain('There is no folder')
})

test('asks first, word for word, and runs nothing when declined', async () => {
  stand.says = false
  expect((await run('touch made\u001b[1A')).isError).toBe(true)
  expect(stand.asked).toEqual(['Run this in the workspace (at most 120 s)?\ntouch made\\u{1b}[1A'])
  expect(stand.everything()).toHaveLength(2)
})

test('long output shows its ends, counts the middle, and is kept whole', async () => {
  const { text, kept, exitCode } = await stand.run(terminal, { command: 'seq 1 20000; exit 1' }, { maxChars: 3_000 })
  expect(text.startsWith('1\n2\n3\n')).toBe(true)
  expect(text.endsWith('19999\n20000\n[exit code 1]')).toBe(true)
  expect(text.length).toBeLessThan(3_400)
  expect(exitCode).toBe(1)
  const whole = Array.from({ length: 20_000 }, (_, at) => `${at + 1}\n`).join('')
  const path = join(stand.results, kept?.file ?? '')
  expect(readFileSync(path, 'utf8')).toBe(whole)
  expect(text).toContain(path)
  const [head = '', tail = ''] = text.split(/\n\[… .* …\]\n/)
  const leftOut = Number(/\[… ([\d,]+) line/.exec(text)?.[1]?.replace(',', ''))
  const shownLines = head.split('\n').length + tail.split('\n').length - 1
  expect(Math.abs(20_000 - leftOut - shownLines)).toBeLessThanOrEqual(1)
  expect((await stand.run(readFile, { path, offset: 10_000, limit: 1 })).text).toContain('10000\n')
})

test('fifty megabytes do not harm', async () => {
  const { text, kept } = await run('head -c 50000000 /dev/zero | tr "\\0" "漢" | head -c 50000000; echo; echo last')
  expect(text.length).toBeLessThan(31_000)
  expect(text).toContain('last\n[exit code 0]')
  expect(statSync(join(stand.results, kept?.file ?? '')).size).toBe(50_000_006)
})

test('the ends of output are cut between characters, and colours are left out', async () => {
  const command = "for i in $(seq 1 400); do printf '漢字'; done; printf '\\033[31mred\\033[0m'"
  const { text } = await stand.run(terminal, { command }, { maxChars: 1_000 })
  expect(text).not.toContain('\ufffd')
  expect(text).toContain('字red\n[exit code 0]')
})

test('a command that takes too long is ended with all it started', async () => {
  const command =
    'sleep 61 & echo $! > child; trap "" TERM; echo started; setsid sh -c "echo \\$\\$ > far; sleep 62" & sleep 63; sleep 64'
  const { text, isError, exitCode } = await run(command, { timeout: 2 })
  expect(text).toBe('started\n[not done after 2 s and ended; exit code 124]')
  expect([isError, exitCode]).toEqual([true, 124])
  expect(isRunning(await pidIn('child'))).toBe(false)
  expect(isRunning(await pidIn('far'))).toBe(false)
})

test('an abort ends everything at once, and leaves no file', async () => {
  const abort = new AbortController()
  const running = run('echo $$ > me; yes', {}, abort.signal)
  const pid = await pidIn('me')
  // Long enough for the first lines to arrive on a busy machine.
  await wait(500)
  abort.abort()
  const { text, isError, kept } = await running
  expect(text.startsWith('y\ny\n')).toBe(true)
  expect(text.endsWith('[cancelled by the user; exit code 130]')).toBe(true)
  expect([isError, kept]).toEqual([true, undefined])
  expect(isRunning(pid)).toBe(false)
  expect(stand.everything().filter((path) => path.startsWith('results/'))).toEqual([])
})

test('an abort before the start starts nothing', async () => {
  expect((await run('touch made', {}, AbortSignal.abort())).text).toContain('Cancelled')
  expect(stand.everything()).toHaveLength(2)
})

test('what is left in the background ends with the command, which does not wait for it', async () => {
  const start = performance.now()
  const { text } = await run('sleep 60 & echo $! > child; echo done')
  expect(text).toBe('done\n[exit code 0; 1 background process ended with it]')
  expect(performance.now() - start).toBeLessThan(10_000)
  expect(isRunning(await pidIn('child'))).toBe(false)
})

test('commands do not see our keys, whatever they are called', async () => {
  process.env.OPENAI_API_KEY = 'sk-first-0123456789'
  process.env.MY_MODEL_KEY = 'sk-second-0123456789'
  process.env.COPY_OF_KEY = 'Bearer sk-second-0123456789'
  try {
    const { text } = await run('env; echo $HOME')
    expect(text).toContain('PATH=')
    expect(text).not.toContain('sk-first')
    expect(text).not.toContain('sk-second')
  } finally {
    delete process.env.OPENAI_API_KEY
    delete process.env.MY_MODEL_KEY
    delete process.env.COPY_OF_KEY
  }
})

test('a host says what commands see', async () => {
  const environment = { PATH: process.env.PATH, GITHUB_TOKEN: 'passed on' }
  const { text } = await stand.run(terminal, { command: 'env; echo $GITHUB_TOKEN' }, { environment })
  expect(text).toContain('\npassed on\n')
  expect(text).not.toContain('HOME=')
})

test('output that cannot be kept is still answered', async () => {
  stand.write('blocked', '')
  const { text, kept } = await stand.run(
    terminal,
    { command: 'seq 1 5000' },
    { maxChars: 1_000, resultsFolder: join(stand.workspace, 'blocked') },
  )
  expect(kept).toBeUndefined()
  expect(text).toContain('could not be kept')
  expect(text).toContain('5000\n[exit code 0]')
})

test('an impossible command is refused in words', async () => {
  expect((await run('x'.repeat(130_000))).text).toContain('Write it to a file')
  expect((await run('a\0b')).text).toContain('NUL')
  expect(stand.asked).toEqual([])
})
