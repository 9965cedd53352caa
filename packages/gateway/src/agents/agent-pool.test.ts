import { conversationId, type Lane, sessionId } from '@palimpsest/core/store'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { describe, expect, test } from 'vitest'
import { createStubAgents } from '../stub-agents.arbitrary.ts'
import { createAgentPool } from './agent-pool.ts'

const web = { channel: 'web' }

function openPool(most?: number) {
  const clock = { now: 0 }
  const store = createMemoryStore({ now: () => clock.now })
  const { openAgent, journal } = createStubAgents(store)
  const unforeseen = (error: unknown) => expect.unreachable(String(error))
  const pool = createAgentPool({ openAgent, now: () => clock.now, onFault: unforeseen }, { ...(most && { most }) })
  const take = async (name: string, holder = 'one'): Promise<Lane> =>
    (await store.inbox.take(conversationId(name), holder, 60_000)) ?? expect.unreachable('the lane is held')
  const work = async (name: string) => {
    const lane = await take(name)
    await pool.open(lane, web)
    await store.inbox.yield(lane)
    await pool.park(lane)
  }
  return { store, pool, journal, clock, take, work }
}

describe('the agent of a conversation', () => {
  test('is kept from one lane to the next', async () => {
    const { journal, work } = openPool()
    for (let n = 0; n < 3; n++) await work('ann')
    expect(journal).toEqual(['open ann'])
  })

  test('is opened anew when somebody else had the lane in between', async () => {
    const { store, journal, take, work } = openPool()
    await work('ann')
    await store.inbox.yield(await take('ann', 'two'))
    await work('ann')
    expect(journal).toEqual(['open ann', 'close ann', 'open ann'])
  })

  test('is opened anew when the conversation was removed in between', async () => {
    const { store, journal, clock, take, work } = openPool()
    await store.begin({ id: sessionId('s'), conversation: conversationId('ann'), at: 1 })
    await work('ann')
    const lane = await take('ann', 'one:delete')
    await store.remove(lane.conversation)
    clock.now = 1_000
    await work('ann')
    expect(journal).toEqual(['open ann', 'close ann', 'open ann'])
  })

  test('is closed when the lane was lost', async () => {
    const { pool, journal, take } = openPool()
    const lane = await take('ann')
    await pool.open(lane, web)
    await pool.drop({ ...lane, epoch: lane.epoch - 1 })
    expect(journal).toEqual(['open ann'])
    await pool.drop(lane)
    expect(journal).toEqual(['open ann', 'close ann'])
  })

  test('goes when others were used later and there is no room, or when nobody needed it for long', async () => {
    const { pool, journal, clock, work } = openPool(2)
    for (const name of ['ann', 'ben', 'ann', 'cem']) await work(name)
    expect(journal).toEqual(['open ann', 'open ben', 'open cem', 'close ben'])
    clock.now = 300_000
    await work('cem')
    pool.expire()
    expect(journal.slice(4)).toEqual(['close ann'])
  })
})
