import { entryId } from '@palimpsest/core/log'
import type { Message } from '@palimpsest/core/message'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { assistant, call } from '@palimpsest/core/testing'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createArchive } from './archive.ts'

async function readBack(message: Message): Promise<string | undefined> {
  const store = createMemoryStore()
  const session = sessionId('s')
  await store.begin({ id: session, conversation: conversationId('c'), at: 1 })
  await store.append(session, 0, [{ id: entryId('e'), message }], 2)
  return (await createArchive(store, 'c', '/nowhere').readOriginal(0, 0, 1_000))?.text
}

test('arguments come back as the model wrote them, spaces and escapes included', async () => {
  const written = '{ "path":"a.ts",  "content":"line1\\n\\tconst x = \\"y\\" // {a: [1,2]}\\n  \\u00e9\\n" }'
  const text = await readBack(assistant('I write.', { ...call('write_file'), arguments: written }))
  expect(text).toBe(`I write.\nwrite_file ${written}`)
})

test('what is no text is named', async () => {
  const picture = { type: 'image', source: { kind: 'data', data: 'A'.repeat(8_192), mediaType: 'image/png' } } as const
  const paper = { type: 'file', name: 'a.pdf', source: { kind: 'url', url: 'https://a.example/a.pdf' } } as const
  const strange = { type: 'opaque', format: 'openai-chat', value: { type: 'x' } } as const
  const text = await readBack({ role: 'user', parts: [{ type: 'text', text: ' Look. ' }, picture, paper, strange] })
  expect(text).toBe(
    ' Look. \n[image, image/png, 6 KB]\n[file, a.pdf, https://a.example/a.pdf]\n[a block that only openai-chat can read]',
  )
})
