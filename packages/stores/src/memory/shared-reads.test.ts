import { entryId } from '@palimpsest/core/log'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { assistant, call, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createMemoryStore } from './memory-store.ts'

const session = sessionId('s')
const message = assistant('I look.', call('ls'))

async function talk() {
  const store = createMemoryStore()
  await store.begin({ id: session, conversation: conversationId('c'), at: 1 })
  await store.append(session, 0, [{ id: entryId('one'), message }], 2)
  return store
}

test('a message is the same object however often it is read, so what is known of it need not be found again', async () => {
  const store = await talk()
  const [seen] = await store.view(session)
  expect(seen?.message).toEqual(message)
  expect((await store.view(session))[0]?.message).toBe(seen?.message)
  expect((await store.message(entryId('one')))?.message).toBe(seen?.message)
})

test('a reader who changes what they read is stopped, down to the last part', async () => {
  const [seen] = await (await talk()).view(session)
  const parts = seen?.message.parts as unknown as { text: string }[]
  expect(() => parts.push({ text: 'more' })).toThrow(TypeError)
  expect(() => Object.assign(parts[0] ?? {}, { text: 'other' })).toThrow(TypeError)
  expect(() => Object.assign(seen ?? {}, { at: 3 })).toThrow(TypeError)
})

test('a list that was read does not grow with the session', async () => {
  const store = await talk()
  const [view, originals] = [await store.view(session), await store.originals(conversationId('c'))]
  await store.append(session, 1, [{ id: entryId('two'), message: user('go on') }], 3)
  expect([view.length, originals.length]).toEqual([1, 1])
  expect((await store.view(session)).length).toBe(2)
})

test('a field named like the prototype is a field', async () => {
  const store = await talk()
  const value = JSON.parse('{"__proto__":{"a":1},"b":2}') as object
  const odd = { role: 'user', parts: [{ type: 'opaque', format: 'anthropic', value }] } as never
  await store.append(session, 1, [{ id: entryId('odd'), message: odd }], 3)
  const [part] = (await store.message(entryId('odd')))?.message.parts ?? []
  expect(JSON.stringify(part)).toContain('"value":{"__proto__":{"a":1},"b":2}')
})
