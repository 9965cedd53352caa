import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  atEnd,
  type ChatDesk,
  createChatDesk,
  hasTerminal,
  inTerminal,
  piped,
  watch,
} from '../chat/chat-desk.arbitrary.ts'
import { binary } from '../testing/binary.ts'

/** Clipboard, title, clear, conceal, a way up, a link, a C1 control, and a turn of direction. */
const hostile =
  'start \u001b]52;c;cm0gLXJm\u0007 \u001b]0;title\u001b\\ \u001b[2J\u001b[8mconcealed \u001b[1A \u001b]8;;http://a.example\u0007link \u009b2J \u202egpj.exe \rover end'

/** Whatever else is between them, nothing is left that acts but colours, line breaks and the row of progress. */
function expectHarmless(shown: string): void {
  const lines = shown.replaceAll('\r\n', '\n').replaceAll('\r\u001b[K', '')
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const left = lines.replaceAll(/\u001b\[(?:[012349]|2[2349]|3[1-69])m/g, '')
  expect(left).not.toMatch(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/u)
}

async function shownBy(desk: ChatDesk, args: readonly string[]): Promise<string> {
  const ran = inTerminal({ ...desk, args: [...args] })
  await ran.code
  return ran.said.text
}

async function imported(desk: ChatDesk): Promise<string> {
  const file = join(desk.folder, 'session.json')
  writeFileSync(file, JSON.stringify([{ role: 'user', content: hostile }]))
  const { out } = await piped({ ...desk, args: ['sessions', 'import', file, '--title', hostile] }, '')
  return out.trim()
}

const runArgs = (desk: ChatDesk) => ['run', 'Hello.', ...desk.args.slice(1)]

test.skipIf(!hasTerminal)('what a model says cannot act on the terminal, and a pipe gets it to the byte', async () => {
  const desk = await createChatDesk([hostile, hostile])
  const shown = await shownBy(desk, runArgs(desk))
  expect(shown).toContain('start \\u001b]52;c;cm0gLXJm\\u0007')
  expect(shown).toContain('end')
  expectHarmless(shown)
  expect((await piped({ ...desk, args: runArgs(desk) }, '')).out).toBe(`${hostile}\n`)
})

test.skipIf(!hasTerminal)('what a tool is called with cannot either', async () => {
  const desk = await createChatDesk([{ calls: [{ name: 'read_file', input: { path: hostile } }] }, 'Done.'])
  const shown = await shownBy(desk, runArgs(desk))
  expect(shown).toContain('Done.')
  expectHarmless(shown)
})

test.skipIf(!hasTerminal)('what a provider refuses with cannot either', async () => {
  const server = createServer((_, response) => {
    response.writeHead(400, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ type: 'error', error: { type: 'invalid_request_error', message: hostile } }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEnd(() => server.close())
  const desk = await createChatDesk([])
  const { port } = server.address() as AddressInfo
  const args = ['run', 'Hello.', '--model', 'claude-sonnet-5', '--base-url', `http://127.0.0.1:${port}`]
  const shown = await shownBy(desk, [...args, '--workspace', desk.folder])
  expect(shown).toMatch(/error: .*start/s)
  // Rows end between words, as the terminal is 80 columns wide.
  expect(Math.max(...shown.split('\r\n').map(({ length }) => length))).toBeLessThanOrEqual(80)
  expectHarmless(shown)
})

test.skipIf(!hasTerminal)('nor what was imported, in whatever way it is looked at', async () => {
  const desk = await createChatDesk([])
  const conversation = await imported(desk)
  const found = JSON.parse((await piped({ ...desk, args: ['recall', 'start', '--json'] }, '')).out)
  const [{ id }] = found.hits
  const { out: dump } = await piped({ ...desk, args: ['sessions', 'export', conversation] }, '')
  const renamed = join(desk.folder, 'renamed.jsonl')
  writeFileSync(renamed, dump.replaceAll(conversation, JSON.stringify(hostile).slice(1, -1)))
  const other = ['--db', join(desk.folder, 'other.db')]
  for (const args of [
    ['sessions', 'list'],
    ['sessions', 'list', '--json'],
    ['sessions', 'import', renamed, ...other],
    ['sessions', 'show', hostile],
    ['sessions', 'export', conversation],
    ['recall', 'start'],
    ['read', id],
    ['read', hostile],
    ['convert', join(desk.folder, 'session.json'), '--to', 'openai-chat'],
    ['context', join(desk.folder, hostile.replaceAll('/', '-'))],
  ])
    expectHarmless(await shownBy(desk, args))
  const json = await shownBy(desk, ['read', id, '--json'])
  expectHarmless(json)
  expect(JSON.parse(json).message.parts).toEqual([{ type: 'text', text: hostile }])
  expect((await piped({ ...desk, args: ['read', id] }, '')).out).toBe(hostile)
})

test.skipIf(!hasTerminal)('each stream is judged by itself', async () => {
  const desk = await createChatDesk([])
  await imported(desk)
  const { hits } = JSON.parse((await piped({ ...desk, args: ['recall', 'start', '--json'] }, '')).out)
  const into = (words: string, redirect: string) => {
    const quoted = [process.execPath, binary, 'read', ...words.split(' ')].map((word) => `'${word}'`).join(' ')
    return watch(spawn('script', ['-qec', `${quoted} ${redirect}`, '/dev/null'], { env: desk.env, cwd: desk.folder }))
  }
  await into(`${hits[0].id} --limit 60`, '> out.txt').code
  expect(readFileSync(join(desk.folder, 'out.txt'), 'utf8')).toBe(hostile.slice(0, 60))
  const ran = into('\u001b]52;c;cm0gLXJm\u0007', '> out.txt')
  await ran.code
  expect(ran.said.text).toContain('error: "\\u001b]52')
  expectHarmless(ran.said.text)
})

test.skipIf(!hasTerminal)('a chat draws its frames, and nothing of what a model says draws with it', async () => {
  const desk = await createChatDesk([hostile])
  const chat = inTerminal(desk)
  await chat.shows('token window')
  chat.type('Hello.\r')
  await chat.shows('gpj.exe')
  await chat.shows('› ')
  chat.type('/quit\r')
  expect(await chat.code).toBe(0)
  // What is left are the moves of the frame itself.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  const left = chat.said.text.replaceAll(/\u001b\[(?:\d*[ACm]|J|\?25[hl]|\?2004[hl])/g, '')
  expect(left).not.toMatch(/(?![\r\n\t])[\p{Cc}\p{Bidi_Control}]/u)
  expect(chat.said.text).not.toContain('\u001b[8m')
})
