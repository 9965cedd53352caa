import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createMemoryStore } from '../memory/memory-store.ts'
import { withLease } from './with-lease.ts'

const options = (holder: string, ttlMs = 600) => ({ name: 'compact:c1', holder, ttlMs })

test('only one of many does the work', async () => {
  const { leases } = createMemoryStore()
  const outcomes = await Promise.all(
    ['a', 'b', 'c'].map((holder) => withLease(leases, options(holder), () => sleep(20, holder))),
  )
  expect(outcomes.filter(({ kind }) => kind === 'held')).toHaveLength(1)
})

test('the heartbeat keeps it through work that takes longer than the lease', async () => {
  const { leases } = createMemoryStore()
  const slow = withLease(leases, options('slow'), () => sleep(1_500, 'done'))
  await sleep(900)
  expect(await withLease(leases, options('late'), async () => 'late')).toEqual({ kind: 'taken' })
  expect(await slow).toEqual({ kind: 'held', value: 'done' })
})

test('it is free again after work that failed', async () => {
  const { leases } = createMemoryStore()
  await expect(withLease(leases, options('a'), () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLease(leases, options('b'), async () => 1)).toEqual({ kind: 'held', value: 1 })
})

test('a holder that died blocks for no longer than its lease', async () => {
  const { leases } = createMemoryStore()
  await leases.take('compact:c1', 'dead', Date.now() + 400, Date.now())
  expect((await withLease(leases, options('b'), async () => 1)).kind).toBe('taken')
  await sleep(500)
  expect((await withLease(leases, options('b'), async () => 1)).kind).toBe('held')
})

test('who loses the lease is told, so that late work does not commit', async () => {
  const { leases } = createMemoryStore()
  let clock = 0
  const outcome = await withLease(leases, { ...options('a', 90), now: () => clock }, async (signal) => {
    clock = 1_000
    await leases.take('compact:c1', 'b', clock + 10_000, clock)
    await Promise.race([once(signal, 'abort'), sleep(5_000)])
    return signal.aborted
  })
  expect(outcome).toEqual({ kind: 'held', value: true })
})
