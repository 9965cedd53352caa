import pc from 'picocolors'
import { expect, test } from 'vitest'
import { createBinarySandbox } from '../testing/binary.ts'
import { bar, sparkline } from './bars.ts'
import { conversationUsage } from './conversation-usage.ts'
import { lastDays } from './days.ts'
import { insightsJson, insightsOf } from './insights-of.ts'
import { insightsReport } from './insights-report.ts'
import { answer, createUsageDesk, named, question, toolResult, toolUse } from './usage-desk.arbitrary.ts'
import { addTallies, emptyTally, tallyJson } from './usage-tally.ts'

const told = { input: 1_000, output: 100, cacheRead: 0, cacheWrite: 0 }
const opus = 'claude-opus-5-5'
const now = new Date(2026, 2, 10, 15).getTime()
const day = 86_400_000

async function filledDesk() {
  const desk = await createUsageDesk()
  const root = await desk.begin('a', { model: opus, channel: 'cli', at: now - 40 * day })
  for (let i = 0; i < 5; i++) await desk.say(root, now - 40 * day + i, question('long ago'), answer('yes', told))
  await desk.say(root, now - 2 * day, toolUse('1', 'terminal', told), toolResult('1', 'words '.repeat(400)))
  await desk.say(root, now - day, toolUse('1', 'read_file', told), toolResult('1', 'gone', true), answer('done', told))
  const next = await desk.compact(root, now, { tokens: { before: 900, after: 300, threshold: 1, floor: 1 } })
  await desk.say(next, now, answer('more', told, 'nobody-knows-me'))
  const helper = await desk.begin('b', { model: opus, at: now, from: { kind: 'subagent', parent: next } })
  await desk.say(helper, now, answer('helped', told))
  const idle = await desk.begin('c', { channel: 'gateway', at: now - 50 * day })
  await desk.say(idle, now - 45 * day, answer('asleep', told))
  return desk
}

test('tokens and cost are told by day, model, channel and tool, of the days asked for', async () => {
  const { store } = await filledDesk()
  const insights = await insightsOf(store, { days: 7, now })
  const json = insightsJson(insights)
  expect(json).toMatchObject({ from: '2026-03-04', to: '2026-03-10', conversations: 2, subagents: 1, messages: 7 })
  expect(json.days.map(({ day, calls }) => [day.slice(-2), calls])).toEqual([
    ['04', 0],
    ['05', 0],
    ['06', 0],
    ['07', 0],
    ['08', 1],
    ['09', 2],
    ['10', 2],
  ])
  expect(json.models.map(({ model, calls, costUsd }) => [model, calls, costUsd])).toEqual([
    [opus, 4, expect.closeTo(4 * 0.006, 9)],
    ['nobody-knows-me', 1, null],
  ])
  expect(json.channels.map(({ channel, calls }) => [channel, calls])).toEqual([
    ['cli', 4],
    ['sub-agent', 1],
  ])
  expect(json.tools).toMatchObject([
    { tool: 'terminal', calls: 1, failed: 0 },
    { tool: 'read_file', calls: 1, failed: 1 },
  ])
  expect(json.tools[0]?.resultTokens).toBeGreaterThan(300)
  expect(json.compactions).toMatchObject({ count: 1, savedTokens: 600 })
  expect(json.total.tokens.total).toBe(5 * 1_100)
})

test('the sums by day, model and channel are the same', async () => {
  const { store } = await filledDesk()
  const { days, models, channels, total } = insightsJson(await insightsOf(store, { days: 60, now }))
  expect(total.calls).toBe(11)
  for (const rows of [days, models, channels]) {
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(total.calls)
    expect(rows.reduce((sum, { costUsd }) => sum + (costUsd ?? 0), 0)).toBeCloseTo(total.costUsd ?? 0, 9)
  }
})

test('all that usage tells of every conversation is in the total, what no message carries yet included', async () => {
  const { store, begin, say } = await filledDesk()
  const owed = { usage: { input: 0, output: 0, cacheRead: 10_000, cacheWrite: 500, cacheWrite1h: 500 }, calls: 2 }
  await store.state.set(named('a'), 'owed', owed)
  await say(await begin('d', { at: now, channel: 'cli' }), now, answer('unknown'))
  await store.state.set(named('d'), 'owed', { ...owed, costUsd: 0.25 })
  const insights = await insightsOf(store, { days: 60, now })
  const all = await Promise.all(['a', 'b', 'c', 'd'].map((name) => conversationUsage(store, named(name))))
  const own = all.flatMap((each) => (each === undefined ? [] : [each.own])).reduce(addTallies, emptyTally)
  expect(tallyJson(insights.total)).toEqual({ ...tallyJson(own), costUsd: expect.closeTo(own.usd, 9) })
  expect(own.usage).toMatchObject({ cacheRead: 20_000, cacheWrite: 1_000, cacheWrite1h: 1_000 })
  // 10,000 × $0.20 + 500 × $8 for a million tokens; the other was priced when it was made.
  expect(own.usd).toBeCloseTo(9 * 0.006 + 0.006 + 0.25, 9)
  for (const rows of [insights.days, insights.models, insights.channels])
    expect(rows.map(({ tally }) => tally).reduce(addTallies, emptyTally).usd).toBeCloseTo(own.usd, 9)
})

test('people see charts, totals and averages, and which price is not known', async () => {
  const { store } = await filledDesk()
  const options = { colours: pc.createColors(false), columns: 80 }
  const text = insightsReport(await insightsOf(store, { days: 7, now }), options)
  expect(text).toMatch(/cost +\$0\.0240 \+ 1 call of unknown price\n/)
  expect(text).toMatch(/a day on average +2 calls, 1\.8K tokens, \$0\.0080 \(3 active days\)\n/)
  expect(text).toContain('  ····▄██\n')
  expect(text).toMatch(/nobody-knows-me +1 +1\.1K +unknown +█/)
  expect(text).toMatch(/read_file +1 .* 1 failed\n/)
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  expect(insightsReport(await insightsOf(store, { days: 7, now: now + 30 * day }), options)).toContain(
    'Nothing was said',
  )
})

test('days are those of the calendar, also where the clock is changed', () => {
  expect(lastDays(3, new Date(2026, 2, 30, 0, 30).getTime())).toEqual({
    days: ['2026-03-28', '2026-03-29', '2026-03-30'],
    since: new Date(2026, 2, 28).getTime(),
  })
})

test('bars and sparklines show what is little, and nothing as nothing', () => {
  expect([bar(0, 10, 4), bar(0.001, 10, 4), bar(5, 10, 4), bar(10, 10, 4)]).toEqual(['', '▏', '██', '████'])
  expect(sparkline([0, 1, 50, 100])).toBe('·▁▄█')
  expect(sparkline([0, 0])).toBe('··')
})

test('the command reads the days from its argument and refuses what are none', async () => {
  const desk = await createUsageDesk()
  const root = await desk.begin('a', { model: opus, channel: 'cli' })
  await desk.say(root, Date.now(), answer('now', told))
  const bench = createBinarySandbox()
  try {
    const json = bench.palimpsest(['insights', '2', '--db', desk.path, '--json'])
    expect(JSON.parse(json.out)).toMatchObject({ messages: 1, days: [{}, { calls: 1 }] })
    expect(bench.palimpsest(['insights', '--db', desk.path]).out).toMatch(/^Last 30 days\n/)
    for (const days of ['0', 'week', '9999'])
      expect(bench.palimpsest(['insights', days, '--db', desk.path]).code).toBe(2)
  } finally {
    bench.clear()
  }
})
