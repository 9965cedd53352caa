import { expect, test } from 'vitest'
import { beginCall } from './begin-call.ts'
import { type CacheMemory, learnChannel, startMemory } from './cache-memory.ts'
import type { CacheRoute } from './cache-route.ts'
import { chooseTtl } from './choose-ttl.ts'
import { nextPing, notePing } from './keep-alive.ts'

const agent: CacheRoute = { channel: 'agent' }
const minutes = (count: number) => count * 60_000

/** Calls after human turns at these minutes. */
function after(starts: readonly number[], route: CacheRoute = agent): CacheMemory {
  return starts.reduce(
    (memory, start) => beginCall(memory, { startMs: minutes(start), isHuman: true }, route),
    startMemory,
  )
}

test('headless work lives five minutes, a chat lives an hour', () => {
  expect(after([0, 10, 20, 30], { channel: 'headless' })).toMatchObject({ ttl: '5m', baseTtl: '5m' })
  expect(after([0], { channel: 'chat' })).toMatchObject({ ttl: '1h', baseTtl: '1h' })
})

test('a busy agent stays at five minutes', () => {
  expect(after([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]).ttl).toBe('5m')
})

test('pauses prove an hour cheaper', () => {
  expect(after([0, 2, 12]).ttl).toBe('1h')
  expect(after([0, 2, 12, 13, 14])).toMatchObject({ ttl: '1h', pauses: { turns: 5, long: 1 }, coldRewrites: 1 })
})

test('a lifetime changes only when the growing part is written anew', () => {
  const warm = { ...after([0]), pauses: { turns: 9, long: 9 } }
  expect(beginCall(warm, { startMs: minutes(1) }, agent).ttl).toBe('5m')
  expect(beginCall(warm, { startMs: minutes(5) }, agent).ttl).toBe('1h')
  expect(beginCall(warm, { startMs: minutes(1), isFresh: true }, agent).ttl).toBe('1h')
})

test('what the base was written for stays while it lives', () => {
  const memory = after([0], { channel: 'chat' })
  expect(beginCall(memory, { startMs: minutes(59) }, { channel: 'headless' })).toMatchObject({
    ttl: '1h',
    baseTtl: '1h',
  })
  expect(beginCall(memory, { startMs: minutes(60) }, { channel: 'headless' })).toMatchObject({
    ttl: '5m',
    baseTtl: '5m',
  })
})

test('a channel with known pauses starts with an hour, one without starts with five minutes', () => {
  const known = [after([0, 10, 20, 30]), after([0, 1, 9, 30])].reduce(
    (sum: ReturnType<typeof learnChannel> | undefined, memory) => learnChannel(sum, memory),
    undefined,
  )
  expect(known).toEqual({ conversations: 2, turns: 8, long: 5 })
  expect(after([0], known ? { ...agent, known } : agent).ttl).toBe('1h')
  expect(after([0], { ...agent, known: { conversations: 2, turns: 8, long: 0 } }).ttl).toBe('5m')
})

test('a pinned lifetime holds, clamped to what the route honours', () => {
  expect(chooseTtl(startMemory, { channel: 'chat', pinned: '5m' })).toEqual({ ttl: '5m', baseTtl: '5m' })
  expect(chooseTtl(startMemory, { channel: 'headless', pinned: '1h' })).toEqual({ ttl: '1h', baseTtl: '1h' })
  expect(chooseTtl(startMemory, { channel: 'chat', ttls: ['5m'] })).toEqual({ ttl: '5m', baseTtl: '5m' })
  expect(chooseTtl(startMemory, { channel: 'chat', pinned: '1h', ttls: ['5m'] }).ttl).toBe('5m')
})

test('with keep-alives the second cold rewrite is proof enough', () => {
  const route: CacheRoute = { ...agent, keepAlive: true }
  expect(chooseTtl({ ...startMemory, coldRewrites: 0, pauses: { turns: 9, long: 9 } }, route).ttl).toBe('5m')
  expect(chooseTtl({ ...startMemory, coldRewrites: 2 }, route).ttl).toBe('1h')
})

/** Keep-alives sent while waiting, in seconds after the call. */
function pings(memory: CacheMemory, route: CacheRoute, waiting: 'person' | 'tool' = 'person'): readonly number[] {
  const sent: number[] = []
  let now = memory
  for (;;) {
    const next = nextPing(now, now.warmMs ?? 0, waiting, route)
    if (next.kind === 'stop') return sent
    sent.push(next.atMs / 1000)
    now = notePing(now, next.atMs)
  }
}

test.each([
  [0.1, 2],
  [0.05, 5],
  [0.025, 10],
])('at a read price of %d a person is waited for with %i keep-alives', (readRate, count) => {
  expect(pings(after([0]), { ...agent, keepAlive: true, readRate })).toHaveLength(count)
})

test('keep-alives go out shortly before the cache would die', () => {
  expect(pings(after([0]), { ...agent, keepAlive: true }).slice(0, 2)).toEqual([285, 570])
  expect(pings(after([0], { channel: 'chat' }), { channel: 'chat', keepAlive: true })).toEqual([3540])
})

test('a running tool is waited for as long as keep-alives cost less than a rewrite', () => {
  expect(pings(after([0]), { channel: 'headless', keepAlive: true }, 'tool')).toHaveLength(11)
})

test('no keep-alive unless asked for, for nobody, after death, or before anything was cached', () => {
  const on: CacheRoute = { ...agent, keepAlive: true }
  expect(nextPing(after([0]), 0, 'person', agent)).toEqual({ kind: 'stop', reason: 'off' })
  expect(nextPing(after([0]), 0, 'person', { ...on, channel: 'headless' })).toEqual({
    kind: 'stop',
    reason: 'unwatched',
  })
  expect(nextPing(after([0]), minutes(5), 'person', on)).toEqual({ kind: 'stop', reason: 'cold' })
  expect(nextPing(startMemory, 0, 'person', on)).toEqual({ kind: 'stop', reason: 'nothing-cached' })
})

test('a keep-alive keeps a pause from being cold, but it is still a pause', () => {
  const route: CacheRoute = { ...agent, keepAlive: true }
  const kept = notePing(after([0], route), minutes(4.75))
  expect(beginCall(kept, { startMs: minutes(8), isHuman: true }, route)).toMatchObject({
    coldRewrites: 0,
    pings: 0,
    pauses: { turns: 2, long: 1 },
  })
})
