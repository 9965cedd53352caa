import pc from 'picocolors'
import { expect, test } from 'vitest'
import { createBinarySandbox } from '../testing/binary.ts'
import { conversationUsage, usageJson } from './conversation-usage.ts'
import { answer, createUsageDesk, named, question, type UsageDesk } from './usage-desk.arbitrary.ts'
import { usageReport } from './usage-report.ts'

const told = { input: 1_000, output: 100, cacheRead: 8_000, cacheWrite: 1_000 }
const opus = 'claude-opus-5-5'

async function reported({ store }: UsageDesk, name: string) {
  const usage = await conversationUsage(store, named(name))
  if (usage === undefined) throw new Error('no usage')
  return { json: usageJson(usage), text: usageReport(usage, { colours: pc.createColors(false), columns: 80 }) }
}

test('every call is counted once, over compactions and when one is undone', async () => {
  const desk = await createUsageDesk()
  const root = await desk.begin('a', { model: opus })
  await desk.say(root, 2, question('hi'), answer('one', told))
  const second = await desk.compact(root, 3, {
    tokens: { before: 900, after: 300, threshold: 1, floor: 1 },
    costUsd: 0.5,
  })
  await desk.say(second, 4, question('and'), answer('two', told))
  const third = await desk.compact(second, 5, { tokens: { before: 500, after: 400, threshold: 1, floor: 1 } })
  await desk.say(third, 6, question('so'), answer('three', told))
  await desk.store.undo(third, 7)
  const { json, text } = await reported(desk, 'a')
  expect(json).toMatchObject({ sessions: 2, messages: 6, own: { calls: 4 }, total: { calls: 4 } })
  expect(json.total.tokens).toEqual({
    input: 3_000,
    output: 300,
    cacheRead: 24_000,
    cacheWrite: 3_000,
    reasoning: null,
    prompt: 30_000,
    total: 30_300,
  })
  // One call: 1,000 × $4 + 100 × $20 + 8,000 × $0.20 + 1,000 × $5, for a million tokens each.
  expect(json.total.costUsd).toBeCloseTo(3 * 0.0126 + 0.5, 9)
  expect(json.summaries).toMatchObject({ calls: 1, costUsd: 0.5, tokens: { total: null } })
  expect(json.total.cacheHitRate).toBe(0.8)
  expect(json.compactions).toEqual({ count: 2, undone: 1, savedTokens: 600, summariesUsd: 0.5 })
  expect(text).toMatch(/of it reasoning +not reported\n/)
  expect(text).toMatch(/cost +\$0\.54\n/)
  expect(text).toMatch(/of it summaries +\$0\.50, tokens not reported, 1 call\n/)
  expect(text).toMatch(/cache hit rate +80 %\n/)
  expect(text).toMatch(/600 tokens saved, summaries \$0\.50\n/)
})

test('what no message carries yet is counted too: the cache that was kept warm after the last word', async () => {
  const desk = await createUsageDesk()
  const root = await desk.begin('a', { model: opus })
  await desk.say(root, 2, question('hi'), answer('one', told))
  await desk.store.state.set(named('a'), 'owed', {
    usage: { input: 0, output: 0, cacheRead: 10_000, cacheWrite: 0 },
    calls: 2,
  })
  const { json } = await reported(desk, 'a')
  expect(json.total.tokens).toMatchObject({ cacheRead: 18_000, output: 100 })
  // 10,000 × $0.20 for a million tokens.
  expect(json.total.costUsd).toBeCloseTo(0.0126 + 0.002, 9)
})

test('what was written to the cache for an hour is priced as such', async () => {
  const desk = await createUsageDesk()
  const root = await desk.begin('a', { model: opus })
  await desk.say(root, 2, question('hi'), answer('one', { ...told, cacheWrite1h: 600 }))
  const { json } = await reported(desk, 'a')
  expect(json.total.tokens).toMatchObject({ cacheWrite: 1_000, prompt: 10_000 })
  // 600 of the 1,000 at $8 instead of $5 for a million tokens.
  expect(json.total.costUsd).toBeCloseTo(0.0126 + 600 * 3e-6, 9)
  expect(await desk.store.verify()).toEqual([])
})

test('a price that nobody knows is said, and never 0', async () => {
  const desk = await createUsageDesk()
  const root = await desk.begin('a', { model: 'my-own-model' })
  await desk.say(root, 2, question('hi'), answer('one', told), answer('old'))
  const unknown = await reported(desk, 'a')
  expect(unknown.json.total.costUsd).toBeNull()
  expect(unknown.text).toMatch(/cost +price unknown\n +1 call: no prices known for my-own-model\n/)
  expect(unknown.text).toMatch(/calls +2 \(1 without a usage report\)\n/)
  await desk.say(root, 3, answer('two', told, opus))
  const { json, text } = await reported(desk, 'a')
  expect(json.total.costUsd).toBeCloseTo(0.0126, 9)
  expect(text).toMatch(/cost +\$0\.0126 \+ 2 calls of unknown price\n/)
  expect(json.models.map(({ model, calls }) => [model, calls])).toEqual([
    ['my-own-model', 2],
    [opus, 1],
  ])
})

test('a count that only some calls told is shown as a lower bound', async () => {
  const desk = await createUsageDesk()
  const root = await desk.begin('a', { model: opus })
  await desk.say(root, 2, answer('one', { input: 5, output: 1, cacheRead: 0 }), answer('two', { input: 5, output: 1 }))
  const { json, text } = await reported(desk, 'a')
  expect(json.total.callsThatTold).toMatchObject({ input: 2, cacheRead: 1, cacheWrite: 0 })
  expect(text).toMatch(/input +10\n/)
  expect(text).toMatch(/cache read +≥ 0\n/)
  expect(text).toMatch(/cache write +not reported\n/)
  expect(json.total.cacheHitRate).toBe(0)
})

test('the price of a call is that of its own size, whatever the others were', async () => {
  const desk = await createUsageDesk()
  const root = await desk.begin('a', { model: 'claude-haiku-5-5' })
  const half = { input: 60_000, output: 0, cacheRead: 0, cacheWrite: 0 }
  await desk.say(root, 2, answer('one', half), answer('two', half))
  expect((await reported(desk, 'a')).json.total.costUsd).toBeCloseTo((2 * 60_000 * 0.1) / 1e6, 9)
})

test('sub-agents are told apart and in the total, branches are not', async () => {
  const desk = await createUsageDesk()
  const root = await desk.begin('a', { model: opus })
  await desk.say(root, 2, question('hi'), answer('one', told))
  const helper = await desk.begin('b', { model: opus, at: 3, from: { kind: 'subagent', parent: root } })
  await desk.say(helper, 4, answer('helped', told))
  const below = await desk.begin('c', { model: opus, at: 5, from: { kind: 'subagent', parent: helper } })
  await desk.say(below, 6, answer('helped too', told))
  const branch = await desk.begin('d', { model: opus, at: 7, from: { kind: 'branch', parent: root } })
  await desk.say(branch, 8, answer('elsewhere', told))
  const { json, text } = await reported(desk, 'a')
  expect([json.own.calls, json.subagents.count, json.subagents.calls, json.total.calls]).toEqual([1, 2, 2, 3])
  expect(text).toMatch(/own +sub-agents +total\n/)
  expect(text).toMatch(/output +100 +200 +300\n/)
})

test('the command shows the newest conversation of a person, or the one that is named', async () => {
  const desk = await createUsageDesk()
  const old = await desk.begin('old', { model: opus, title: 'The old one' })
  await desk.say(old, 2, answer('one', told))
  const root = await desk.begin('new', { model: opus, title: 'The new one', at: 10 })
  await desk.say(root, 20, answer('one', told))
  const helper = await desk.begin('helper', { at: 30, title: 'Not me', from: { kind: 'subagent', parent: root } })
  await desk.say(helper, 40, answer('helped', told, opus))
  const bench = createBinarySandbox()
  try {
    const shown = bench.palimpsest(['usage', '--db', desk.path])
    expect([shown.code, shown.err]).toEqual([0, ''])
    expect(shown.out).toContain('The new one')
    const asked = bench.palimpsest(['usage', named('old'), '--db', desk.path, '--json'])
    expect(JSON.parse(asked.out)).toMatchObject({ title: 'The old one', total: { calls: 1 } })
    expect(bench.palimpsest(['usage', 'nobody', '--db', desk.path]).code).toBe(2)
  } finally {
    bench.clear()
  }
})

test('a compaction that asked no model for a summary cost nothing for one', async () => {
  const desk = await createUsageDesk()
  const first = await desk.begin('a', { model: opus })
  await desk.say(first, 2, question('hi'), answer('one', told))
  const tokens = { before: 500, after: 400, threshold: 1, floor: 1 }
  await desk.compact(first, 3, { tokens, summary: { by: 'none', tokens: 0, chunks: 0, coverage: 1 } })
  const { json, text } = await reported(desk, 'a')
  expect(json.compactions).toMatchObject({ count: 1, summariesUsd: 0 })
  expect(text).toMatch(/compactions +1, 100 tokens saved\n/)
})

test('a conversation without a title is called by how it began', async () => {
  const desk = await createUsageDesk()
  await desk.say(await desk.begin('a', { model: opus }), 2, question('Why is it slow?'), answer('one', told))
  const { text } = await reported(desk, 'a')
  expect(text).toMatch(/^Why is it slow\?\n/)
})
