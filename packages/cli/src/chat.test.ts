import { type ChildProcessWithoutNullStreams, execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterEach, expect, test, vi } from 'vitest'
import { startSimulator } from './compose.ts'
import { binary } from './testing/binary.ts'

const cleanUps: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUps.splice(0).toReversed()) await clean()
})

/** util-linux's `script` gives a program a terminal of its own; without it the tests that need one are left out. */
const hasTerminal = (() => {
  try {
    return execFileSync('script', ['-qec', 'test -t 0 && test -t 1 && echo yes', '/dev/null'], {
      encoding: 'utf8',
    }).includes('yes')
  } catch {
    return false
  }
})()

type Script = NonNullable<Parameters<typeof startSimulator>[0]['script']>

async function createDesk(script: Script) {
  const simulator = await startSimulator({ script })
  cleanUps.push(() => simulator.close())
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-chat-'))
  cleanUps.push(() => rmSync(folder, { recursive: true }))
  const env = {
    ...process.env,
    PALIMPSEST_HOME: join(folder, 'home'),
    ANTHROPIC_API_KEY: 'test',
    TERM: 'xterm-256color',
  }
  const args = ['chat', '--model', 'claude-sonnet-5', '--base-url', simulator.url, '--workspace', folder]
  return { folder, env, args }
}

type Desk = Awaited<ReturnType<typeof createDesk>>

interface Watched {
  readonly said: { text: string }
  /** Waits until the screen has shown this since the last wait. */
  shows(words: string | RegExp): Promise<void>
  type(keys: string): void
  readonly code: Promise<number | null>
}

function watch(child: ChildProcessWithoutNullStreams): Watched {
  cleanUps.push(() => child.kill('SIGKILL'))
  const said = { text: '' }
  let from = 0
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said.text += text
  })
  const seen = () => stripVTControlCharacters(said.text)
  return {
    said,
    type: (keys) => void child.stdin.write(keys),
    code: new Promise((resolve) => child.on('close', resolve)),
    shows: (words) =>
      vi.waitFor(
        () => {
          const text = seen().slice(from)
          const found = typeof words === 'string' ? text.indexOf(words) : text.search(words)
          if (found === -1) throw new Error(`not shown: ${words}\n${text.slice(-2_000)}`)
          from += found + 1
        },
        { timeout: 20_000, interval: 20 },
      ),
  }
}

/** The command in a terminal of its own. */
function inTerminal({ env, args }: Desk, ...more: readonly string[]): Watched {
  const quoted = [process.execPath, binary, ...args, ...more].map((word) => `'${word}'`).join(' ')
  const command = `stty cols 80 rows 30; exec ${quoted}`
  return watch(spawn('script', ['-qec', command, '/dev/null'], { env }))
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

async function piped({ env, args }: Desk, input: string) {
  const child = spawn(process.execPath, [binary, ...args], { env })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const watched = watch(child)
  child.stdin.end(input)
  return { code: await watched.code, out: watched.said.text, err }
}

test('through a pipe each line is a message, and only answers go to standard output', async () => {
  const desk = await createDesk(['**One**.', 'Two.'])
  const { code, out, err } = await piped(desk, 'First \\\nmessage.\n\n/nosuch\nSecond.\n')
  expect(out).toBe('**One**.\nThere is no command /nosuch. /help lists what there is.\nTwo.\n')
  expect(err).toMatch(/2 turns.*palimpsest chat --resume [0-9a-f-]{36}/s)
  expect(code).toBe(0)
})

test('through a pipe nobody can agree, so nothing is written', async () => {
  const desk = await createDesk([
    { calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'x' } }] },
    'No file.',
  ])
  const { out, err } = await piped(desk, 'Write.\n')
  expect(out).toBe('No file.\n')
  expect(err).toContain('Declined')
})

test('without a key it says which variable to set, and what works without', async () => {
  const desk = await createDesk([])
  const { ANTHROPIC_API_KEY: _, ...env } = desk.env
  const { code, err } = await piped({ ...desk, env: env as Desk['env'] }, '')
  expect(err).toMatch(/ANTHROPIC_API_KEY.*npm start/s)
  expect(code).toBe(1)
})

test('without a model it says how to name one, and what works without', async () => {
  const desk = await createDesk([])
  const { err } = await piped({ ...desk, args: ['chat'] }, '')
  expect(err).toMatch(/no model is named.*--model claude-sonnet-5/s)
})

test.skipIf(!hasTerminal)(
  'in a terminal: greeting, streamed markdown, status, a question, and a summary at the end',
  async () => {
    const desk = await createDesk([
      { text: 'I **write** it.', calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'hello' } }] },
      'Done:\n\n- one\n- `two`\n',
    ])
    const chat = inTerminal(desk)
    await chat.shows('Palimpsest')
    await chat.shows('Prompt caching: ENABLED')
    await chat.shows('› ')
    chat.type('Write a file.\r')
    await chat.shows('I write it.')
    await chat.shows(/yes · no · always/)
    // A key that comes with the question could be part of something else, and is not taken for an answer.
    await pause(500)
    chat.type('y')
    await chat.shows(/✓ write_file a\.txt/)
    await chat.shows(/• one\s+• two/)
    await chat.shows(/▕█░+▏ .* of 500K · cache .* · \$/)
    expect(readFileSync(join(desk.folder, 'a.txt'), 'utf8')).toBe('hello')
    chat.type('\u0004')
    await chat.shows('1 turn')
    await chat.shows('palimpsest chat --resume')
    expect(await chat.code).toBe(0)
  },
)

test.skipIf(!hasTerminal)('slash commands are completed, and a mistyped one is set right', async () => {
  const chat = inTerminal(await createDesk(['Hello.']))
  await chat.shows('› ')
  chat.type('/comprss\r')
  await chat.shows('Did you mean /compress?')
  chat.type('/comp')
  await chat.shows('/compress [focus]')
  chat.type('\t')
  await chat.shows('› /compress ')
  chat.type('API endpoints\r')
  await chat.shows('Nothing to compress yet.')
  chat.type('/quit\r')
  expect(await chat.code).toBe(0)
})

test.skipIf(!hasTerminal)(
  'Ctrl-C cancels the turn and keeps the conversation; twice at the prompt it leaves',
  async () => {
    const desk = await createDesk([
      { calls: [{ name: 'terminal', input: { command: 'sleep 60' } }] },
      'Awake again.',
      'Still here.',
    ])
    const chat = inTerminal(desk, '--yes')
    await chat.shows('› ')
    chat.type('Sleep.\r')
    await chat.shows('terminal sleep 60')
    chat.type('\u0003')
    await chat.shows('Cancelled.')
    await pause(1_600)
    chat.type('Go on.\r')
    await chat.shows('Awake again.')
    await chat.shows('› ')
    chat.type('\u0003')
    await chat.shows('Press Ctrl-C again to leave.')
    chat.type('\u0003')
    await chat.shows('2 turns')
    expect(await chat.code).toBe(0)
    const [, id = ''] = /--resume ([0-9a-f-]{36})/.exec(stripVTControlCharacters(chat.said.text)) ?? []
    const again = inTerminal(desk, '--resume', id)
    await again.shows('it said   Awake again.')
    again.type('\r'.repeat(2))
    again.type('Where are we?\r')
    await again.shows('Still here.')
    again.type('/quit\r')
    expect(await again.code).toBe(0)
  },
)

test.skipIf(!hasTerminal)('pasted lines are one message, history comes back, and no secret is in it', async () => {
  const desk = await createDesk(['Got it.', 'Again.'])
  const chat = inTerminal(desk)
  await chat.shows('› ')
  chat.type('\u001b[200~first line\rsecond line\u001b[201~')
  await chat.shows(/› first line\s+second line/)
  chat.type('\r')
  await chat.shows('Got it.')
  const secret = `sk-ant-api03-${'aB3dE5fG7h'.repeat(9)}-AAAAAAAA`
  chat.type(`My key is ${secret}\r`)
  await chat.shows('Again.')
  await chat.shows('› ')
  chat.type('\u001b[A\u001b[A')
  await chat.shows(/› first line\s+second line/)
  chat.type('\u0003\u0003\u0003')
  expect(await chat.code).toBe(0)
  const history = readFileSync(join(desk.folder, 'home', 'history'), 'utf8')
  expect(history).toContain('first line\\nsecond line')
  expect(history).not.toContain(secret)
})

test.skipIf(!hasTerminal)('NO_COLOR leaves no colour on the screen', async () => {
  const desk = await createDesk(['# Title\n\n`code` and **bold**'])
  writeFileSync(join(desk.folder, 'x'), '')
  const chat = inTerminal({ ...desk, env: { ...desk.env, NO_COLOR: '1' } as Desk['env'] })
  await chat.shows('› ')
  chat.type('Hi.\r')
  await chat.shows('`code` and bold')
  chat.type('/context\r')
  await chat.shows('above the threshold')
  chat.type('/quit\r')
  expect(await chat.code).toBe(0)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: colours are control sequences
  expect(chat.said.text).not.toMatch(/\u001b\[[\d;]*m/)
})

test.skipIf(!hasTerminal)(
  'what is typed before all is loaded is taken as it is, and leaving at once leaves nothing behind',
  async () => {
    const desk = await createDesk(['Quick.'])
    const chat = inTerminal(desk)
    await chat.shows('› ')
    chat.type('Be quick.\r')
    await chat.shows('Quick.')
    chat.type('\u0004')
    expect(await chat.code).toBe(0)
    const silent = inTerminal(desk)
    await silent.shows('› ')
    silent.type('\u0004')
    expect(await silent.code).toBe(0)
    const listed = execFileSync(process.execPath, [binary, 'sessions', 'list', '--json'], {
      env: desk.env,
      encoding: 'utf8',
    })
    expect(JSON.parse(listed).conversations).toHaveLength(1)
  },
)

test.skipIf(!hasTerminal)('what turns out wrong while the prompt stands takes it away, and is told', async () => {
  const desk = await createDesk([])
  const env = { ...desk.env, PALIMPSEST__CONTEXT__ENGINE: 'nosuch' } as Desk['env']
  const chat = inTerminal({ ...desk, env })
  await chat.shows('› ')
  await chat.shows(/error: .*nosuch/)
  expect(await chat.code).toBe(2)
})
