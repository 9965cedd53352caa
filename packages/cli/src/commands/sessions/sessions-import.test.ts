import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { openStore } from '../../compose.ts'
import { binary, jsonl } from '../../testing/binary.ts'
import { createStoreDesk } from '../../testing/store-desk.ts'

const { here, imported, json, file, folder, clear } = createStoreDesk()
afterAll(clear)

const linesOf = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))

test('a transcript that went through another database comes back in its format, header and all', async () => {
  const id = await imported(file('chat.jsonl', jsonl))
  await here(['sessions', 'export', id, '--out', join(folder, 'dump.jsonl')])
  expect(await imported('dump.jsonl', 'other.db')).toBe(id)
  const { out } = await here(['sessions', 'export', id, '--to', 'openai-chat'], 'other.db')
  expect(linesOf(out)).toEqual(linesOf(jsonl))
})

test('a conversation is named by what a person said first, not by what a runtime said in their name', async () => {
  const said = (text: string) => ({
    timestamp: '2026-01-01T00:00:00Z',
    type: 'response_item',
    payload: { type: 'message', role: 'user', content: [{ type: 'input_text', text }] },
  })
  const rollout = [
    { timestamp: '2026-01-01T00:00:00Z', type: 'session_meta', payload: { id: 'x', cwd: '/w' } },
    said('# AGENTS.md instructions for /w\n\n<INSTRUCTIONS>\nBe brief.\n</INSTRUCTIONS>'),
    said('<environment_context>\n  <cwd>/w</cwd>\n</environment_context>'),
    said(`Fix the parser. ${'Then 🚀 go on. '.repeat(20)}`),
  ]
  const id = await imported(file('rollout.jsonl', rollout.map((line) => `${JSON.stringify(line)}\n`).join('')))
  const { title } = (await json(['sessions', 'show', id])).conversation
  expect(title).toMatch(/^Fix the parser\. Then 🚀 go on\. .*…$/u)
  expect([...title].length).toBeLessThanOrEqual(81)
})

test('a damaged line of an exported conversation is named, and nothing of it is kept', async () => {
  const id = await imported(file('whole.jsonl', jsonl))
  const { out } = await here(['sessions', 'export', id])
  file('bad.jsonl', out.replace('"role":"user"', '"role":7'))
  const { code, err } = await here(['sessions', 'import', join(folder, 'bad.jsonl')], 'bad.db')
  expect([code, err]).toEqual([2, expect.stringMatching(/bad\.jsonl: Line \d+ of the dump: message\.message\.role: /)])
  expect((await json(['sessions', 'list'], 'bad.db')).conversations).toEqual([])
})

test.skipIf(process.platform === 'win32')('a transcript is read once: a pipe with a name will do', async () => {
  const pipe = join(folder, 'pipe.jsonl')
  spawnSync('mkfifo', [pipe])
  const child = spawn(process.execPath, [binary, 'sessions', 'import', pipe, '--db', join(folder, 'pipe.db')], {
    timeout: 20_000,
  })
  const ended = once(child, 'exit')
  await writeFile(pipe, jsonl)
  expect((await ended)[0]).toBe(0)
})

test('imported conversations tell how their people pause, each once, and only where their times are known', async () => {
  const at = (minutes: number) => new Date(Date.UTC(2026, 0, 1, 9) + minutes * 60_000).toISOString()
  const line = (role: 'user' | 'assistant', minutes: number) => ({
    type: role,
    uuid: `${role}-${minutes}`,
    timestamp: at(minutes),
    message: { role, content: `said at ${minutes}` },
  })
  const lines = [0, 10, 11, 200].flatMap((minutes) => [line('user', minutes), line('assistant', minutes + 0.5)])
  file('paused.jsonl', lines.map((each) => `${JSON.stringify(each)}\n`).join(''))
  const pausesIn = async (db: string) => {
    const store = await openStore(join(folder, db))
    try {
      return await store.state.get('agent/pauses', 'agent')
    } finally {
      await store.end()
    }
  }
  const paused = { conversations: 1, turns: 4, long: 1, lost: 1 }
  await imported('paused.jsonl', 'paused.db')
  expect(await pausesIn('paused.db')).toEqual(paused)
  await imported('paused.jsonl', 'paused.db')
  file('timeless.jsonl', jsonl)
  await imported('timeless.jsonl', 'paused.db')
  expect(await pausesIn('paused.db')).toEqual(paused)
})
