import { entryId } from '@palimpsest/core/log'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createRecentReads } from './recent-reads.ts'

const chat = conversationId('chat')
const root = sessionId('root')
const said = (name: string) => [
  { id: entryId(name), message: { role: 'user', parts: [{ type: 'text', text: name }] } as const },
]

async function openDesk() {
  const store = createMemoryStore()
  await store.begin({ id: root, conversation: chat, at: 1 })
  const clock = { now: 0 }
  const asked: string[] = []
  const counted: SessionStore = {
    ...store,
    compressionTip: (id) => {
      asked.push('tip')
      return store.compressionTip(id)
    },
    view: (id, page) => {
      asked.push('view')
      return store.view(id, page)
    },
  }
  return { store, clock, asked, reads: createRecentReads(counted, chat, () => clock.now) }
}

test('what was read is not asked for again, until something is written', async () => {
  const { reads, asked } = await openDesk()
  await reads.step(async () => {
    for (let n = 0; n < 3; n++) await Promise.all([reads.store.compressionTip(root), reads.store.view(root)])
    expect(asked).toEqual(['tip', 'view'])
    await reads.store.append(root, 0, said('one'), 2)
    expect(await reads.store.view(root)).toHaveLength(1)
    expect((await reads.store.compressionTip(root)).nextSeq).toBe(1)
  })
})

test('what others wrote is seen by the next step, after a refusal, and in time', async () => {
  const { reads, store, clock } = await openDesk()
  expect(await reads.store.view(root)).toHaveLength(0)
  await store.append(root, 0, said('aside'), 2)
  expect(await reads.store.view(root)).toHaveLength(0)
  await expect(reads.store.append(root, 0, said('mine'), 3)).rejects.toMatchObject({ code: 'store/conflict' })
  expect(await reads.store.view(root)).toHaveLength(1)
  await store.append(root, 1, said('another'), 4)
  clock.now = 500
  expect(await reads.store.view(root)).toHaveLength(2)
  await store.append(root, 2, said('third'), 5)
  expect(await reads.step(() => reads.store.view(root))).toHaveLength(3)
})

test('what is read while something is written is not kept', async () => {
  const { reads, asked } = await openDesk()
  const written = reads.store.append(root, 0, said('one'), 2)
  await reads.store.view(root)
  await written
  expect(await reads.store.view(root)).toHaveLength(1)
  expect(asked).toEqual(['view', 'view'])
})

test('a read that failed is asked for again, and facts are forgotten when one is set', async () => {
  const { reads } = await openDesk()
  await expect(reads.store.view(sessionId('none'))).rejects.toThrow()
  await reads.store.begin({ id: sessionId('none'), conversation: conversationId('other'), at: 1 })
  expect(await reads.store.view(sessionId('none'))).toEqual([])
  expect(await reads.store.state.get('a', 'b')).toBeUndefined()
  await reads.store.state.set('a', 'b', 1)
  expect(await reads.store.state.get('a', 'b')).toBe(1)
})

test('it counts the compactions of its own conversation', async () => {
  const { reads } = await openDesk()
  const compaction = { basedOnSeq: 0, view: [], at: 3 }
  await reads.store.compact({ ...compaction, session: root, continuation: sessionId('next') })
  await reads.store.begin({ id: sessionId('aside'), conversation: conversationId('other'), at: 1 })
  await reads.store.compact({ ...compaction, session: sessionId('aside'), continuation: sessionId('aside-2') })
  expect(reads.compactions()).toBe(1)
})
