import { readFile } from 'node:fs/promises'
import { callId, type Message, showPersisted } from '@palimpsest/core'
import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { originalText } from '../original-text.ts'
import { createAgentDesk, ways } from '../turn/agent-desk.arbitrary.ts'
import { wholeMessage } from './whole-message.ts'

const result = (text: string) => ({ role: 'tool', callId: callId('c'), parts: [{ type: 'text', text }] }) as const
const kept = { path: '/kept/a.txt', howToRead: 'Read it.', previewChars: 50 }
const long = 'one line\n'.repeat(1_000)
const nothing = async () => undefined

test('a block becomes the text that it stands for', async () => {
  const { message, missing } = await wholeMessage(showPersisted(result(long), long, kept), async (path) =>
    path === kept.path ? long : undefined,
  )
  expect([message, missing]).toEqual([result(long), []])
})

test('what is not there any more is told, and what was shown stays', async () => {
  const shown = showPersisted(result(long), long, kept)
  expect(await wholeMessage(shown, nothing)).toEqual({ message: shown, missing: [kept.path] })
})

test.each<Message>([
  { role: 'user', parts: [{ type: 'text', text: originalText(showPersisted(result(long), long, kept)) }] },
  result('a short result'),
  result(`It said:\n${originalText(showPersisted(result(long), long, kept))}`),
])('%j is whole as it is', async (message) => {
  const read = async () => 'another text'
  expect(await wholeMessage(message, read)).toEqual({ message, missing: [] })
})

test('what a command said is put back, and how it ended stays', async () => {
  const [way] = ways
  const { turn, store, session } = await createAgentDesk(way, {
    simulator: {
      model: scripted([{ calls: [{ name: 'terminal', input: { command: 'seq 1 20000; exit 3' } }] }, 'Hm.']),
    },
  })
  await turn('Count.')
  const said = (await store.view(session)).find(({ message }) => message.role === 'tool')?.message
  if (said === undefined) throw new Error('nothing was said')
  expect(originalText(said)).not.toContain('\n10000\n')
  const { message } = await wholeMessage(said, (path) => readFile(path, 'utf8'))
  const lines = Array.from({ length: 20_000 }, (_, n) => `${n + 1}\n`).join('')
  expect(originalText(message)).toBe(`${lines}[exit code 3]`)
})
