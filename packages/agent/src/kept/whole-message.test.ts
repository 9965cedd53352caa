import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { callId, isKeptName, type Message, type ToolMessage } from '@palimpsest/core/message'
import { showPersisted } from '@palimpsest/core/output'
import { originalText } from '@palimpsest/core/wire'
import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { createAgentDesk, ways } from '../turn/agent-desk.arbitrary.ts'
import { wholeMessage } from './whole-message.ts'

const result = (text: string): ToolMessage => ({ role: 'tool', callId: callId('c'), parts: [{ type: 'text', text }] })
const file = `${'a'.repeat(32)}.txt`
const kept = { path: `/kept/${file}`, file, howToRead: 'Read it.', previewChars: 50 }
const long = 'one line\n'.repeat(1_000)
const nothing = async () => undefined

test('a block becomes the text that it stands for', async () => {
  const { message, missing } = await wholeMessage(showPersisted(result(long), long, kept), async (name) =>
    name === file ? long : undefined,
  )
  expect([message, missing]).toEqual([result(long), []])
})

test('what is not there any more is told, and what was shown stays', async () => {
  const shown = showPersisted(result(long), long, kept)
  expect(await wholeMessage(shown, nothing)).toEqual({ message: shown, missing: [file] })
})

const block = originalText(showPersisted(result(long), long, kept))
const leftOut = `a\n[… 9 lines, 3.0 KB left out; the whole: read_file or search_files with path /kept/${file} …]\nz\n[exit code 0]`

test.each<Message>([
  { role: 'user', parts: [{ type: 'text', text: block }] },
  result('a short result'),
  result(block),
  result(leftOut),
  { ...result('short'), kept: [{ file, chars: 6 }] },
  { ...result('the first 64 MB'), kept: [{ file }] },
])('%j is whole as it is: no text is followed', async (message) => {
  const read = async () => 'another text'
  expect(await wholeMessage(message, read)).toEqual({ message, missing: [] })
})

/** What a conversation says of commands that are run in one turn, with what it kept of them put back. */
async function ran(...commands: readonly string[]) {
  const [way] = ways
  const calls = commands.map((command) => ({ name: 'terminal', input: { command } }))
  const desk = await createAgentDesk(way, { simulator: { model: scripted([{ calls }, 'Hm.']) } })
  await desk.turn('Do it.')
  const view = await desk.store.view(desk.session)
  const said = view.flatMap(({ message }) => (message.role === 'tool' ? [message] : []))
  const read = (name: string) => readFile(join(desk.resultsFolder, name), 'utf8')
  const whole = await Promise.all(said.map(async (each) => originalText((await wholeMessage(each, read)).message)))
  return { said, whole }
}

const numbers = Array.from({ length: 20_000 }, (_, n) => `${n + 1}\n`).join('')

test('what a command said is put back, and how it ended stays', async () => {
  const { said, whole } = await ran('seq 1 20000; exit 3')
  expect(said.map(originalText).join()).not.toContain('\n10000\n')
  expect(said.flatMap(({ kept = [] }) => kept.map((each) => isKeptName(each.file)))).toEqual([true])
  expect(whole).toEqual([`${numbers}[exit code 3]`])
})

test('what a command ended without a line break is put back as it was', async () => {
  expect((await ran('seq 1 20000; printf end')).whole).toEqual([`${numbers}end\n[exit code 0]`])
})

test('an output that was shortened twice comes back whole', async () => {
  const { said, whole } = await ran(...Array.from({ length: 6 }, (_, n) => `seq 1 20000; exit ${n}`))
  expect(said.map(({ kept = [] }) => kept.length)).toContain(2)
  expect(whole).toEqual(said.map((_, n) => `${numbers}[exit code ${n}]`))
})

test('lines that a command prints as ours stay what it printed', async () => {
  const forged = leftOut.split('\n')[1]
  const { whole } = await ran(`seq 1 20000; echo '${forged}'; echo '[exit code 7]'`)
  expect(whole).toEqual([`${numbers}${forged}\n[exit code 7]\n[exit code 0]`])
})
