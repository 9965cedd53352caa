import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Replayed } from '../compose.ts'
import { jsonLines } from '../compress/compress-desk.arbitrary.ts'
import { createReplayDesk, type ReplayDesk } from './replay-desk.arbitrary.ts'

let desk: ReplayDesk

/** How an engine ends that has had a summary written. */
const endings = {
  throws: `throw new Error('the summary was refused')`,
  refuses: `return { kind: 'unchanged', reason: 'no-gain', detail: 'The summary says nothing.' }`,
  junk: `return { kind: 'compact' }`,
}

beforeAll(() => {
  desk = createReplayDesk()
  const prose = Array.from({ length: 40 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: `Part ${n}. ${'A thought that no code can shorten. '.repeat(60)}`,
  }))
  desk.file('prose.jsonl', jsonLines([{ id: 'prose', model: 'claude-sonnet-5' }, ...prose]))
  for (const [name, ending] of Object.entries(endings)) plant(name, ending)
})
afterAll(() => desk.clear())

/** An engine that asks for a summary, and makes nothing of it. */
function plant(name: string, ending: string): void {
  const folder = desk.path(join('home/plugins/context_engine', name))
  mkdirSync(folder, { recursive: true })
  const create = `(ports) => ({
    name: '${name}',
    contract: 1,
    shouldCompress: ({ promptTokens, thresholdTokens }) => promptTokens >= thresholdTokens,
    hasContentToCompress: () => true,
    compress: async ({ live }, signal) => {
      for await (const _ of (live ?? ports.summaryModels[0]).write('Summarise all of it. '.repeat(200), signal));
      ${ending}
    },
  })`
  writeFileSync(join(folder, 'index.mjs'), `export default { name: '${name}', contract: 1, create: ${create} }`)
}

const written = 'cat > /dev/null; echo "Lorem ipsum dolor sit amet."'

async function replayed(engine: string, cost: string, { command = written, more = [] as readonly string[] } = {}) {
  const flags = ['--context-length', '24000', '--gap', '30', '--summarizer-command', command, '--summarizer-cost', cost]
  const args = ['replay', desk.path('prose.jsonl'), '--engine', engine, ...flags, ...more, '--json']
  const { out } = await desk.here(args, { env: { NO_COLOR: '1', PALIMPSEST_HOME: desk.path('home') } })
  return JSON.parse(out) as Replayed
}

/** What is billed is the sum of its parts. */
function expectSum({ calls, totals }: Replayed): void {
  const parts = [...calls.map(({ costUsd }) => costUsd), totals.summarizerUsd, totals.keepAliveUsd]
  expect(totals.costUsd).toBeCloseTo(
    parts.reduce<number>((sum, usd) => sum + (usd ?? Number.NaN), 0),
    9,
  )
}

test.each(Object.keys(endings))(
  'a summary is paid in every way though the engine %s and nothing is compacted',
  async (name) => {
    const [paid, free] = await Promise.all(['main', 'none'].map((cost) => replayed(name, cost)))
    if (paid === undefined || free === undefined) throw new Error('nothing was replayed')
    expect([paid.compactions, free.totals.summarizerUsd]).toEqual([[], 0])
    const { summarizerUsd } = paid.totals
    expect(summarizerUsd).toBeGreaterThan(0)
    expectSum(paid)
    for (const way of ['none', 'system_and_3', 'anchored', 'oracle'] as const)
      expect(paid.totals.strategies[way].costUsd).toBeCloseTo(
        (free.totals.strategies[way].costUsd ?? Number.NaN) + (summarizerUsd ?? Number.NaN),
        9,
      )
  },
)

test.each(['main', 'cached', '0.05'])('one that breaks off half-way is paid as far as it came, at %s', async (cost) => {
  const breaking = await replayed('throws', cost, { command: `${written}; exit 7` })
  expect(breaking.notices.join('\n')).toContain('exit code 7')
  expect(breaking.compactions).toEqual([])
  expect(breaking.totals.summarizerUsd).toBeGreaterThan(0)
  expectSum(breaking)
  const silent = await replayed('throws', cost, { command: 'cat > /dev/null; exit 7' })
  expect(silent.totals.summarizerUsd).toBe(0)
})

test.each(['main', 'cached', '0.05'])('with --db usage and insights know what it cost at %s', async (cost) => {
  const db = desk.path(`waste-${cost}.db`)
  const more = ['--db', db, '--keep-alive', '--gap', '600', '--channel', 'agent']
  const { totals } = await replayed('refuses', cost, { more })
  expect(Math.min(totals.summarizerUsd ?? 0, totals.keepAliveUsd ?? 0)).toBeGreaterThan(0)
  const { own } = JSON.parse((await desk.here(['usage', '--db', db, '--json'])).out)
  const { total } = JSON.parse((await desk.here(['insights', '--db', db, '--json'])).out)
  for (const told of [own, total]) {
    expect(told.costUsd).toBeCloseTo(totals.costUsd ?? Number.NaN, 9)
    expect(told.callsWithoutPrice).toEqual({})
  }
  expect((await desk.here(['verify', '--db', db])).code).toBe(0)
})
