/**
 * Measures planning: everything a compaction does but the model call. Each round times JSON and a plan one after the
 * other, so that a slow phase of the machine meets both; goals are about the median of their ratios, after rounds that
 * only warm up. Stalls are looked for in rounds of their own, since looking takes time, too.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setImmediate as breathe } from 'node:timers/promises'
import { deriveBudget } from '@palimpsest/core/budget'
import { createListLog } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import { createCounter } from '@palimpsest/core/tokens'
import { readTranscript } from '@palimpsest/core/wire'
import { createCompressor } from '@palimpsest/engines/compressor'
import { exampleSession } from '@palimpsest/simulator'

/**
 * Rounds that only warm up, and rounds that count, by tokens: a small session needs more of both. What the first large
 * collection of garbage throws away of the compiled code is compiled anew for some ten rounds, so that must be over.
 */
const sizes = [
  { targetTokens: 200_000, warmUp: 60, rounds: 31 },
  { targetTokens: 1_000_000, warmUp: 4, rounds: 7 },
]

/** @param {{ readonly folder?: string }} [options] */
export async function measureCompaction({ folder = process.env.PALIMPSEST_TRANSCRIPTS } = {}) {
  const measured = []
  for (const size of sizes) measured.push(await measureSize(size))
  const giant = await measureGiant()
  const linear = await measureLinearity()
  const transcripts = folder === undefined ? undefined : await measureTranscripts(folder)
  return { sizes: measured, giant, linear, transcripts, goals: goalsOf(measured, giant, linear, transcripts) }
}

/** First and later passes over a session of so many tokens, beside JSON's own way there and back. */
async function measureSize({ targetTokens, warmUp, rounds }) {
  // Through JSON once, as a store hands messages out: strings that were put together of pieces are slower to read.
  const messages = JSON.parse(JSON.stringify(exampleSession({ seed: 3, targetTokens }).messages))
  const budget = deriveBudget({ contextTokens: targetTokens })
  const early = messages.slice(0, Math.floor(messages.length * 0.8))
  const times = []
  for (let round = 0; round < warmUp + rounds; round++) {
    const json = timeOf(() => JSON.parse(JSON.stringify(messages)))
    const first = await plan(show(messages), budget)
    const before = await plan(show(early), budget)
    const grown = [...before.view, ...show(messages).slice(early.length)]
    const later = await plan(grown.map(renew), budget, before.memo)
    if (round >= warmUp) times.push({ json, first: first.ms, later: later.ms })
  }
  return {
    tokens: targetTokens,
    messages: messages.length,
    jsonMs: median(times.map(({ json }) => json)),
    first: median(times.map(({ first }) => first)),
    later: median(times.map(({ later }) => later)),
    firstRatio: median(times.map(({ json, first }) => first / json)),
    laterShare: median(times.map(({ first, later }) => later / first)),
    stall: await leastStall(messages, budget),
  }
}

/** Of the longest stalls of some rounds the least: others on the machine can only make them longer. */
async function leastStall(messages, budget) {
  let least = Number.POSITIVE_INFINITY
  for (let round = 0; round < 6; round++) {
    const stalls = watch()
    await plan(show(messages), budget)
    least = Math.min(least, stalls.stop())
  }
  return least
}

/** Shorter ones would be planned in no time, and say little. */
const leastTokens = 100_000

/** First passes over every long transcript of a folder, all together, since sessions differ much from each other. */
async function measureTranscripts(folder) {
  const counter = createCounter()
  const names = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const all = names.map((name) => readTranscript(readFileSync(join(folder, name), 'utf8'), {}).transcript.messages)
  const long = all.filter((messages) => counter.request(messages) >= leastTokens)
  const budget = deriveBudget({ contextTokens: 200_000 })
  const sums = { sessions: long.length, jsonMs: 0, first: 0 }
  for (const isWarm of [false, true]) {
    for (const read of long) {
      const messages = JSON.parse(JSON.stringify(read))
      const times = { json: [], first: [] }
      for (let round = 0; round < 9; round++) {
        times.json.push(timeOf(() => JSON.parse(JSON.stringify(messages))))
        times.first.push((await plan(show(messages), budget)).ms)
      }
      if (!isWarm) continue
      sums.jsonMs += median(times.json)
      sums.first += median(times.first)
    }
  }
  return sums
}

/** The stalls of a session in which one result, one request, or the arguments of one call have five megabytes. */
async function measureGiant() {
  const line = (i) =>
    `2026-03-04T10:15:${i % 60}Z [web-${i % 7}] ERROR request ${i * 7919} to /srv/src/mod-${i % 311}.ts: status ${400 + (i % 100)}\n`
  const text = Array.from({ length: 65_000 }, (_, i) => line(i))
    .join('')
    .slice(0, 5_000_000)
  const part = JSON.parse(JSON.stringify({ type: 'text', text }))
  const call = { type: 'tool-call', callId: 'giant', name: 'bash', arguments: '{"command":"cat all.log"}' }
  const [first, ...rest] = exampleSession({ seed: 3, targetTokens: 60_000 }).messages
  const answered = [
    { role: 'assistant', parts: [call] },
    { role: 'tool', callId: 'giant', parts: [part] },
  ]
  const sessions = {
    result: [first, { role: 'user', parts: [{ type: 'text', text: 'Look at the log.' }] }, ...answered, ...rest],
    request: [first, ...rest, { role: 'user', parts: [part] }],
    arguments: [
      first,
      { role: 'user', parts: [{ type: 'text', text: 'Write the log.' }] },
      {
        role: 'assistant',
        parts: [{ ...call, name: 'write', arguments: JSON.stringify({ path: 'all.log', content: text }) }],
      },
      { role: 'tool', callId: 'giant', parts: [{ type: 'text', text: 'Written.' }] },
      ...rest,
    ],
  }
  const stalls = {}
  for (const [name, messages] of Object.entries(sessions)) {
    stalls[name] = await leastStall(messages, deriveBudget({ contextTokens: 128_000 }))
  }
  return stalls
}

async function measureLinearity() {
  const make = (count) =>
    show(
      Array.from({ length: count }, (_, i) => ({
        role: i % 2 === 0 ? 'user' : 'assistant',
        parts: [{ type: 'text', text: `Turn ${i}: please look at src/file-${i % 97}.ts, line ${i % 400}.` }],
      })),
    )
  const time = async (count) => {
    const view = make(count)
    const budget = deriveBudget({ contextTokens: count * 10 })
    let least = Number.POSITIVE_INFINITY
    for (let round = 0; round < 3; round++) least = Math.min(least, (await plan(view.map(renew), budget)).ms)
    return least
  }
  const few = await time(10_000)
  const many = await time(100_000)
  return { few, many, timesLonger: many / few }
}

function show(messages) {
  return messages.map((message, index) => renew({ id: entryId(`e${index}`), index, message }))
}

/** Messages and calls are objects of their own in every pass, since what was found out about one would be remembered. */
function renew(shown) {
  const { message } = shown
  return { ...shown, message: { ...message, parts: message.parts.map((part) => ({ ...part })) } }
}

async function plan(view, budget, memo) {
  let minted = 0
  const engine = createCompressor({
    mintId: () => entryId(`m${minted++}`),
    originals: async () => [],
    log: createListLog(() => []),
    howToRead: (number) => `Its original is ${number}.`,
    howToRecall: 'Originals can be recalled.',
    pause: () => breathe(),
    now: () => 0,
    wait: () => new Promise(() => {}),
    summaryModels: [],
  })
  const counter = createCounter()
  const start = performance.now()
  const occasion = { trigger: 'manual', view, overheadTokens: 0, budget, counter, at: 0, ...(memo && { memo }) }
  const made = await engine.compress(occasion, new AbortController().signal)
  const ms = performance.now() - start
  if (made.kind !== 'compact') throw new Error(`nothing was planned: ${made.detail}`)
  const shown = new Map(view.map((item) => [item.id, item]))
  return {
    ms,
    memo: made.memo,
    view: made.view.flatMap((item) => (item.kind === 'kept' ? shown.get(item.id) : item)),
  }
}

/** The longest time in which nothing else could run. */
function watch() {
  let last = performance.now()
  let longest = 0
  let running = true
  const look = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
    if (running) setImmediate(look)
  }
  setImmediate(look)
  return {
    stop: () => {
      running = false
      return Math.max(longest, performance.now() - last)
    },
  }
}

function timeOf(run) {
  const start = performance.now()
  run()
  return performance.now() - start
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

function goalsOf(sizes, giant, linear, transcripts) {
  const ofAll = transcripts && `first passes over ${transcripts.sessions} transcripts of ${leastTokens} tokens and more`
  return [
    ...(ofAll ? [goal(`${ofAll} at most 8 x JSON`, transcripts.first / transcripts.jsonMs, 8, 'x')] : []),
    ...sizes.flatMap(({ tokens, firstRatio, laterShare, stall }) => [
      goal(`first pass over ${tokens} tokens at most 8 x JSON`, firstRatio, 8, 'x'),
      goal(`later pass over ${tokens} tokens cheaper than the first`, laterShare, 1, 'x'),
      goal(`longest stall at ${tokens} tokens at most 50 ms`, stall, 50, 'ms'),
    ]),
    goal('longest stall over a result of 5 MB at most 50 ms', giant.result, 50, 'ms'),
    goal('longest stall over a request of 5 MB at most 50 ms', giant.request, 50, 'ms'),
    goal('longest stall over arguments of 5 MB at most 50 ms', giant.arguments, 50, 'ms'),
    goal('100,000 messages take at most 14 x as long as 10,000', linear.timesLonger, 14, 'x'),
  ]
}

function goal(text, found, most, unit) {
  return { goal: text, met: found <= most, found: `${found.toFixed(2)} ${unit}` }
}
