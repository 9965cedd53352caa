import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { binary } from '../testing/binary.ts'
import { atEnd, hasTerminal, inTerminal, pause, piped, watch } from './chat-desk.arbitrary.ts'

/** A newcomer's machine: no key, no home, and a folder for what is temporary. */
function createTour() {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-tour-test-'))
  atEnd(() => rmSync(folder, { recursive: true }))
  const { ANTHROPIC_API_KEY: _, ...others } = process.env
  const env = { ...others, PALIMPSEST_HOME: join(folder, 'home'), TMPDIR: folder, TERM: 'xterm-256color' }
  return { folder, env: env as typeof env & { readonly ANTHROPIC_API_KEY: string }, args: ['chat', '--simulate'] }
}

const wholeTour = [
  'hello',
  'What does undo do?',
  'next',
  'Always write amounts in cents.',
  '/receipt',
  '/context',
  'next',
  '/undo',
  'next',
  '/usage',
]

test('the tour shows tool calls, a compaction that keeps the rule, recall and undo, and leaves nothing behind', async () => {
  const tour = createTour()
  const { code, out, err } = await piped({ ...tour, args: [...tour.args, '--yes'] }, `${wholeTour.join('\n')}\n`)
  expect(code).toBe(0)
  expect(err).toMatch(/· list_files.*· patch src\/price\.js.*Compressed .* tokens.*· recall/s)
  expect(out).toContain('takes the last compaction back')
  expect(out).toContain('Changed, as you agreed.')
  expect(out).toContain('That was a compaction.')
  expect(out).toMatch(/rules +Always write amounts in cents\./)
  expect(out).toContain('order 4711 refused: voucher LANTERN-7 expired on 2026-03-01')
  expect(out).toMatch(/Undone: the model sees \d+ messages again/)
  expect(out).toContain('That was the tour.')
  expect(out).toMatch(/compactions +2 \(1 undone\), [\d,]+ tokens saved\n/)
  expect(err).not.toContain('--resume')
  expect(readdirSync(tour.folder)).toEqual([])
})

test('a change that nobody agreed to does not happen, and the guide says so', async () => {
  const { code, out } = await piped(createTour(), 'hello\nnext\n')
  expect(code).toBe(0)
  expect(out).toContain('You did not agree, so the file is as it was.')
})

test('whoever interrupts it is told that nothing is kept, and nothing is', async () => {
  const { folder, env, args } = createTour()
  const child = spawn(process.execPath, [binary, ...args], { env })
  let err = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    err += text
  })
  const tour = watch(child)
  tour.type('hello\n')
  await tour.shows('Then say `next`.')
  child.kill('SIGINT')
  expect(await tour.code).toBe(130)
  expect(err).toContain('Nothing of the tour is kept')
  expect(err).not.toContain('--resume')
  expect(readdirSync(folder)).toEqual([])
})

test.skipIf(!hasTerminal)('in a terminal it says what it is before the first word', async () => {
  const tour = createTour()
  const chat = inTerminal(tour)
  await chat.shows('A guided tour: a script answers')
  await chat.shows('Say hello to begin.')
  chat.type('hello\r')
  await chat.shows('list_files')
  await chat.shows('Type /context to see what is in it.')
  chat.type('/quit\r')
  expect(await chat.code).toBe(0)
  expect(existsSync(tour.env.PALIMPSEST_HOME)).toBe(false)
  expect(readdirSync(tour.folder)).toEqual([])
})

test.skipIf(!hasTerminal)(
  'an answer may be typed out, and what the guide offers to tell is told by its name',
  async () => {
    const chat = inTerminal(createTour())
    await chat.shows('› ')
    chat.type('hello\r')
    await chat.shows('Then say next.')
    chat.type('next\r')
    await chat.shows('always write files')
    await pause(500)
    chat.type('no\r')
    await chat.shows('You did not agree, so the file is as it was.')
    chat.type('privacy\r')
    await chat.shows('File tools stay inside the workspace')
    chat.type('/context\r')
    await chat.shows(/asked +privacy/)
    expect(chat.said.text).not.toContain('price.js (changed)')
    chat.type('/search lamps\r')
    await chat.shows(/palimpsest read \S+\s+--db\s+\S+state\.db/)
    const shown = stripVTControlCharacters(chat.said.text).replace(/\s+/g, ' ')
    const [, command = ''] = /palimpsest (read \S+ --db \S+state\.db)/.exec(shown) ?? []
    const read = spawnSync(process.execPath, [binary, ...command.split(' ')], { encoding: 'utf8' })
    expect([read.status, read.stdout]).toEqual([0, expect.stringContaining('lamps')])
    chat.type('/quit\r')
    expect(await chat.code).toBe(0)
  },
)

test('after its end the tour answers what it offered to be asked about', async () => {
  const tour = createTour()
  const asked = ['hello', 'next', 'next', 'next', 'next', 'undo', 'tell', 'next']
  const { out } = await piped({ ...tour, args: [...tour.args, '--yes'] }, `${asked.join('\n')}\n`)
  expect(out).not.toContain('your rule under')
  expect(out).toMatch(/That was the tour\..*takes the last compaction back.*I am only a script\..*That was the tour\./s)
  expect(out).toContain('say `again` to start over, or leave with `/quit`')
})

test.skipIf(!hasTerminal)('whoever leaves at the first prompt leaves nothing behind', async () => {
  const tour = createTour()
  const chat = inTerminal(tour)
  await chat.shows('› ')
  chat.type('\u0004')
  expect(await chat.code).toBe(0)
  expect(readdirSync(tour.folder)).toEqual([])
})

test.each([
  ['--model', 'gpt-5'],
  ['--resume', 'x'],
  ['--db', 'x.db'],
  ['--workspace', '.'],
])('it brings its own model, folder and store, so %s is refused', (...option) => {
  const { folder, env, args } = createTour()
  const { status, stderr } = spawnSync(process.execPath, [binary, ...args, ...option], { env, encoding: 'utf8' })
  expect(status).toBe(2)
  expect(stderr).toContain(option[0])
  expect(readdirSync(folder)).toEqual([])
})
