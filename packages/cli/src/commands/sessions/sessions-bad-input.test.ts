import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { binary } from '../../testing/binary.ts'
import { createStoreDesk, sampleTalk } from '../../testing/store-desk.ts'

const { on, here, json, imported, file, folder, clear } = createStoreDesk()
afterAll(clear)

const commands = [
  ['sessions', 'list'],
  ['sessions', 'show', 'abcd'],
  ['sessions', 'lineage', 'abcd'],
  ['sessions', 'search', 'x'],
  ['sessions', 'export', 'abcd'],
  ['sessions', 'undo', 'abcd'],
  ['sessions', 'delete', 'abcd', '--yes'],
  ['recall', 'x'],
  ['read', 'abcd'],
  ['verify'],
]

test.each(commands.map((command) => [command]))('%j without a database says so, and makes none', async (args) => {
  const { code, out, err } = await here(args, 'none/missing.db')
  expect([code, out]).toEqual([2, ''])
  expect(err).toMatch(/there is no database at .*none\/missing\.db\n.*--db/)
  expect(existsSync(join(folder, 'none'))).toBe(false)
  expect(await here(args, '.')).toMatchObject({ code: 2, err: expect.stringContaining('is a folder') })
  expect(await here(args, '')).toMatchObject({ code: 2, err: expect.stringContaining('--db is empty') })
})

test('a pipe is no database, and nobody waits for what it may say', async () => {
  execFileSync('mkfifo', [join(folder, 'pipe')])
  const { code, err } = await here(['sessions', 'list'], 'pipe')
  expect([code, err]).toEqual([2, expect.stringContaining('pipe is not a database')])
})

test('the built command says so as well', () => {
  const { code, out, err } = on(['recall', 'x', '--json'], 'missing.db')
  expect([code, out, err]).toEqual([2, '', expect.stringContaining('there is no database at missing.db')])
})

test.each<[string, string, RegExp]>([
  ['a transcript without messages', '[]', /bad/],
  ['broken JSON', '[{"role":"user",\n"content":"hel', /bad:2:\d+: the JSON ends too early/],
])('%s is not imported, and no database is made', async (_, text, message) => {
  file('bad', text)
  const { code, out, err } = await here(['sessions', 'import', join(folder, 'bad')], 'refused.db')
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(message)])
  expect(existsSync(join(folder, 'refused.db'))).toBe(false)
})

const header = '{"format":"palimpsest-conversation","version":1}\n'

test.each([
  ['a header alone', header],
  ['a newer version', header.replace('1', '99')],
  ['a line that means nothing', `${header}{"kind":"nonsense"}\n`],
  ['a line that is no JSON', `${header}{"kind":\n`],
])('an exported conversation with %s is not imported', async (_, text) => {
  file('bad.jsonl', text)
  const { code, out, err } = await here(['sessions', 'import', join(folder, 'bad.jsonl')], 'empty.db')
  expect([code, out, err]).toEqual([2, '', expect.stringMatching(/bad\.jsonl.*\n {2}\w/)])
  expect(err).not.toMatch(/\n\s+at |bug in Palimpsest/)
})

test('an exported conversation that was cut short leaves nothing behind', async () => {
  const talkId = await imported(file('talk.json', JSON.stringify(sampleTalk)))
  const lines = (await here(['sessions', 'export', talkId])).out.trim().split('\n')
  file('half.jsonl', `${lines.slice(0, -1).join('\n')}\n${lines.at(-1)?.slice(0, 20)}`)
  const half = await here(['sessions', 'import', join(folder, 'half.jsonl')], 'cut.db')
  expect([half.code, half.err]).toEqual([
    2,
    expect.stringMatching(/half\.jsonl:\d+: this is not valid JSON.*\n.*export/),
  ])
  file('short.jsonl', `${lines.slice(0, 3).join('\n')}\n`)
  expect((await here(['sessions', 'import', join(folder, 'short.jsonl')], 'cut.db')).code).toBe(2)
  expect((await json(['sessions', 'list'], 'cut.db')).conversations).toEqual([])
})

test('an unreachable server is told without its password', async () => {
  const { code, err } = await here(['sessions', 'list'], 'postgres://me:hush@127.0.0.1:1/none')
  expect([code, err.includes('hush'), err.includes('bug in')]).toEqual([1, false, false])
  expect(err).toContain('postgres://me@127.0.0.1:1/none')
})

const helped = ['sessions', 'sessions import', ...commands.map((command) => command.join(' '))]

test.each(helped)('%s --help helps, with an example', async (line) => {
  const { code, out } = await here([...line.split(' '), '--help'])
  expect([code, out]).toEqual([0, expect.stringContaining('$ palimpsest ')])
})

test('Ctrl-C in the middle of an import ends it in good order and leaves nothing half done', async () => {
  const text = 'words that take a while to write '.repeat(200)
  const long = JSON.stringify(Array.from({ length: 6_000 }, (_, i) => ({ role: 'user', content: `${i} ${text}` })))
  const args = [binary, 'sessions', 'import', file('long.json', long), '--db', 'stopped.db']
  const child = spawn(process.execPath, args, { cwd: folder })
  let said = ''
  child.stderr.on('data', (data) => {
    said += data
  })
  while (!existsSync(join(folder, 'stopped.db-wal')) && child.exitCode === null) await sleep(5)
  await sleep(50)
  child.kill('SIGINT')
  const [code] = await once(child, 'exit')
  expect([code, said]).toEqual([130, 'error: interrupted\n  Nothing was imported.\n'])
  expect(await json(['sessions', 'list'], 'stopped.db')).toEqual({ conversations: [], more: false })
  expect((await here(['verify'], 'stopped.db')).code).toBe(0)
})
