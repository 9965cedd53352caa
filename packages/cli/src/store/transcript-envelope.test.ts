import type { Json } from '@palimpsest/core/json'
import { conversationId, type SessionStore, sessionId } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { UserError } from '../errors/user-error.ts'
import { envelopeOf, keepEnvelope, type TranscriptEnvelope } from './transcript-envelope.ts'

const id = conversationId('c')
const envelope: TranscriptEnvelope = {
  tools: [{ kind: 'function', name: 'ls', schema: { type: 'object' } }],
  residue: { format: 'openai-chat', fields: { header: { id: 'demo' } } },
}

async function opened(): Promise<SessionStore> {
  const store = createMemoryStore()
  await store.begin({ id: sessionId('s'), conversation: id, at: 1 })
  return store
}

test('what stood beside the messages travels with the conversation and is deleted with it', async () => {
  const store = await opened()
  await keepEnvelope(store, id, envelope)
  const other = createMemoryStore()
  await other.load(store.dump(id))
  expect(await envelopeOf(other, id)).toEqual(envelope)
  await other.remove(id)
  expect(await envelopeOf(other, id)).toEqual({})
})

test('nothing is kept where nothing stood beside the messages', async () => {
  const store = await opened()
  await keepEnvelope(store, id, {})
  expect([await store.state.all(id), await envelopeOf(store, id)]).toEqual([{}, {}])
})

test.each<Json>([7, { tools: 'ls' }, { tools: [{ name: 'ls' }] }, { residue: { format: 'x', fields: {} } }])(
  'an envelope that is damaged (%j) is told, not written',
  async (value) => {
    const store = await opened()
    await store.state.set(id, 'envelope', value)
    await expect(envelopeOf(store, id)).rejects.toThrow(UserError)
  },
)
