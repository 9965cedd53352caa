import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jsonLines, longChat, shortChat } from '../compress/compress-desk.arbitrary.ts'
import { createReplayDesk, type ReplayDesk, toolTalk } from './replay-desk.arbitrary.ts'

let desk: ReplayDesk

beforeAll(() => {
  desk = createReplayDesk()
  desk.file('long.jsonl', jsonLines([{ id: 'demo', model: 'claude-sonnet-4-5' }, ...longChat]))
  desk.file('short.json', JSON.stringify(shortChat))
  desk.file('steady.jsonl', jsonLines([{ id: 'steady', model: 'claude-sonnet-4-5' }, ...toolTalk(200, 20)]))
  const prose = Array.from({ length: 120 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: `Part ${n}. ${'A thought that no code can shorten. '.repeat(40)}`,
  }))
  desk.file('prose.jsonl', jsonLines([{ id: 'prose' }, ...prose]))
})
afterAll(() => desk.clear())

const priced = ['--price', 'claude-sonnet-5']
const small = ['--context-length', '32000', '--system-tokens', '2000']

test('the document has what the contract promises, and its sums add up', async () => {
  const result = await desk.replayed('long.jsonl', [...small, ...priced])
  const { calls, compactions, totals } = result
  expect(calls).toHaveLength(longChat.filter((message) => 'role' in message && message.role === 'assistant').length)
  expect(calls.map(({ n }) => n)).toEqual(calls.map((_, i) => i + 1))
  for (const call of calls) expect(call.input + call.cacheRead + call.cacheWrite).toBe(call.promptTokens)
  expect(totals.promptTokens).toBe(calls.reduce((sum, { promptTokens }) => sum + promptTokens, 0))
  expect(totals.costUsd).toBeCloseTo(
    calls.reduce((sum, { costUsd }) => sum + (costUsd ?? Number.NaN), 0),
    9,
  )
  expect(totals.maxPromptTokens).toBeLessThan(32_000)
  expect(result).toMatchObject({ model: 'claude-sonnet-5', contextLength: 32_000, conversation: expect.any(String) })
  expect(compactions.length).toBeGreaterThan(0)
  for (const { beforeCall, trigger, tokens, engine, continuation } of compactions) {
    expect([trigger, engine]).toEqual([isInLoop(beforeCall) ? 'response' : 'preflight', 'compressor'])
    expect(tokens.after).toBeLessThan(tokens.before)
    expect(calls[beforeCall - 1]?.session).toBe(continuation)
  }
})

/** Whether a call answers the results of tools, and not a person. */
function isInLoop(call: number): boolean {
  const said = longChat.filter((message) => 'role' in message)
  const places = said.flatMap(({ role }, at) => (role === 'assistant' ? [at] : []))
  return said[(places[call - 1] ?? 0) - 1]?.role === 'tool'
}

test('managed is cheaper than unmanaged, cached cheaper than not, and nothing beats the oracle', async () => {
  const { totals } = await desk.replayed('long.jsonl', [...small, ...priced])
  const { costUsd, costWithoutCacheUsd, costUnmanagedUsd, costOracleUsd } = totals
  expect(costUsd).toBeLessThan(costWithoutCacheUsd ?? 0)
  expect(costWithoutCacheUsd).toBeLessThan(costUnmanagedUsd ?? 0)
  expect(costOracleUsd).toBeLessThanOrEqual(costUsd ?? 0)
  expect(totals.strategies.unmanaged.costUsd).toBe(costUnmanagedUsd)
})

test('without us it ends where its prompt no longer fits; both bills are about the calls before', async () => {
  const args = [...priced, '--system-tokens', '2000', '--summarizer-cost', 'main', '--context-length']
  const { calls, totals, thresholdTokens } = await desk.replayed('long.jsonl', [
    ...args,
    '32000',
    '--max-tokens',
    '2000',
  ])
  const refused = calls.find(({ unmanagedTokens }) => unmanagedTokens > 30_000) ?? expect.unreachable()
  const before = calls[refused.n - 2] ?? expect.unreachable()
  expect(totals.usual).toMatchObject({ endsAtCall: refused.n, calls: refused.n - 1, costUsd: before.spentUsd.usual })
  expect(totals.usual.oursUsd).toBe(before.spentUsd.anchored)
  expect(calls.at(-1)?.spentUsd.usual).toBe(totals.usual.costUsd)
  expect([thresholdTokens < 30_000, totals.refusedAtCall]).toEqual([true, null])
  const whole = await desk.replayed('long.jsonl', [...args, '200000'])
  expect(whole.totals.usual).toMatchObject({ endsAtCall: null, calls: calls.length, oursUsd: whole.totals.costUsd })
})

test('where nothing is compacted or shortened, the usual way pays what system_and_3 does for five minutes', async () => {
  const args = [...priced, '--context-length', '200000', '--gap', '400']
  const [brief, long] = await Promise.all(
    ['5m', '1h'].map((ttl) => desk.replayed('steady.jsonl', [...args, '--cache-ttl', ttl])),
  )
  for (const { strategies } of [brief?.totals, long?.totals].filter((totals) => totals !== undefined))
    expect(strategies.usual.costUsd).toBe(brief?.totals.strategies.system_and_3.costUsd)
  expect(brief?.totals.strategies.anchored.hourPremiumUsd).toBe(0)
  expect(long?.totals.strategies.anchored.hourPremiumUsd).toBeGreaterThan(0)
})

test('an hour that no pause needed is said to be why anchored costs more, and nothing where it does not', async () => {
  const run = async (gap: string) => {
    const flags = [...priced, '--gap', gap, '--channel', 'chat']
    return (await desk.here(['replay', desk.path('prose.jsonl'), ...flags])).out.replace(/\s+/g, ' ')
  }
  const [brief, long] = await Promise.all([run('200'), run('1200')])
  expect(brief).toMatch(
    /Anchored costs \$[\d.]+ more than system_and_3 on the same requests: caching for an hour costs \$[\d.]+ more than for five minutes, and no pause after that needed it\./,
  )
  expect(brief).toMatch(/ it costs \$[\d.]+, with Palimpsest \$[\d.]+ \([\d.]+ % more\)\./)
  expect(long).not.toContain('more than system_and_3')
  expect(long).toMatch(/ it costs \$[\d.]+, with Palimpsest \$[\d.]+ \([\d.]+ % less\)\./)
})

test('the whole result counts for whoever keeps nothing elsewhere', async () => {
  desk.file('whole.jsonl', jsonLines([{ id: 'w', model: 'claude-sonnet-4-5' }, ...toolTalk(1, 20_000)]))
  const { totals, calls } = await desk.replayed('whole.jsonl')
  expect(totals.usual.promptTokens).toBeGreaterThan(50_000)
  expect(totals.promptTokens).toBeLessThan(5_000)
  expect(totals.usual.promptTokens).toBe(calls.reduce((sum, { unmanagedTokens }) => sum + unmanagedTokens, 0))
})

test('the same file and seed give the same document; another seed gives other pauses', async () => {
  const [one, two, other] = await Promise.all(
    ['human:1', 'human:1', 'human:2'].map(async (gap) => {
      const { totals, ...result } = await desk.replayed('long.jsonl', [...small, '--gap', gap])
      return { ...result, totals: { ...totals, wallMs: 0 } }
    }),
  )
  expect(two).toEqual(one)
  expect(other?.totals.virtualMs).not.toBe(one?.totals.virtualMs)
})

test('between compactions each of two hundred calls reads all that the one before it sent', async () => {
  const { calls, compactions } = await desk.replayed('steady.jsonl', ['--gap', '1', '--system-tokens', '3000'])
  expect([calls.length, compactions.length]).toEqual([201, 0])
  for (const [i, { cacheRead }] of calls.entries()) if (i > 0) expect(cacheRead).toBe(calls[i - 1]?.promptTokens)
})

test('a summary for nothing costs nothing, and one at a price is part of the bill', async () => {
  const run = (cost: string) => desk.replayed('prose.jsonl', [...small, ...priced, '--summarizer-cost', cost])
  const [none, main, cheap, cached] = await Promise.all(['none', 'main', '0.05', 'cached'].map(run))
  expect(none?.totals.summarizerUsd).toBe(0)
  expect(main?.totals.summarizerUsd).toBeGreaterThan(0)
  expect(cheap?.totals.summarizerUsd).toBeCloseTo((main?.totals.summarizerUsd ?? 0) * 0.05, 9)
  expect(cached?.totals.summarizerUsd).toBeGreaterThan(0)
  expect(main?.totals.costUsd).toBeCloseTo((none?.totals.costUsd ?? 0) + (main?.totals.summarizerUsd ?? 0), 9)
})

test('the bill is the sum of the calls, the summaries and the keep-alives', async () => {
  const talk = Array.from({ length: 40 }, (_, n) => ({
    role: n % 2 === 0 ? 'user' : 'assistant',
    content: `Part ${n}. ${'A thought that no code can shorten. '.repeat(120)}`,
  }))
  desk.file('pauses.jsonl', jsonLines([{ id: 'pauses' }, ...talk]))
  const flags = [...small, ...priced, '--gap', '600', '--channel', 'agent', '--summarizer-cost', 'main']
  const [kept, cold] = await Promise.all([
    desk.replayed('pauses.jsonl', [...flags, '--keep-alive']),
    desk.replayed('pauses.jsonl', flags),
  ])
  expect([kept.totals.keepAliveUsd !== 0, cold.totals.keepAliveUsd]).toEqual([true, 0])
  for (const { calls, totals } of [kept, cold]) {
    const parts = [...calls.map(({ costUsd }) => costUsd), totals.summarizerUsd, totals.keepAliveUsd]
    expect(totals.summarizerUsd).toBeGreaterThan(0)
    expect(totals.costUsd).toBeCloseTo(
      parts.reduce<number>((sum, usd) => sum + (usd ?? Number.NaN), 0),
      9,
    )
  }
})

test('the best possible is told to go without keep-alives where these were sent', async () => {
  const flags = ['replay', desk.path('long.jsonl'), ...small, ...priced, '--gap', '600', '--channel', 'agent']
  const page = desk.path('kept-alive.html')
  const kept = await desk.here([...flags, '--keep-alive', '--html', page])
  const cold = await desk.here(flags)
  expect(kept.out).toMatch(/^best without keep-alives +\$.*^best without keep-alives: /ms)
  expect(kept.out).not.toContain('best possible')
  expect(readFileSync(page, 'utf8')).toContain('The best possible sends none, so it can cost more.')
  expect(cold.out).toMatch(/^best possible +\$/m)
})

test('a price that nobody knows is null and said, never 0', async () => {
  const { code, out, err } = await desk.here(['replay', desk.path('short.json'), '--json', '--price', 'no-such-model'])
  expect(code).toBe(0)
  expect(err).toMatch(/price of no-such-model is not known/)
  const { totals, calls } = JSON.parse(out)
  const { usual } = totals
  const unknown = [totals.costUsd, totals.costUnmanagedUsd, totals.costOracleUsd, usual.costUsd, usual.oursUsd]
  expect([...unknown, calls[0].costUsd]).toEqual(Array(6).fill(null))
})

test.each(['main', 'cached', '0.05'])('so is what summaries at %s cost', async (cost) => {
  const unknown = [...small, '--price', 'no-such-model', '--summarizer-cost', cost]
  const { totals, compactions } = await desk.replayed('prose.jsonl', unknown)
  expect(compactions.map(({ costUsd }) => costUsd)).toEqual(compactions.map(() => null))
  expect([compactions.length > 0, totals.summarizerUsd]).toEqual([true, null])
})

test('a file that names no model is priced by a common one, which is said', async () => {
  const { err, out } = await desk.here(['replay', desk.path('short.json'), '--json'])
  expect(err).toMatch(/names no model: prices of claude-sonnet-5-5/)
  expect(JSON.parse(out).totals.costUsd).toBeGreaterThan(0)
})

test('views show what the model saw right after, the last is how the final view began', async () => {
  const { compactions, final } = await desk.replayed('long.jsonl', [...small, '--views'])
  const view = compactions.at(-1)?.view ?? expect.unreachable()
  expect(final.messages.slice(0, view.length)).toEqual(view)
  const without = await desk.replayed('long.jsonl', small)
  expect(without.compactions.some((compaction) => 'view' in compaction)).toBe(false)
})

test('the economic trigger compacts a large window where it pays, the fraction does not', async () => {
  desk.file('large.jsonl', jsonLines([{ id: 'l', model: 'claude-sonnet-5' }, ...toolTalk(200, 200)]))
  const economic = await desk.replayed('large.jsonl', ['--trigger', 'economic'])
  const fraction = await desk.replayed('large.jsonl')
  expect(fraction.compactions).toHaveLength(0)
  expect(economic.compactions.length).toBeGreaterThan(0)
  expect(economic.totals.costUsd).toBeLessThan(fraction.totals.costUsd ?? 0)
})

test('the economic trigger compacts a conversation sooner whose cache is gone', async () => {
  const turns = Array.from({ length: 50 }, (_, i) => [
    { role: 'user', content: `Tell me about part ${i}.` },
    { role: 'assistant', content: `Part ${i}: ${'it reads the rows and writes them to a table. '.repeat(130)}` },
  ]).flat()
  desk.file('talk.jsonl', jsonLines([{ id: 't', model: 'claude-sonnet-5' }, ...turns]))
  const [warm, cold] = await Promise.all(
    ['1', '4000'].map((gap) => desk.replayed('talk.jsonl', ['--trigger', 'economic', '--gap', gap])),
  )
  expect(warm?.compactions).toHaveLength(0)
  expect(cold?.compactions).toHaveLength(1)
  const [compaction] = cold?.compactions ?? []
  expect(compaction?.tokens.before).toBeLessThan(0.85 * (cold?.thresholdTokens ?? 0))
  expect(compaction?.tokens.before).toBeGreaterThan(1.4 * (compaction?.tokens.after ?? 0))
})

test('a summary on the cached prompt is asked for on top of the conversation, and billed as one answer', async () => {
  const askedFile = desk.path('asked.txt')
  const summary =
    '## Goal\nPlease go on with part 10 of the work: reading src/module-7.ts, every line an export const value.'
  const asked = ['--summarizer-command', `tee -a ${askedFile} | tail -n 1 > /dev/null; printf '${summary}'`]
  const { compactions } = await desk.replayed('long.jsonl', [...small, ...asked, '--summarizer-cost', 'cached'])
  const written = compactions.filter(({ summary: note }) => note.by === 'model')
  expect(written.length).toBeGreaterThan(0)
  for (const { summary: note, costUsd } of written) {
    expect(note.model).toContain('on the cached prompt')
    expect(costUsd).toBeGreaterThan(0)
  }
  expect(readFileSync(askedFile, 'utf8').match(/as it stands above/g)).toHaveLength(written.length)
})

test.each(['main', 'cached'])('a summary command that fails is told, and nothing is billed at %s', async (cost) => {
  const failing = ['--summarizer-command', 'cat > /dev/null; echo "model not loaded" >&2; exit 7']
  const args = [...small, ...priced, ...failing, '--summarizer-cost', cost]
  const { totals, compactions, notices } = await desk.replayed('long.jsonl', args)
  expect(compactions.map(({ summary }) => summary.by)).toContain('mechanical')
  expect(totals.summarizerUsd).toBe(0)
  expect(notices.join('\n')).toContain('exit code 7: model not loaded')
})

test('an answer that breaks off is billed as far as it came', async () => {
  const breaking = ['--summarizer-command', 'cat > /dev/null; echo "## Goal"; exit 7']
  const { totals } = await desk.replayed('long.jsonl', [...small, ...priced, ...breaking, '--summarizer-cost', 'main'])
  expect(totals.summarizerUsd).toBeGreaterThan(0)
})

test('a result that is too large is shown as a block', async () => {
  desk.file('huge.jsonl', jsonLines([{ id: 'h', model: 'claude-sonnet-4-5' }, ...toolTalk(1, 20_000)]))
  const { final, calls } = await desk.replayed('huge.jsonl')
  expect(JSON.stringify(final.messages)).toContain('<persisted-output>')
  expect(calls[1]?.promptTokens).toBeLessThan(2_000)
})

/** A loop of a model that thinks under seal before each of its steps. */
function thinkingLoop(steps: number): object {
  const round = (n: number) => [
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: `Thought ${n}. ${'So be it. '.repeat(60)}`, signature: `seal-${n}` },
        { type: 'tool_use', id: `toolu_${n}`, name: 'bash', input: { command: `cat ${n}` } },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: `toolu_${n}`, content: `line of part ${n}\n`.repeat(60) }],
    },
  ]
  const messages = [
    { role: 'user', content: 'Look at all of it.' },
    ...Array.from({ length: steps }, (_, n) => round(n)),
  ]
  return { model: 'claude-opus-5-5', messages: [...messages.flat(), { role: 'assistant', content: 'Done.' }] }
}

test('a model that binds its thinking is compacted late in a loop, and billed for no thinking from before it', async () => {
  desk.file('thinking.json', JSON.stringify(thinkingLoop(80)))
  const bound = await desk.replayed('thinking.json', small)
  const free = await desk.replayed('thinking.json', [...small, '--price', 'claude-opus-5'])
  expect(bound.compactions.length).toBeGreaterThan(1)
  expect(bound.totals.maxPromptTokens).toBeGreaterThan(24_000)
  expect(free.totals.maxPromptTokens).toBeLessThan(17_000)
  for (const { beforeCall, tokens } of bound.compactions)
    expect(bound.calls[beforeCall - 1]?.promptTokens).toBeLessThanOrEqual(tokens.after + 10)
})
