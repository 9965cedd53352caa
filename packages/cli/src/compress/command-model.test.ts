import { spawnSync } from 'node:child_process'
import { getEventListeners } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { createCommandModel } from './command-model.ts'

/** Before any program was run. */
const listeners = countListeners()
const folder = mkdtempSync(join(tmpdir(), 'palimpsest-command-'))
afterAll(() => rmSync(folder, { recursive: true }))

const model = (command: string) => createCommandModel({ command, contextTokens: 1_000 })
const node = (script: string) => `"${process.execPath}" -e '${script}'`

async function answer(command: string, prompt = 'the prompt', signal = new AbortController().signal) {
  const pieces: string[] = []
  for await (const piece of model(command).write(prompt, signal)) pieces.push(piece)
  return pieces
}

function countListeners(): readonly number[] {
  return ['exit', 'SIGTERM', 'SIGHUP'].map((name) => process.listenerCount(name))
}

/** A process that ended may still be listed until its parent takes note. */
async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 40; tries++) {
    const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
    if (state === '' || state.startsWith('Z')) return true
    await sleep(50)
  }
  return false
}

/** A process that ignores polite requests, started by a shell that waits for it; its id is written to a file. */
async function startStubborn(name: string, signal: AbortSignal) {
  const file = join(folder, name)
  const command = `trap "" TERM; (trap "" TERM; echo begun; sleep 300) & echo $! > ${file}; wait`
  const pieces = model(command).write('', signal)[Symbol.asyncIterator]()
  await pieces.next()
  while (!existsSync(file) || readFileSync(file, 'utf8') === '') await sleep(20)
  return { pieces, pid: Number(readFileSync(file, 'utf8')) }
}

describe('a command as a summary model', () => {
  test('gets the prompt on standard input, all of it, and answers on standard output', async () => {
    const prompt = '漢字 🚀\n'.repeat(100_000)
    expect((await answer('cat', prompt)).join('')).toBe(prompt)
  })

  test('hands on what is written when it is written', async () => {
    expect(await answer('echo one; sleep 0.3; echo two')).toEqual(['one\n', 'two\n'])
  })

  test('keeps characters whole that arrive in two halves', async () => {
    const halves = 'process.stdout.write(b.subarray(0,2)); setTimeout(() => process.stdout.write(b.subarray(2)), 100)'
    expect((await answer(node(`const b = Buffer.from("漢字"); ${halves}`))).join('')).toBe('漢字')
  })

  test('need not read its input', async () => {
    expect(await answer('echo done', 'x'.repeat(3_000_000))).toEqual(['done\n'])
  })
})

describe('a command that fails', () => {
  test('is told by its exit code and its last words', async () => {
    await expect(
      answer('echo partial; echo first >&2; echo "  no such model  " >&2; echo >&2; exit 3'),
    ).rejects.toThrow(/^The summarizer command \(echo partial; .* exit 3\) ended with exit code 3: no such model$/)
  })

  test.each(['exit 4', 'echo "half of a summary"; exit 4'])('without a reason is told as such: %s', async (command) => {
    await expect(answer(command)).rejects.toThrow('ended with exit code 4 and gave no reason.')
  })

  test('because it does not exist is told by the shell', async () => {
    await expect(answer('no-such-program-here')).rejects.toThrow(/exit code 127: .*no-such-program-here.*not found/)
  })

  test('by a signal is told by its name', async () => {
    await expect(answer('kill -9 $$')).rejects.toThrow('was ended by SIGKILL')
  })

  test('tells no secret of its complaint', async () => {
    const key = `sk-ant-api03-${'a1B2c3D4e5'.repeat(9)}AA`
    const failed = await answer(`echo "401 for key ${key}" >&2; exit 1`).catch((error: Error) => error.message)
    expect(failed).toContain('401 for key')
    expect(failed).not.toContain(key.slice(14, 40))
  })

  test('and complains at length is not kept in memory', async () => {
    const script = 'for (let i = 0; i < 2e5; i++) console.error("line " + i); process.exitCode = 1'
    await expect(answer(node(script))).rejects.toThrow('exit code 1: line 199999')
  })
})

describe('a command that is stopped', () => {
  test('ends with all that it started, even what ignores being asked', async () => {
    const stop = new AbortController()
    const { pieces, pid } = await startStubborn('stopped', stop.signal)
    const next = pieces.next()
    stop.abort(new Error('enough'))
    await expect(next).rejects.toThrow('enough')
    expect(await isGone(pid)).toBe(true)
  })

  test('ends when nobody listens any more', async () => {
    const { pieces, pid } = await startStubborn('left', new AbortController().signal)
    await pieces.return?.()
    expect(await isGone(pid)).toBe(true)
  })

  test('ends when it is stopped between two pieces and never asked again', async () => {
    const stop = new AbortController()
    const { pid } = await startStubborn('between', stop.signal)
    stop.abort()
    expect(await isGone(pid)).toBe(true)
  })

  test('before it began never begins', async () => {
    const file = join(folder, 'never')
    await expect(answer(`touch ${file}`, '', AbortSignal.abort(new Error('too late')))).rejects.toThrow('too late')
    expect(existsSync(file)).toBe(false)
  })

  test('leaves no process behind when it ends by itself', async () => {
    const file = join(folder, 'background')
    await answer(`sleep 300 >/dev/null 2>&1 & echo $! > ${file}; echo done`)
    expect(await isGone(Number(readFileSync(file, 'utf8')))).toBe(true)
  })

  test('leaves no listener behind, and many at once make no noise', async () => {
    const signals = Array.from({ length: 15 }, () => new AbortController().signal)
    const warnings: string[] = []
    const note = (warning: Error) => warnings.push(warning.message)
    process.on('warning', note)
    const one = model('cat')
    await Promise.all(
      signals.map(async (signal) => {
        for await (const piece of one.write('hello', signal)) expect(piece).toBe('hello')
      }),
    )
    // A program is let go of when it has ended, which may be a moment after its last word.
    await vi.waitFor(() => expect(countListeners()).toEqual(listeners), { timeout: 20_000 })
    process.off('warning', note)
    expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([])
    expect(warnings).toEqual([])
  })
})
