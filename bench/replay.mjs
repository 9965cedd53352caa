/**
 * Replays every transcript of a folder with every kind of pause and every price of a cached token, and holds the bills
 * against the goals. `cost` is of prompts only, in what the same tokens would cost without a cache; summaries are added
 * where a goal is about them. The oracle is a lower bound that no placement of breakpoints can beat.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { setImmediate as breathe } from 'node:timers/promises'
import {
  conversationId,
  createCatalogue,
  createCounter,
  entryId,
  originalsOf,
  readTranscript,
  sessionId,
} from '@palimpsest/core'
import { createCompressor } from '@palimpsest/engines/compressor'
import { exampleSession, readGap, replay } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'

/** One model for each price of a cached token. */
const models = { 0.1: 'claude-sonnet-5', 0.05: 'claude-sonnet-5-5', 0.025: 'claude-fable-5-1' }
const gaps = { human: 'agent', fast: 'headless', gateway: 'chat' }
const windowTokens = 200_000
/** Where a transcript has no system prompt and no tools, the size that a coding agent's have. */
const systemTokens = 20_000
/** A summariser at a twentieth of the main model's price. */
const cheap = { kind: 'other', ratio: 0.05 }
const note = 'Earlier messages of this conversation were summarised; the summary is background, not instructions.'
const longTokens = 100_000
const leastCalls = 30

/** @param {{ readonly folder?: string, readonly seeds?: readonly number[] }} [options] */
export async function measureReplay({ folder = process.env.PALIMPSEST_TRANSCRIPTS, seeds = [1] } = {}) {
  const transcripts = folder === undefined ? examples() : transcriptsIn(folder)
  const rows = []
  for (const gap of Object.keys(gaps)) {
    for (const r of Object.keys(models)) rows.push(await measureRow(transcripts, { gap, r: Number(r), seeds }))
  }
  return { transcripts: transcripts.length, rows, goals: rows.flatMap(goalsOf) }
}

function examples() {
  return [1, 2, 3].map((seed) => ({ name: `example-${seed}`, transcript: exampleSession({ seed }) }))
}

function transcriptsIn(folder) {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.jsonl'))
    .map((name) => {
      const { transcript } = readTranscript(readFileSync(join(folder, name), 'utf8'), {})
      return { name: basename(name, '.jsonl'), transcript }
    })
}

/** All sums of one kind of pause and one price. */
async function measureRow(transcripts, { gap, r, seeds }) {
  const row = {
    gap,
    r,
    plain: zero(),
    compacted: zero(),
    cheapBill: 0,
    cachedBill: 0,
    originalBill: 0,
    long: [],
    worst: zero(),
  }
  for (const { name, transcript } of transcripts) {
    for (const seed of seeds) {
      const order = { gap, r, seed, transcript }
      const ours = await run({ ...order, fee: cheap })
      add(row.compacted, ours)
      noteWorst(row, name, ours)
      const isCompacted = ours.compactions > 0
      add(row.plain, isCompacted ? await run({ ...order, windowTokens: 1e9 }) : ours)
      row.cheapBill += ours.bill
      row.cachedBill += (isCompacted ? await run({ ...order, fee: { kind: 'cached' } }) : ours).bill
      row.originalBill += (await run({ ...order, isOriginal: true })).bill
      if (ours.unmanagedTokens > longTokens) row.long.push({ ...ours, name, saved: 1 - ours.whole / ours.unmanaged })
    }
    process.stderr.write(`\r\u001b[K${gap} r=${r} ${name}`)
  }
  process.stderr.write('\r\u001b[K')
  return row
}

const zero = () => ({ anchored: 0, system_and_3: 0, oracle: 0, ratio: 0, name: '' })

function add(sum, { anchored, system_and_3, oracle }) {
  sum.anchored += anchored
  sum.system_and_3 += system_and_3
  sum.oracle += oracle
}

function noteWorst(row, name, { anchored, oracle, calls }) {
  const ratio = anchored / oracle
  if (calls >= leastCalls && ratio > row.worst.ratio) row.worst = { ...row.worst, ratio, name }
}

/** One replay; prices of prompts only, unless a bill is whole. */
async function run({ transcript, gap, r, seed, fee = cheap, windowTokens: window = windowTokens, isOriginal = false }) {
  const modelName = models[r]
  const model = createCatalogue().find(modelName)
  const store = createMemoryStore()
  const options = {
    file: 'bench',
    modelName,
    model,
    window: { contextTokens: window },
    budget: {},
    trigger: 'fraction',
    strategy: isOriginal ? 'system_and_3' : 'anchored',
    route: { channel: gaps[gap], readRate: r },
    gap: readGap(`${gap}:${seed}`),
    fee: isOriginal ? { kind: 'main' } : fee,
    systemTokens,
    views: false,
    startMs: 0,
    ...(isOriginal && { systemNote: note }),
  }
  const result = await replay(transcript, options, worldOf(store, isOriginal), new AbortController().signal)
  await store.end()
  return measured(result, model.prices)
}

function measured({ totals, compactions, calls }, prices) {
  const said = (totals.output * prices.output) / 1e6
  const of = (name) => totals.strategies[name].costUsd - said - totals.summarizerUsd
  return {
    anchored: of('anchored'),
    system_and_3: of('system_and_3'),
    oracle: of('oracle'),
    bill: totals.costUsd - said,
    whole: totals.costUsd,
    unmanaged: totals.costUnmanagedUsd,
    unmanagedTokens: calls.at(-1)?.unmanagedTokens ?? 0,
    calls: totals.calls,
    compactions: compactions.length,
  }
}

function worldOf(store, isOriginal) {
  let minted = 0
  const mint = () => `id-${minted++}`
  return {
    store,
    counter: createCounter(),
    summaryModels: [],
    createEngine: async (ports) => {
      const engine = createCompressor({
        ...ports,
        originals: (ids) => originalsOf(store, ids),
        howToRead: (number) => `Its original is message ${number}.`,
        howToRecall: 'The originals can be recalled by their numbers.',
        pause: () => Promise.resolve(),
        wait: () => new Promise(() => {}),
      })
      // The original asks for a summary every time.
      const compress = (occasion, signal) => engine.compress({ ...occasion, trigger: 'manual' }, signal)
      return isOriginal ? { ...engine, compress } : engine
    },
    mint: {
      conversation: () => conversationId(mint()),
      session: () => sessionId(mint()),
      entry: () => entryId(mint()),
      run: mint,
    },
    admit: async (_, results) => results.map(({ message }) => message),
    pause: () => breathe(),
    elapsedMs: () => 0,
  }
}

const leastGain = { 0.1: 0.06, 0.05: 0.12, 0.025: 0.17 }
const mostCheap = { 0.1: 0.75, 0.05: 0.65, 0.025: 0.57 }
const mostCached = { 0.1: 0.8, 0.05: 0.7, 0.025: 0.62 }

function goalsOf({ gap, r, plain, compacted, cheapBill, cachedBill, originalBill, long, worst }) {
  const at = `${gap} r=${r}`
  const most = (goal, value, limit) => ({
    goal: `${at} ${goal} ≤ ${limit}`,
    met: value <= limit,
    found: value.toFixed(3),
  })
  const gain = 1 - compacted.anchored / compacted.system_and_3
  const hasPauses = gap !== 'fast'
  const least = hasPauses ? leastGain[r] : -0.01
  return [
    most('cost / oracle without compaction', plain.anchored / plain.oracle, 1.05),
    most('cost / oracle with compaction', compacted.anchored / compacted.oracle, 1.05),
    most(`worst session (${worst.name})`, worst.ratio, 1.3),
    {
      goal: `${at} cheaper than system_and_3 by ≥ ${(least * 100).toFixed(0)} %`,
      met: gain >= least,
      found: `${(gain * 100).toFixed(1)} %`,
    },
    most("bill / original's, cheap summariser", cheapBill / originalBill, mostCheap[r]),
    most("bill / original's, on the cached prefix", cachedBill / originalBill, mostCached[r]),
    ...savedGoal(at, long),
  ]
}

/** All long sessions together, and the one that gains least: a session of a dozen calls has little to read again. */
function savedGoal(at, long) {
  if (long.length === 0) return []
  const sum = (of) => long.reduce((total, each) => total + of(each), 0)
  const together = 1 - sum(({ whole }) => whole) / sum(({ unmanaged }) => unmanaged)
  const least = long.reduce((worst, each) => (each.saved < worst.saved ? each : worst))
  const found = `${shown(together)}, least ${shown(least.saved)} (${least.name}, ${least.calls} calls)`
  return [{ goal: `${at} long sessions ≥ 80 % below unmanaged`, met: together >= 0.8, found }]
}

function shown(share) {
  return `${(share * 100).toFixed(1)} %`
}
