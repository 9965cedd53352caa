import assert from 'node:assert/strict'
import { entryId } from '@palimpsest/core/log'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { createSqliteStore } from '@palimpsest/stores/sqlite'

const store = await createSqliteStore({ path: `state-${process.pid}.db` })
const session = await store.begin({ id: sessionId('s1'), conversation: conversationId('c1'), at: 1 })
const message = { role: 'user', parts: [{ type: 'text', text: 'We dropped Redis in March.' }] }
await store.append(session.id, session.nextSeq, [{ id: entryId('e1'), message }], 2)
assert.equal((await store.search({ text: 'redis' })).hits.length, 1)
await store.end()
