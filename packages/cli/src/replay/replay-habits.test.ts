import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonLines } from '../compress/compress-desk.arbitrary.ts'
import { createReplayDesk, type ReplayDesk } from './replay-desk.arbitrary.ts'

let desk: ReplayDesk

/** A session of Claude Code in which somebody speaks at these minutes and is answered at once. */
function session(minutes: readonly number[]): string {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9) + minute * 60_000).toISOString()
  const line = (role: 'user' | 'assistant', minute: number) => ({
    type: role,
    uuid: `${role}-${minute}`,
    timestamp: at(minute),
    message: { role, content: `Said at minute ${minute}.`, ...(role === 'assistant' && { model: 'claude-sonnet-5' }) },
  })
  return jsonLines(minutes.flatMap((minute) => [line('user', minute), line('assistant', minute + 0.1)]))
}

const paused = ['paused-1.jsonl', 'paused-2.jsonl', 'paused-3.jsonl']
const busy = ['busy-1.jsonl', 'busy-2.jsonl', 'busy-3.jsonl']

beforeAll(() => {
  desk = createReplayDesk()
  desk.file('once.jsonl', session([0]))
  for (const name of paused) desk.file(name, session([0, 20, 40, 41, 60, 80]))
  for (const name of busy) desk.file(name, session([0, 1, 2, 3, 4, 5]))
})
afterAll(() => desk.clear())

const recorded = ['--gap', 'recorded', '--context-length', '200000', '--system-tokens', '20000']

test.each(['claude-sonnet-5', 'claude-sonnet-5-5', 'claude-fable-5-1'])(
  'a session of one call never costs more than with the usual marks, at five minutes or an hour: %s',
  async (price) => {
    const ours = await desk.replayed('once.jsonl', [...recorded, '--price', price])
    const hour = await desk.replayed('once.jsonl', [...recorded, '--price', price, '--cache-ttl', '1h'])
    for (const { totals } of [ours, hour])
      expect(ours.totals.costUsd).toBeLessThanOrEqual(totals.strategies.system_and_3.costUsd ?? Number.NaN)
  },
)

test('how people paused in earlier files is known in later ones, as it would have been live', async () => {
  const [first, second, third] = await desk.replayedAll(paused, recorded)
  expect(first?.pauses).toEqual({ turns: 6, long: 4 })
  const opening = (result: typeof first) => result?.calls[0]?.costUsd ?? Number.NaN
  // What every call needs is written for an hour at once: at twice the price of plain input, not 1.25 of it.
  expect(opening(second) / opening(first)).toBeGreaterThan(1.5)
  expect(opening(third)).toBe(opening(second))
  expect(third?.totals.costUsd).toBeLessThan(first?.totals.costUsd ?? 0)
  const hurried = await desk.replayedAll(busy, recorded)
  expect(new Set(hurried.map(opening)).size).toBe(1)
})
