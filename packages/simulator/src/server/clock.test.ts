import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createClock, readDuration } from './clock.ts'
import {
  askClaude,
  billed,
  billOf,
  createSimulatorDesk,
  envelope,
  mark,
  type SimulatorDesk,
  T,
  text,
  user,
  words,
} from './simulator-desk.arbitrary.ts'

const rules = words('rules', 2_000)
const rulesSize = envelope + T(rules)
const helloSize = envelope + T('Hello.')

describe('over HTTP', () => {
  const heard: number[] = []
  let desk: SimulatorDesk
  beforeEach(async () => {
    heard.length = 0
    desk = await createSimulatorDesk({ onAdvance: (ms) => heard.push(ms) })
  })
  afterEach(() => desk.close())

  const advance = async (by: string) => {
    const response = await fetch(`${desk.url}/simulate/advance?by=${by}`, { method: 'POST' })
    return { status: response.status, body: await response.json() }
  }
  const ask = async (ttl: '5m' | '1h') => {
    const params = { system: [text(rules, mark(ttl))], messages: [user(text('Hello.'))] }
    return billOf(await askClaude(desk.claude(), 'whole', params))
  }

  test('six minutes later what was written for five is gone, and what was written for an hour is not', async () => {
    expect(await ask('5m')).toEqual(billed({ write5m: rulesSize, plain: helloSize }))
    expect(await advance('6m')).toEqual({
      status: 200,
      body: { advanced_ms: 360_000, now: '1970-01-01T00:06:00.000Z' },
    })
    expect(await ask('1h')).toEqual(billed({ write1h: rulesSize, plain: helloSize }))
    await advance('6m')
    expect(await ask('1h')).toEqual(billed({ read: rulesSize, plain: helloSize }))
    await advance('1h')
    expect(await ask('1h')).toEqual(billed({ write1h: rulesSize, plain: helloSize }))
    expect(heard).toEqual([360_000, 360_000, 3_600_000])
  })

  test('four minutes are no expiry, and add up', async () => {
    await ask('5m')
    await advance('4m')
    expect((await ask('5m')).read).toBe(rulesSize)
    await advance('2m')
    await advance('2m59s')
    expect((await ask('5m')).read).toBe(rulesSize)
    await advance('2m')
    desk.advance(180_000)
    expect((await ask('5m')).read).toBe(0)
  })

  test.each(['', '0m', '-6m', '6', '6 min', '1e3s', '99999999999999999d'])('%j is refused by name', async (by) => {
    expect(await advance(encodeURIComponent(by))).toEqual({
      status: 400,
      body: { error: { type: 'simulator_error', message: expect.stringContaining('by: expected a duration such as') } },
    })
    expect(heard).toEqual([])
  })
})

test.each([
  ['90s', 90_000],
  ['1h30m', 5_400_000],
  ['250ms', 250],
  ['2d', 172_800_000],
])('%s is %i ms', (said, ms) => {
  expect(readDuration(said)).toBe(ms)
})

test('a clock never runs back', () => {
  const clock = createClock(() => 1_000)
  for (const ms of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) expect(() => clock.advance(ms)).toThrow(RangeError)
  expect(clock.now()).toBe(1_000)
})
