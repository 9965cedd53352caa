/**
 * Holds the time of a replay against the time of parsing the same transcript, and half of it against the whole. Each
 * round parses and replays one after the other, so that a slow phase of the machine meets both. What runs first is
 * compiled on the way, so the first round is told apart; goals are about the medians of rounds after some that only
 * warm up.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { createCatalogue } from '@palimpsest/core/models'
import { createCounter } from '@palimpsest/core/tokens'
import { codecs, readTranscript } from '@palimpsest/core/wire'
import { exampleSession, readGap, replay } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { createReplayWorld } from './replay-world.mjs'

const modelName = 'claude-sonnet-5'
/** One that is compacted a few times, and one that is compacted again and again. */
const windows = [1_000_000, 200_000]
/** Nothing is ever compacted in it, so that prompts grow for ever: what grew faster than calls would show here. */
const endless = 1_000_000_000
const exampleTokens = 800_000
const mostRatio = 10
/** Twice the calls may take this many times as long: caches and the collector of garbage are never quite fair. */
const mostGrowth = 2.6

/** @param {{ readonly folder?: string, readonly seed?: number, readonly rounds?: number }} [options] */
export async function measureReplaySpeed({ folder = process.env.PALIMPSEST_TRANSCRIPTS, seed = 1, rounds = 9 } = {}) {
  const { name, lines } = folder === undefined ? example(seed) : largestIn(folder)
  const [half, whole] = [lines.slice(0, Math.ceil(lines.length / 2)), lines].map((some) => some.join('\n'))
  const sizes = []
  for (const windowTokens of windows) {
    const [size] = await measure([whole], windowTokens, rounds)
    sizes.push({ windowTokens, ...size })
  }
  const growing = await measure([half, whole], endless, rounds)
  return { name, sizes, growing, goals: [...sizes.map(speedGoal), growthGoal(growing)] }
}

/** As a file of one message in each line. */
function example(seed) {
  const { messages } = exampleSession({ seed, targetTokens: exampleTokens })
  const { value } = codecs['openai-chat'].encode({ messages })
  const list = Array.isArray(value) ? value : value.messages
  return { name: `example-${seed}`, lines: list.map((message) => JSON.stringify(message)) }
}

function largestIn(folder) {
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'))
  const sized = files.map((name) => ({ path: join(folder, name), bytes: statSync(join(folder, name)).size }))
  const { path } = sized.reduce((largest, each) => (each.bytes > largest.bytes ? each : largest))
  const lines = readFileSync(path, 'utf8').split('\n')
  return { name: basename(path, '.jsonl'), lines: lines.filter((line) => line.trim() !== '') }
}

/** Rounds that only warm up: a replay is much code, and takes long until all of it that matters is compiled. */
const warmUp = 8

/** Of several texts, each in its turn in every round. */
async function measure(texts, windowTokens, rounds) {
  const runs = texts.map(() => [])
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const [i, text] of texts.entries()) runs[i].push(await measureOnce(text, windowTokens))
  }
  return runs.map((all) => {
    const warm = all.slice(warmUp)
    const [{ calls, compactions, ...first }] = all
    const of = (name) => median(warm.map((run) => run[name]))
    return { calls, compactions, first, warm: { parseMs: of('parseMs'), replayMs: of('replayMs'), ratio: of('ratio') } }
  })
}

async function measureOnce(text, windowTokens) {
  const parse = await timeOf(() => readTranscript(text, {}))
  const run = await timeOf(() => replayOnce(parse.result.transcript, windowTokens))
  const { totals, compactions } = run.result
  const ratio = run.ms / parse.ms
  return { parseMs: parse.ms, replayMs: run.ms, ratio, calls: totals.calls, compactions: compactions.length }
}

function median(values) {
  return values.toSorted((a, b) => a - b)[values.length >> 1]
}

async function timeOf(work) {
  const start = performance.now()
  const result = await work()
  return { ms: performance.now() - start, result }
}

async function replayOnce(transcript, windowTokens) {
  const store = createMemoryStore()
  const options = {
    file: 'bench',
    modelName,
    model: createCatalogue().find(modelName),
    window: { contextTokens: windowTokens },
    budget: {},
    trigger: 'fraction',
    strategy: 'anchored',
    route: { channel: 'agent', readRate: 0.1 },
    gap: readGap('human:1'),
    fee: { kind: 'main' },
    systemTokens: 20_000,
    views: false,
    startMs: 0,
  }
  const result = await replay(
    transcript,
    options,
    createReplayWorld({ store, counter: createCounter() }),
    new AbortController().signal,
  )
  await store.end()
  return result
}

function speedGoal({ windowTokens, warm: { ratio } }) {
  const goal = `window of ${windowTokens.toLocaleString('en')}: replay / parse < ${mostRatio}`
  return { goal, met: ratio < mostRatio, found: ratio.toFixed(1) }
}

function growthGoal([half, whole]) {
  const perCall = ({ warm, calls }) => warm.replayMs / calls
  const growth = (2 * perCall(whole)) / perCall(half)
  const goal = `without compactions twice the calls take ≤ ${mostGrowth} times as long`
  return { goal, met: growth <= mostGrowth, found: growth.toFixed(2) }
}
