import { readFileSync } from 'node:fs'
import { createCatalogue } from '@palimpsest/core/models'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonLines } from '../compress/compress-desk.arbitrary.ts'
import { createReplayDesk, type ReplayDesk } from './replay-desk.arbitrary.ts'

const opus = 'claude-opus-4-6'
const haiku = 'claude-haiku-4-5-20251001'
/** Claude Code's own words in place of a reply. */
const nobody = '<synthetic>'

let desk: ReplayDesk

beforeAll(() => {
  desk = createReplayDesk()
  desk.file('two.jsonl', sessionBy([opus, opus, haiku, opus, nobody, haiku]))
  desk.file('one.jsonl', sessionBy([opus, 'claude-opus-4-6-20260205', opus]))
  desk.file('homemade.jsonl', sessionBy(['homemade-1', opus]))
})
afterAll(() => desk.clear())

/** A session of Claude Code: a question, and a reply of each of these. */
function sessionBy(models: readonly string[]): string {
  const around = { isSidechain: false, cwd: '/home/ada/shop', sessionId: 's', version: '2.1.33' }
  const lines = models.flatMap((model, n) => {
    const timestamp = (second: number) => ({ timestamp: `2026-02-01T10:${String(n).padStart(2, '0')}:0${second}.000Z` })
    const question = { role: 'user', content: `Part ${n}. ${'Tell me all of it, please. '.repeat(800)}` }
    const content = [{ type: 'text', text: `Reply ${n}. ${'So it is. '.repeat(50)}` }]
    const reply = { id: `msg_${n}`, type: 'message', role: 'assistant', model, content }
    const parentUuid = n === 0 ? null : `a${n - 1}`
    return [
      { type: 'user', uuid: `u${n}`, parentUuid, ...around, ...timestamp(1), message: question },
      { type: 'assistant', uuid: `a${n}`, parentUuid: `u${n}`, ...around, ...timestamp(2), message: reply },
    ]
  })
  return jsonLines(lines)
}

const steady = ['--gap', '20']

test('each call is billed to the model that wrote its reply; what no model wrote is no call', async () => {
  const { calls, totals, model, contextLength } = await desk.replayed('two.jsonl', steady)
  expect(calls.map((call) => call.model)).toEqual([opus, opus, haiku, opus, haiku])
  expect([model, contextLength]).toEqual([haiku, createCatalogue().find(haiku)?.contextTokens])
  const costs = (name: string) => calls.flatMap((call) => (call.model === name ? [call.costUsd ?? Number.NaN] : []))
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
  expect(totals.models).toEqual([
    { model: opus, calls: 3, costUsd: expect.closeTo(sum(costs(opus)), 9) },
    { model: haiku, calls: 2, costUsd: expect.closeTo(sum(costs(haiku)), 9) },
  ])
  expect(totals.costUsd).toBeCloseTo(sum([...costs(opus), ...costs(haiku)]), 9)
  // Nothing that was written for one is read by the other, and a change of model is paid anew.
  expect(calls.map(({ cacheRead }) => cacheRead > 0)).toEqual([false, true, false, true, true])
  const { unmanaged, none, system_and_3, anchored, oracle } = totals.strategies
  for (const way of [unmanaged, none, system_and_3, anchored])
    expect(way.costUsd).toBeGreaterThanOrEqual(oracle.costUsd ?? Number.NaN)
})

test.each(['--price', '--model'])('%s bills all calls to one model', async (option) => {
  const { calls, totals } = await desk.replayed('two.jsonl', [...steady, option, opus])
  expect(new Set(calls.map(({ model }) => model))).toEqual(new Set([opus]))
  expect(totals.models).toEqual([{ model: opus, calls: 5, costUsd: totals.costUsd }])
  expect(calls.slice(1).every(({ cacheRead }) => cacheRead > 0)).toBe(true)
})

test('an alias and its snapshot are one model with one cache', async () => {
  const { calls, totals } = await desk.replayed('one.jsonl', steady)
  expect(totals.models).toHaveLength(1)
  expect(calls.map(({ cacheRead }) => cacheRead > 0)).toEqual([false, true, true])
})

test('a model whose price nobody knows is named, and makes the sums unknown', async () => {
  const page = desk.path('homemade.html')
  const { out, err } = await desk.here(['replay', desk.path('homemade.jsonl'), '--json', '--html', page])
  expect(err).toContain('The price of homemade-1 is not known')
  expect(readFileSync(page, 'utf8')).toContain('The price of <bdi>homemade-1</bdi> is unknown')
  const { totals } = JSON.parse(out)
  expect(totals.models).toEqual([
    { model: 'homemade-1', calls: 1, costUsd: null },
    { model: opus, calls: 1, costUsd: expect.any(Number) },
  ])
  expect([totals.costUsd, totals.costUnmanagedUsd, totals.costOracleUsd]).toEqual([null, null, null])
})

test('people are told who was billed, where there are several', async () => {
  const page = desk.path('two.html')
  const { out } = await desk.here(['replay', desk.path('two.jsonl'), ...steady, '--html', page], { columns: 200 })
  const named = /claude-opus-4-6 \(3 calls, \$[\d.]+\), claude-haiku-4-5-20251001 \(2 calls, \$[\d.]+\)/
  expect(out).toMatch(named)
  expect(readFileSync(page, 'utf8')).toMatch(named)
  expect((await desk.here(['replay', desk.path('one.jsonl')])).out).toContain(`\n${opus} · 3 calls`)
})

test('with --db usage and insights tell the same calls and sums, by model', async () => {
  const db = desk.path('two.db')
  const { totals } = await desk.replayed('two.jsonl', [...steady, '--db', db])
  const { own, models } = JSON.parse((await desk.here(['usage', '--db', db, '--json'])).out)
  const insights = JSON.parse((await desk.here(['insights', '--db', db, '--json'])).out)
  for (const told of [own, insights.total]) {
    expect(told).toMatchObject({ calls: 5, callsWithoutPrice: {} })
    expect(told.costUsd).toBeCloseTo(totals.costUsd ?? Number.NaN, 9)
  }
  expect(models).toEqual(
    totals.models.map(({ model, calls, costUsd }) =>
      expect.objectContaining({ model, calls, costUsd: expect.closeTo(costUsd ?? Number.NaN, 9) }),
    ),
  )
})

test('with --db keep-alives are billed to the model whose cache they kept', async () => {
  const db = desk.path('kept.db')
  const flags = ['--keep-alive', '--gap', '600', '--channel', 'agent', '--db', db]
  const { totals } = await desk.replayed('two.jsonl', flags)
  const { own, models } = JSON.parse((await desk.here(['usage', '--db', db, '--json'])).out)
  expect(own.costUsd).toBeCloseTo(totals.costUsd ?? Number.NaN, 9)
  expect(totals.keepAliveUsd).toBeGreaterThan(0)
  const told: Record<string, number> = Object.fromEntries(
    models.map(({ model, costUsd }: { model: string; costUsd: number }) => [model, costUsd]),
  )
  for (const { model, costUsd } of totals.models) expect(told[model]).toBeGreaterThan(costUsd ?? Number.NaN)
})

test('a model that takes less than the window of the replay is named once its prompts no longer fit', async () => {
  desk.file('narrow.jsonl', sessionBy([...Array.from({ length: 50 }, () => [opus, haiku]).flat(), opus]))
  const { contextLength, notices } = await desk.replayed('narrow.jsonl', steady)
  expect(contextLength).toBe(1_000_000)
  expect(notices).toEqual([
    `${haiku} takes 200,000 tokens, but was replayed with a window of 1,000,000: it would have refused sooner (--context-length 200000).`,
  ])
  expect((await desk.replayed('two.jsonl', [...steady, '--context-length', '1000000'])).notices).toEqual([])
})

test('a file without a reply is told to have nothing to replay', async () => {
  desk.file('silent.jsonl', sessionBy([nobody]))
  const { out } = await desk.here(['replay', desk.path('silent.jsonl'), ...steady])
  expect(out).toContain('No model replied in it, so nothing was replayed')
})
