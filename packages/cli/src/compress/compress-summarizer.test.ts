import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, test } from 'vitest'
import { binary } from '../testing/binary.ts'
import { createCompressDesk, jsonLines, lastRequest, longChat, rule, small } from './compress-desk.arbitrary.ts'

const desk = createCompressDesk()
const { compress, json, path, text, file } = desk
afterAll(desk.clear)

const long = file('long.jsonl', jsonLines(longChat))
const summary =
  '## Goal\nWork on the modules in src, file after file.\n## Critical Context\nsrc/module-7.ts was read.\n'
const by = (command: string) => [...small, '--summarizer-command', command]
const answering = (name: string, answer: string) => by(`cat >> ${path(name)}; cat ${path(file(`${name}.md`, answer))}`)

test('says that no model could write it only where one was asked', async () => {
  const asked = await compress(long, [...by('exit 3'), '--json'])
  const unasked = await compress(long, [...small, '--json'])
  const chosen = await compress(long, [...small, '--summarizer', 'mechanical', '--json'])
  expect(asked.out).toContain('because no model could write it')
  for (const { out, err } of [unasked, chosen]) {
    expect(out).toContain('no summary model was asked')
    expect(out + err).not.toContain('could write it')
  }
  expect(unasked.err).toContain('no summary model was asked')
  expect(chosen.err).not.toContain('mechanical')
})

describe('a summary by a command', () => {
  test('is made of what the command says, and its price is not known', async () => {
    const { messages, receipt, outcome } = await json(long, answering('prompt', summary))
    expect(outcome).toBe('committed')
    expect(receipt).toMatchObject({ summary: { by: 'model', model: 'command', coverage: 1 }, costUsd: null })
    expect(JSON.stringify(messages)).toContain('Work on the modules in src, file after file.')
    expect(text('prompt')).toContain('src/module-20.ts')
  })

  test('is told what to keep in detail', async () => {
    const { receipt } = await json(long, [...answering('focused', summary), '--focus', 'the exported values'])
    expect(text('focused')).toContain('the exported values')
    expect(receipt.trigger).toBe('manual')
  })

  test('is told the day of the newest message, or today where the file tells none', async () => {
    const timed = longChat.map((message, at) => ({ ...message, timestamp: `2024-02-${10 + (at % 2)}T12:00:00Z` }))
    await json(file('timed.jsonl', jsonLines(timed)), answering('dated', summary))
    expect(text('dated')).toContain(`Today is 2024-02-${10 + ((longChat.length - 1) % 2)} (UTC).`)
    const before = new Date().toISOString().slice(0, 10)
    await json(long, answering('undated', summary))
    const days = [before, new Date().toISOString().slice(0, 10)]
    expect(days.some((day) => text('undated').includes(`Today is ${day} (UTC).`))).toBe(true)
  })

  test('is written in chunks where its window is small', async () => {
    const { receipt } = await json(long, [...answering('chunk', summary), '--summarizer-context-length', '6000'])
    expect(receipt.summary.chunks).toBeGreaterThan(1)
  })

  test('holds the rule and the last request whatever the command leaves out', async () => {
    const { messages } = await json(long, answering('poor', '## Goal\nWork on the modules in src.\n'))
    expect(JSON.stringify(messages)).toContain(rule)
    expect(JSON.stringify(messages.slice(-2))).toContain(lastRequest)
  })

  test('is not asked for when a mechanical one is wanted', async () => {
    const args = [...by(`touch ${path('asked')}`), '--summarizer', 'mechanical']
    const { code, err } = await compress(long, args)
    expect([code, err, existsSync(path('asked'))]).toEqual([0, '', false])
  })

  test('neither gets a secret nor gives one away', async () => {
    const key = `ghp_${'aB3dE6gH9jK2'.repeat(3)}`
    const other = `AKIA${'QX7NB5RM2KD9WZ4T'}`
    const leaky = longChat.map((message, at) => (at === 8 ? { ...message, content: `The token is ${key}.` } : message))
    file('leaky.jsonl', jsonLines(leaky))
    const { messages } = await json('leaky.jsonl', answering('seen', `${summary}The access key is ${other}.\n`))
    expect(text('seen')).not.toContain(key)
    expect(JSON.stringify(messages)).not.toContain(key)
    expect(JSON.stringify(messages)).not.toContain(other)
  })
})

describe('a command that fails', () => {
  test.each([
    ['by its exit code', 'echo "model not loaded" >&2; exit 7', 'exit code 7: model not loaded'],
    ['because it does not exist', 'no-such-summarizer', 'exit code 127'],
    ['by saying nothing', 'cat > /dev/null', 'could be used: the answer was empty.'],
    ['by declining', 'echo "I am sorry, but I cannot help with that."', 'could be used: the model declined.'],
  ])('%s leaves a mechanical summary, and is told', async (_, command, told) => {
    const { code, out, err } = await compress(long, [...by(command), '--json'])
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({
      outcome: 'committed',
      receipt: { summary: { by: 'mechanical' }, costUsd: null },
    })
    expect(err).toContain('The summary is mechanical.')
    expect(err).toContain(told)
  })

  test('is not run for chunk after chunk, and one flag tells it', async () => {
    const args = [...by(`echo run >> ${path('runs')}; cat > /dev/null; exit 1`), '--summarizer-context-length', '3500']
    const { code, out } = await compress(long, [...args, '--json'])
    expect(code).toBe(0)
    // Four at once, and one more that starts between the first failure and the second.
    expect(text('runs').trim().split('\n').length).toBeLessThanOrEqual(5)
    const { flags } = JSON.parse(out).receipt
    expect(flags.filter((flag: string) => flag.startsWith('summary-model-failed'))).toEqual([
      'summary-model-failed: command (unknown)',
    ])
  })

  test.each([
    ['chunks', ['--summarizer-context-length', '6000'], /^\(Summarised 0 of \d+ chunks/],
    ['all of it at once', ['--summarizer-context-length', '200000'], /^\(Writing the summary …/],
  ])('shows a person who watches that it was asked before it answers, for %s', async (_, args, shown) => {
    let said = ''
    const seen = file('progress', '')
    const err = (piece: string) => {
      said += piece
      writeFileSync(path(seen), said)
    }
    const io = { showsProgress: true, err, progress: (line: string) => err(`(${line})`) }
    await compress(long, [...by(`cat ${path(seen)} >> ${path('shown-then')}; exit 1`), ...args], io)
    expect(text('shown-then')).toMatch(shown)
    expect(said).toContain('()The summary is mechanical.')
    rmSync(path('shown-then'))
  })

  test('tells no secret of what it said', async () => {
    const key = `ghp_${'aB3dE6gH9jK2'.repeat(3)}`
    const { out, err } = await compress(long, [...by(`echo "bad token ${key}" >&2; exit 1`), '--json'])
    expect(err).toContain('bad token')
    expect(out + err).not.toContain(key)
  })
})

/** A command that hangs, with a child that hangs too and whose id it writes down. */
const hanging = (name: string) => by(`sleep 300 & echo $! > ${path(name)}; wait`)

async function startedBy(name: string): Promise<number> {
  while (!existsSync(path(name)) || text(name) === '') await sleep(20)
  return Number(readFileSync(path(name), 'utf8'))
}

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 40; tries++) {
    const state = spawnSync('ps', ['-o', 'stat=', '-p', String(pid)], { encoding: 'utf8' }).stdout.trim()
    if (state === '' || state.startsWith('Z')) return true
    await sleep(50)
  }
  return false
}

describe('Ctrl-C while a command hangs', () => {
  test('ends it with all that it started, and writes nothing', async () => {
    const stop = new AbortController()
    const running = compress(long, [...hanging('here.pid'), '--out', path('never')], { interrupted: stop.signal })
    const pid = await startedBy('here.pid')
    stop.abort()
    expect(await running).toMatchObject({ code: 130, out: '', err: expect.stringContaining('interrupted') })
    expect([await isGone(pid), existsSync(path('never'))]).toEqual([true, false])
  })

  test.each([
    ['SIGINT', 130, null],
    ['SIGTERM', null, 'SIGTERM'],
  ] as const)('the built command ends on %s and leaves nothing running', async (signal, code, killer) => {
    const child = spawn(process.execPath, [binary, 'compress', path(long), ...hanging(signal)], { stdio: 'pipe' })
    const out: Buffer[] = []
    child.stdout.on('data', (chunk) => out.push(chunk))
    const ended = new Promise((resolve) => child.once('close', (...how) => resolve(how)))
    const pid = await startedBy(signal)
    child.kill(signal)
    expect(await ended).toEqual([code, killer])
    expect([await isGone(pid), Buffer.concat(out).toString()]).toEqual([true, ''])
  })
})
