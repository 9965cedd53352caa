/**
 * Holds the time of a replay against the time of parsing the same transcript, and half of it against the whole. Times are
 * of the processor, not of the clock, since other work on the machine must not count. What runs first is compiled on the
 * way, so the first round is told apart; goals are about the best one.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { codecs, createCatalogue, createCounter, readTranscript } from '@palimpsest/core'
import { exampleSession, readGap, replay } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { createReplayWorld } from './replay-world.mjs'

const modelName = 'claude-sonnet-5'
/** One that is compacted a few times, and one that is compacted again and again. */
const windows = [1_000_000, 200_000]
const exampleTokens = 800_000
const mostRatio = 10
/** Twice the calls may take this many times as long: caches and the collector of garbage are never quite fair. */
const mostGrowth = 2.6

/** @param {{ readonly folder?: string, readonly seed?: number, readonly rounds?: number }} [options] */
export async function measureReplaySpeed({ folder = process.env.PALIMPSEST_TRANSCRIPTS, seed = 1, rounds = 5 } = {}) {
  const { name, lines } = folder === undefined ? example(seed) : largestIn(folder)
  const texts = { half: lines.slice(0, Math.ceil(lines.length / 2)).join('\n'), whole: lines.join('\n') }
  const sizes = []
  for (const windowTokens of windows) {
    const half = await measure(texts.half, windowTokens, rounds)
    sizes.push({ windowTokens, half, whole: await measure(texts.whole, windowTokens, rounds) })
  }
  return { name, sizes, goals: sizes.flatMap(goalsOf) }
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

/** Parses and replays in turn, so that both meet the same machine. */
async function measure(text, windowTokens, rounds) {
  const runs = []
  for (let round = 0; round < rounds; round++) {
    const parse = await cpuOf(() => readTranscript(text, {}))
    const run = await cpuOf(() => replayOnce(parse.result.transcript, windowTokens))
    const { totals, compactions } = run.result
    runs.push({ parseMs: parse.ms, replayMs: run.ms, calls: totals.calls, compactions: compactions.length })
  }
  const least = (of) => runs.reduce((best, run) => Math.min(best, of(run)), Number.POSITIVE_INFINITY)
  const best = { parseMs: least(({ parseMs }) => parseMs), replayMs: least(({ replayMs }) => replayMs) }
  const { calls, compactions, ...first } = runs[0]
  return { calls, compactions, first: withRatio(first), best: withRatio(best) }
}

const withRatio = (times) => ({ ...times, ratio: times.replayMs / times.parseMs })

async function cpuOf(work) {
  const before = process.cpuUsage()
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  return { ms: (user + system) / 1_000, result }
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

function goalsOf({ windowTokens, half, whole }) {
  const at = `window of ${windowTokens.toLocaleString('en')}`
  const ratio = whole.best.ratio
  const perCall = ({ best, calls }) => best.replayMs / calls
  const growth = (2 * perCall(whole)) / perCall(half)
  return [
    { goal: `${at}: replay / parse < ${mostRatio}`, met: ratio < mostRatio, found: ratio.toFixed(1) },
    {
      goal: `${at}: twice the calls take ≤ ${mostGrowth} times as long`,
      met: growth <= mostGrowth,
      found: growth.toFixed(2),
    },
  ]
}
