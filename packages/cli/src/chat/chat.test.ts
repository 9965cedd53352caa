import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { binary } from '../testing/binary.ts'
import { type ChatDesk, createChatDesk, hasTerminal, inTerminal, pause, piped } from './chat-desk.arbitrary.ts'

test('through a pipe each line is a message, and only answers go to standard output', async () => {
  const desk = await createChatDesk(['**One**.', 'Two.'])
  const { code, out, err } = await piped(desk, 'First \\\nmessage.\n\n/nosuch\nSecond.\n')
  expect(out).toBe(
    '**One**.\nThere is no command /nosuch. There are /compress, /undo, /receipt, /context, /usage, /insights, /new, /resume, /sessions, /search, /model, /memory, /tools, /help, /quit.\nTwo.\n',
  )
  expect(err).toMatch(/2 turns.*palimpsest chat --resume [0-9a-f-]{36}/s)
  expect(code).toBe(0)
})

test('through a pipe nobody can agree, so nothing is written', async () => {
  const desk = await createChatDesk([
    { calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'x' } }] },
    'No file.',
  ])
  const { out, err } = await piped(desk, 'Write.\n')
  expect(out).toBe('No file.\n')
  expect(err).toContain('Declined')
})

test('through a pipe nobody can agree to what would be remembered', async () => {
  const text = 'Likes\u00a0tea.'
  const note = { name: 'memory', input: { action: 'add', file: 'USER.md', text } }
  const desk = await createChatDesk([{ calls: [note] }, 'Not noted.'])
  const { err } = await piped(desk, 'Remember.\n')
  expect(err).toMatch(/Declined.*Remember this in USER\.md, for every later conversation\?\n\+ Likes tea\./)
  expect(existsSync(join(desk.folder, 'home', 'memory', 'USER.md'))).toBe(false)
})

test('without a key it says which variable to set, and what works without', async () => {
  const desk = await createChatDesk([])
  const { ANTHROPIC_API_KEY: _, ...env } = desk.env
  const { code, err } = await piped({ ...desk, env: env as ChatDesk['env'] }, '')
  expect(err).toMatch(/ANTHROPIC_API_KEY.*chat --simulate/s)
  expect(code).toBe(1)
})

test('without a model it says how to name one, and what works without', async () => {
  const desk = await createChatDesk([])
  const { err } = await piped({ ...desk, args: ['chat'] }, '')
  expect(err).toMatch(/no model is named.*--model claude-sonnet-5/s)
})

test.skipIf(!hasTerminal)(
  'in a terminal: greeting, streamed markdown, status, a question, and a summary at the end',
  async () => {
    const desk = await createChatDesk([
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

test.skipIf(!hasTerminal)('a long question is cut where it says so, shown whole on demand, and put again', async () => {
  const lines = Array.from({ length: 60 }, (_, n) => `echo step ${n}`)
  const desk = await createChatDesk([
    { calls: [{ name: 'terminal', input: { command: lines.join('\n') } }] },
    { calls: [{ name: 'terminal', input: { command: 'touch made' } }] },
    { calls: [{ name: 'write_file', input: { path: 'a.txt', content: 'hello' } }] },
    { calls: [{ name: 'memory', input: { action: 'add', text: 'Likes tea.' } }] },
    'Done.',
  ])
  const chat = inTerminal(desk)
  await chat.shows('› ')
  chat.type('Go.\r')
  await chat.shows(/… 36 more lines \(\d+ characters\) …\s+echo step 54/)
  await chat.shows('always run commands (until you leave) · view all of it')
  expect(chat.said.text).not.toContain('echo step 30')
  await pause(500)
  chat.type('v')
  await chat.shows('echo step 30')
  await chat.shows('always run commands')
  await pause(500)
  chat.type('a')
  // An "always" to commands says nothing about files.
  await chat.shows(/Write a\.txt \(a new file, 1 line, 5 bytes\)\?\s+\+ hello/)
  await chat.shows('always write files')
  await pause(500)
  chat.type('n')
  // What is remembered outlives the chat, so each note is asked about.
  await chat.shows(/Remember this in MEMORY\.md, for every later conversation\?\s+\+ Likes tea\./)
  await chat.shows('yes · no')
  await pause(500)
  chat.type('a')
  await pause(500)
  chat.type('y')
  await chat.shows('Done.')
  expect(readFileSync(join(desk.folder, 'home', 'memory', 'MEMORY.md'), 'utf8')).toBe('- Likes tea.\n')
  expect(chat.said.text).not.toContain('always change memory')
  expect([existsSync(join(desk.folder, 'made')), existsSync(join(desk.folder, 'a.txt'))]).toEqual([true, false])
  chat.type('/quit\r')
  expect(await chat.code).toBe(0)
})

test.skipIf(!hasTerminal)(
  'who has begun a message when a question comes up does not answer it with the next word',
  async () => {
    const desk = await createChatDesk([{ calls: [{ name: 'terminal', input: { command: 'touch made' } }] }, 'Well.'])
    const chat = inTerminal(desk)
    await chat.shows('token window')
    chat.type('Go.\r')
    await chat.shows('thinking')
    chat.type('What ')
    await chat.shows('yes · no · always')
    await pause(700)
    chat.type('a')
    await pause(1_800)
    chat.type('n')
    await chat.shows('declined')
    await chat.shows('› What')
    expect(existsSync(join(desk.folder, 'made'))).toBe(false)
  },
)

test.skipIf(!hasTerminal)('slash commands are completed, and a mistyped one is set right', async () => {
  const chat = inTerminal(await createChatDesk(['Hello.']))
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
    const desk = await createChatDesk([
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
  const desk = await createChatDesk(['Got it.', 'Again.'])
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
  const desk = await createChatDesk(['# Title\n\n`code` and **bold**'])
  writeFileSync(join(desk.folder, 'x'), '')
  const chat = inTerminal({ ...desk, env: { ...desk.env, NO_COLOR: '1' } as ChatDesk['env'] })
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
    const desk = await createChatDesk(['Quick.'])
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
  const desk = await createChatDesk([])
  const env = { ...desk.env, PALIMPSEST__CONTEXT__ENGINE: 'nosuch' } as ChatDesk['env']
  const chat = inTerminal({ ...desk, env })
  await chat.shows('› ')
  await chat.shows(/error: .*nosuch/)
  expect(await chat.code).toBe(2)
})
