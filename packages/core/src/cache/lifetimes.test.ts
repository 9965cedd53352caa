import { expect, test } from 'vitest'
import { beginCall } from './begin-call.ts'
import { type CacheMemory, forgetCached, startMemory } from './cache-memory.ts'
import type { CacheRoute } from './cache-route.ts'
import { learnChannel } from './channel-pauses.ts'
import { chooseTtl } from './choose-ttl.ts'
import { nextPing, notePing } from './keep-alive.ts'

const agent: CacheRoute = { channel: 'agent' }
const kept: CacheRoute = { ...agent, keepAlive: true }
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

test.each([0.1, 0.05, 0.025])(
  'where nobody has paused yet an agent pays for no hour, at a read price of %d',
  (readRate) => {
    const route = { ...agent, readRate }
    expect(after([0], route)).toMatchObject({ ttl: '5m', baseTtl: '5m' })
    expect(after([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], route)).toMatchObject({ ttl: '5m', baseTtl: '5m' })
    // Days later all is written anew, but no pause was seen that an hour outlives.
    expect(after([0, 3000], route)).toMatchObject({ ttl: '5m', baseTtl: '5m' })
  },
)

test('once somebody paused, what every call needs lives an hour, and so does the rest where no compaction is near', () => {
  expect(after([0, 10])).toMatchObject({ ttl: '1h', baseTtl: '1h' })
  const near = { isHuman: true, promptTokens: 95_000, thresholdTokens: 100_000 }
  const paused = beginCall(
    beginCall(startMemory, { startMs: 0, ...near }, agent),
    { startMs: minutes(10), ...near },
    agent,
  )
  expect(paused).toMatchObject({ ttl: '5m', baseTtl: '1h' })
})

test('pauses prove an hour cheaper', () => {
  const busy = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
  expect(after([...busy, 20]).ttl).toBe('1h')
  expect(after([0, 2, 12, 13, 14])).toMatchObject({ ttl: '1h', pauses: { turns: 5, long: 1 } })
})

/** At five minutes, though an hour would be cheaper. */
const short: CacheMemory = { ...after([0]), ttl: '5m', baseTtl: '1h', pauses: { turns: 9, long: 9 } }

test('a lifetime rises only when the growing part is written anew', () => {
  expect(beginCall(short, { startMs: minutes(1) }, agent).ttl).toBe('5m')
  expect(beginCall(short, { startMs: minutes(5) }, agent).ttl).toBe('1h')
  expect(beginCall(short, { startMs: minutes(1), isFresh: true }, agent).ttl).toBe('1h')
})

test('a compaction is known by a smaller prompt, and is written anew', () => {
  const large = { ...short, growth: { promptTokens: 90_000, grownTokens: 60_000 } }
  const at = (promptTokens: number, memory: CacheMemory = large) =>
    beginCall(memory, { startMs: minutes(1), promptTokens, thresholdTokens: 1e9 }, agent).ttl
  expect(at(91_000)).toBe('5m')
  expect(at(40_000)).toBe('1h')
  // An hour on top of five minutes would die with them.
  expect(at(40_000, { ...large, baseTtl: '5m' })).toBe('5m')
})

/** Ten turns that add so many tokens each, six minutes apart; at the end a compaction is so many tokens away. */
function growing(perTurn: number, roomTokens: number): CacheMemory {
  const thresholdTokens = 20_000 + perTurn * 9 + roomTokens
  return Array.from({ length: 10 }, (_, i) => i).reduce((memory, i) => {
    const call = { startMs: minutes(i * 6), isHuman: true, promptTokens: 20_000 + perTurn * i, thresholdTokens }
    return beginCall(memory, call, agent)
  }, startMemory)
}

test('what a compaction will take before long is not worth an hour', () => {
  expect(growing(5_000, 50_000).ttl).toBe('1h')
  expect(growing(5_000, 500)).toMatchObject({ ttl: '5m', baseTtl: '1h' })
  // The same room lasts for fewer turns where each of them adds more.
  expect(growing(5_000, 20_000).ttl).toBe('1h')
  expect(growing(60_000, 20_000).ttl).toBe('5m')
})

test('a prompt that was written again three times lives an hour from then on, until it is compacted', () => {
  const at = (memory: CacheMemory, startMs: number, promptTokens: number) =>
    beginCall(memory, { startMs, isHuman: true, promptTokens, thresholdTokens: 60_000 }, agent)
  // One huge turn, and since then little room: by size alone it is not worth an hour.
  let memory = at(at(startMemory, 0, 20_000), minutes(1), 59_000)
  expect(memory.ttl).toBe('5m')
  memory = at(memory, minutes(11), 59_100)
  expect(memory).toMatchObject({ ttl: '5m', lapses: 1 })
  memory = at(memory, minutes(21), 59_200)
  expect(memory).toMatchObject({ ttl: '5m', lapses: 2 })
  memory = at(memory, minutes(31), 59_300)
  expect(memory).toMatchObject({ ttl: '1h', lapses: 3 })
  expect(at(memory, minutes(32), 59_400).ttl).toBe('1h')
  expect(at(memory, minutes(32), 30_000).lapses).toBe(0)
})

test('what has died is no longer looked for', () => {
  const print = { message: 3, print: 'x' }
  const memory: CacheMemory = { ...short, tail: print, hourEnd: print }
  expect(beginCall(memory, { startMs: minutes(4) }, agent)).toMatchObject({ tail: print, hourEnd: print })
  const cold = beginCall(memory, { startMs: minutes(59) }, agent)
  expect(cold).toMatchObject({ hourEnd: print })
  expect(cold).not.toHaveProperty('tail')
  expect(beginCall(memory, { startMs: minutes(60) }, agent)).not.toHaveProperty('hourEnd')
})

test('what the base was written for stays while it lives', () => {
  const memory = after([0], { channel: 'chat' })
  expect(beginCall(memory, { startMs: minutes(59) }, { channel: 'headless' })).toMatchObject({
    ttl: '5m',
    baseTtl: '1h',
  })
  expect(beginCall(memory, { startMs: minutes(60) }, { channel: 'headless' })).toMatchObject({
    ttl: '5m',
    baseTtl: '5m',
  })
})

test('a channel with known pauses starts with an hour, one without starts with five minutes', () => {
  const known = [after([0, 10, 20, 30]), after([0, 1, 9, 30])].reduce(
    (sum: ReturnType<typeof learnChannel> | undefined, { pauses }) => learnChannel(sum, pauses),
    undefined,
  )
  expect(known).toEqual({ conversations: 2, turns: 8, long: 5 })
  expect(after([0], known ? { ...agent, known } : agent).ttl).toBe('1h')
  expect(after([0], { ...agent, known: { conversations: 2, turns: 8, long: 0 } }).ttl).toBe('5m')
})

test.each(['agent', 'chat'] as const)(
  'who always stays away for longer than an hour is not cached for one: %s',
  (channel) => {
    const away = after([0, 70, 140, 210, 280, 350, 420], { channel })
    expect(away).toMatchObject({ ttl: '5m', baseTtl: '5m', pauses: { lost: 6 } })
    const known = learnChannel(undefined, away.pauses)
    expect(known).toEqual({ conversations: 1, turns: 7, long: 0, lost: 6 })
    expect(after([0], { channel, known })).toMatchObject({ ttl: '5m', baseTtl: '5m' })
  },
)

test('who stays away for long, but returns to the cache now and then, has one that lives an hour', () => {
  const route: CacheRoute = { channel: 'chat' }
  expect(after([0, 70, 100, 170, 200, 270, 300], route)).toMatchObject({ ttl: '1h', baseTtl: '1h' })
})

test('a pinned lifetime holds, clamped to what the route honours', () => {
  expect(chooseTtl(startMemory, { channel: 'chat', pinned: '5m' })).toEqual({ ttl: '5m', baseTtl: '5m' })
  expect(chooseTtl(startMemory, { channel: 'headless', pinned: '1h' })).toEqual({ ttl: '1h', baseTtl: '1h' })
  expect(chooseTtl(startMemory, { channel: 'chat', ttls: ['5m'] })).toEqual({ ttl: '5m', baseTtl: '5m' })
  expect(chooseTtl(startMemory, { channel: 'chat', pinned: '1h', ttls: ['5m'] }).ttl).toBe('5m')
})

test.each(['agent', 'chat'] as const)(
  'with keep-alives nothing is paid for an hour before somebody was away for long: %s',
  (channel) => {
    for (const readRate of [0.1, 0.05, 0.025])
      expect(chooseTtl(startMemory, { channel, keepAlive: true, readRate })).toEqual({ ttl: '5m', baseTtl: '5m' })
  },
)

/** Somebody who has spoken so often, and paused for more than five minutes before so many of these turns. */
function spoke(turns: number, long: number, lost = 0): CacheMemory {
  return { ...startMemory, warmMs: 0, pauses: { turns, long, lost } }
}

test('with keep-alives an hour is for whom they cost more, until a compaction is near', () => {
  expect(chooseTtl(spoke(40, 20), kept).ttl).toBe('1h')
  expect(chooseTtl(spoke(40, 20), kept, { promptTokens: 99_000, thresholdTokens: 100_000 }).ttl).toBe('5m')
  // Whoever is away for hours finds no cache, however long it lives.
  expect(chooseTtl(spoke(40, 0, 39), kept).ttl).toBe('5m')
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
  [0.1, 1, 4],
  [0.05, 3, 6],
  [0.025, 5, 8],
])(
  'at a read price of %d a person is waited for with %i keep-alives, and with %i once they came back often',
  (readRate, first, later) => {
    const route = { ...kept, readRate }
    expect(pings(after([0], route), route)).toHaveLength(first)
    expect(pings(spoke(21, 6), route)).toHaveLength(later)
  },
)

test('keep-alives go out shortly before the cache would die', () => {
  const route = { ...kept, readRate: 0.05 }
  expect(pings(after([0], route), route)).toEqual([285, 570, 855])
  expect(pings({ ...spoke(60, 26, 4), ttl: '1h' }, { ...route, channel: 'chat' })[0]).toBe(3540)
  // After an hour of silence a young conversation is likely over.
  expect(pings({ ...spoke(1, 0), ttl: '1h' }, kept)).toEqual([])
})

test('five minutes are not kept warm where an hour saves more than it takes to write all again', () => {
  const often = spoke(60, 45)
  expect(pings(often, kept)).toEqual([])
  // There is no hour to be had.
  expect(pings(often, { ...kept, pinned: '5m' }).length).toBeGreaterThan(0)
  expect(pings(often, { ...kept, ttls: ['5m'] }).length).toBeGreaterThan(0)
})

test('a running tool is waited for as long as keep-alives cost less than a rewrite', () => {
  const route: CacheRoute = { channel: 'headless', keepAlive: true }
  expect(pings(after([0], route), route, 'tool')).toHaveLength(11)
})

test('no keep-alive unless asked for, for nobody, after death, or before anything was cached', () => {
  expect(nextPing(after([0]), 0, 'person', agent)).toEqual({ kind: 'stop', reason: 'off' })
  expect(nextPing(after([0]), 0, 'person', { ...kept, channel: 'headless' })).toEqual({
    kind: 'stop',
    reason: 'unwatched',
  })
  expect(nextPing(after([0], kept), minutes(5), 'person', kept)).toEqual({ kind: 'stop', reason: 'cold' })
  expect(nextPing(startMemory, 0, 'person', kept)).toEqual({ kind: 'stop', reason: 'nothing-cached' })
})

test('a keep-alive keeps a pause from being cold, but it is still a pause', () => {
  const route: CacheRoute = { ...agent, keepAlive: true }
  const kept = notePing(after([0], route), minutes(4.75))
  expect(beginCall(kept, { startMs: minutes(8), isHuman: true }, route)).toMatchObject({
    pings: 0,
    pauses: { turns: 2, long: 1 },
  })
})

test('with another model nothing is cached any more, but how people pause is still known, the pause before it too', () => {
  const memory = forgetCached(after([0, 10, 12]))
  expect(memory).toEqual({ ...startMemory, calledMs: minutes(12), pauses: { turns: 3, long: 1 } })
  const next = beginCall(memory, { startMs: minutes(40), isHuman: true }, agent)
  expect(next).toMatchObject({ ttl: '1h', baseTtl: '1h', lapses: 0, pauses: { turns: 4, long: 2 } })
})
