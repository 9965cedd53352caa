import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { entryId } from '@palimpsest/core/log'
import { conversationId } from '@palimpsest/core/store'
import { afterAll, describe, expect, test } from 'vitest'
import { openStore } from '../../compose.ts'
import { binary, jsonl } from '../../testing/binary.ts'
import { createStoreDesk } from '../../testing/store-desk.ts'

const { here, json, on, file, folder, clear } = createStoreDesk()
afterAll(clear)

const path = (name: string) => join(folder, name)
const said = (...texts: readonly string[]) =>
  texts.map((content, i) => ({ role: i % 2 === 0 ? 'user' : 'assistant', content }))
const talk = (name: string, ...texts: readonly string[]) => file(name, JSON.stringify(said(...texts)))
const load = (names: readonly string[], db: string) => here(['sessions', 'import', ...names.map(path)], db)
const conversations = async (db: string) => (await json(['sessions', 'list'], db)).conversations

describe('many files', () => {
  mkdirSync(path('logs/deep'), { recursive: true })
  talk('logs/a.json', 'Begin a.', 'Done a.')
  talk('logs/deep/b.json', 'Begin b.', 'Done b.', 'And more.')
  talk('c.json', 'Begin c.', 'Done c.')
  file('bad.json', '{"role": ')
  file('empty.json', '')

  test('folders, patterns and files are imported in one go, each with a line of its own', async () => {
    const { code, out, err } = await load(['logs', 'c.*son', 'logs/a.json'], 'many.db')
    expect([code, err]).toEqual([0, 'Imported 3 files (7 messages).\n'])
    const lines = out.trim().split('\n')
    expect(lines.map((line) => line.split('  ')[1])).toEqual(['logs/a.json', 'logs/deep/b.json', 'c.json'].map(path))
    expect((await conversations('many.db')).map(({ id }: { id: string }) => id).toSorted()).toEqual(
      lines.map((line) => line.split('  ')[0]).toSorted(),
    )
  })

  test('scripts get one list, and one conversation for one file', async () => {
    const list = await json(['sessions', 'import', path('logs')], 'json.db')
    expect(list).toMatchObject([
      { messages: 2, file: path('logs/a.json'), outcome: 'imported', added: 2 },
      { messages: 3, file: path('logs/deep/b.json'), outcome: 'imported', added: 3 },
    ])
    expect(await json(['sessions', 'import', path('logs/a.json')], 'json.db')).toEqual(
      (await json(['sessions', 'show', list[0].id], 'json.db')).conversation,
    )
  })

  test('bad files do not stop the others, and are listed in the end with their reasons', async () => {
    const { code, out, err } = await load(['bad.json', 'c.json', 'empty.json'], 'some.db')
    expect([code, out.trim().split('\n')]).toEqual([1, [expect.stringMatching(/^\S+ {2}.*c\.json$/)]])
    expect(err).toMatch(/^Imported 1 file \(2 messages\)\.\nerror: 2 of 3 files could not be imported\n/)
    expect(err).toMatch(/\n {2}\S*bad\.json:1.*\n {2}\S*empty\.json is empty\n/)
    expect(await load(['bad.json', 'empty.json'], 'none.db')).toMatchObject({ code: 1, out: '' })
    expect(existsSync(path('none.db'))).toBe(false)
  })

  test.each([
    [['logs', '--title', 'Both'], /--title is for one file/],
    [['c.json', 'missing.json'], /missing\.json does not exist/],
    [['nothing*.json'], /fits no file/],
    [[], /missing required argument/],
  ])('%j is bad usage, and nothing is imported', async (args, message) => {
    const { code, err } = await here(
      ['sessions', 'import', ...args.map((arg) => (/[.*]|logs/.test(arg) ? path(arg) : arg))],
      'usage.db',
    )
    expect([code, err]).toEqual([2, expect.stringMatching(message)])
    expect(existsSync(path('usage.db'))).toBe(false)
  })

  test('Ctrl-C leaves whole conversations only, and says how many', async () => {
    const text = 'words that take a while to write '.repeat(200)
    talk('long.json', ...Array.from({ length: 6_000 }, (_, i) => `${i} ${text}`))
    const args = [binary, 'sessions', 'import', 'c.json', 'long.json', 'logs', '--db', 'stopped.db']
    const child = spawn(process.execPath, args, { cwd: folder })
    const heard = { out: '', err: '' }
    child.stdout.on('data', (data) => {
      heard.out += data
    })
    child.stderr.on('data', (data) => {
      heard.err += data
    })
    while (!existsSync(path('stopped.db-wal')) && child.exitCode === null) await sleep(5)
    const isBegun = async () => (await conversations('stopped.db').catch(() => [])).length > 1
    while (!(await isBegun()) && child.exitCode === null) await sleep(5)
    child.kill('SIGINT')
    expect((await once(child, 'exit'))[0]).toBe(130)
    expect(heard.err).toContain('error: interrupted\n  1 of 4 files done, each of them whole')
    expect(heard.out).toMatch(/^\S+ {2}c\.json\n$/)
    expect(await conversations('stopped.db')).toMatchObject([{ id: heard.out.split(' ')[0], messages: 2 }])
  })
})

describe('what is here already', () => {
  test('is told by its content, whatever the file is called, also after a detour through a dump', async () => {
    const id = (await load([file('one.jsonl', jsonl)], 'known.db')).out.trim()
    const again = await load([file('renamed.jsonl', jsonl)], 'known.db')
    expect(again).toEqual({ code: 0, out: `${id}\n`, err: `${path('renamed.jsonl')} is already here as ${id}.\n` })
    await here(['sessions', 'export', id, '--out', path('dump.jsonl')], 'known.db')
    expect((await load(['dump.jsonl'], 'known.db')).err).toContain(`is already here as ${id}.`)
    expect((await load(['dump.jsonl'], 'fresh.db')).err).toBe('Imported 5 messages.\n')
    expect((await load(['one.jsonl', 'dump.jsonl'], 'fresh.db')).err).toContain('; 2 already here.')
    for (const db of ['known.db', 'fresh.db']) expect(await conversations(db)).toHaveLength(1)
  })

  test('a file that has grown continues its conversation, and comes back whole', async () => {
    const id = (await load([talk('day.json', 'Start.', 'Started.')], 'grown.db')).out.trim()
    talk('day.json', 'Start.', 'Started.', 'Go on.', 'Gone on.')
    const { code, out, err } = await load(['day.json'], 'grown.db')
    expect([code, out, err]).toEqual([0, `${id}\n`, `${path('day.json')} has grown: added 2 messages to ${id}.\n`])
    const { out: back } = await here(['sessions', 'export', id, '--to', 'openai-chat'], 'grown.db')
    expect(JSON.parse(back)).toEqual(said('Start.', 'Started.', 'Go on.', 'Gone on.'))
    expect((await load([talk('older.json', 'Start.', 'Started.')], 'grown.db')).err).toContain(`already here as ${id}`)
    expect(await here(['verify'], 'grown.db')).toMatchObject({ code: 0 })
  })

  test('a file that has grown becomes a new conversation where something else was said since', async () => {
    const id = (await load([talk('split.json', 'Start.', 'Started.')], 'split.db')).out.trim()
    const store = await openStore(path('split.db'))
    const tip = (await store.conversation(conversationId(id)))?.tip
    if (tip === undefined) throw new Error('the conversation has no session')
    const message = { role: 'user', parts: [{ type: 'text', text: 'Said here.' }] } as const
    await store.append(tip, 2, [{ id: entryId('said-here'), message }], Date.now())
    await store.end()
    expect((await load(['split.json'], 'split.db')).err).toContain(`is already here as ${id}`)
    talk('split.json', 'Start.', 'Started.', 'Said there.')
    const { code, out, err } = await load(['split.json'], 'split.db')
    expect([code, out.trim()]).toEqual([0, expect.not.stringContaining(id)])
    expect(err).toMatch(/^Imported 3 messages\. .* begins with the same 2 messages as /)
    expect(await conversations('split.db')).toHaveLength(2)
  })

  test('the same prompt with another answer is another conversation', async () => {
    talk('run-0.json', 'Solve it.')
    talk('run-1.json', 'Solve it.', 'First way.')
    talk('run-2.json', 'Solve it.', 'Second way.')
    const { err } = await load(['run-0.json', 'run-1.json', 'run-2.json'], 'runs.db')
    expect(err).toBe('Imported 3 files (5 messages).\n')
  })
})

test('the built command imports a folder', () => {
  expect(on(['sessions', 'import', 'logs'], 'built.db')).toMatchObject({
    code: 0,
    err: 'Imported 2 files (5 messages).\n',
  })
})
