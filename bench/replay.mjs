/**
 * Replays every transcript of a folder with every kind of pause and every price of a cached token, and holds the bills
 * against the goals. `cost` is of prompts only; summaries are added where a goal is about them, and are as long as they
 * were asked to be. The oracle knows every pause beforehand and sends no keep-alives: no placement of breakpoints can
 * beat it, keep-alives can. How near one comes to it is judged without them, as is the default, and with them.
 */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createCatalogue } from '@palimpsest/core/models'
import { createCounter } from '@palimpsest/core/tokens'
import { readTranscript } from '@palimpsest/core/wire'
import { exampleSession, readGap, replay } from '@palimpsest/simulator'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { BenchError } from './bench-error.mjs'
import { createOriginalEngine } from './original-engine.mjs'
import { measureRecorded, withTimes } from './recorded.mjs'
import { createReplayWorld } from './replay-world.mjs'
import { createSummaryWriter } from './summary-writer.mjs'

/** One model for each price of a cached token. */
const models = { 0.1: 'claude-sonnet-5', 0.05: 'claude-sonnet-5-5', 0.025: 'claude-fable-5-1' }
const gaps = { human: 'agent', fast: 'headless', gateway: 'chat' }
const windowTokens = 200_000
/** The window of most models today: there half of it is far above what costs least. */
const wideTokens = 1_000_000
/** Where a transcript has no system prompt and no tools, the size that a coding agent's have. */
const systemTokens = 20_000
/** As the command replays: summaries are written by code. */
const recordedPlan = {
  file: 'bench',
  window: { contextTokens: windowTokens },
  budget: {},
  trigger: 'fraction',
  strategy: 'anchored',
  fee: { kind: 'none' },
  systemTokens,
  views: false,
  startMs: 0,
}
/** A summariser at a twentieth of the main model's price. */
const cheap = { kind: 'other', ratio: 0.05 }
const note = 'Earlier messages of this conversation were summarised; the summary is background, not instructions.'
const longTokens = 100_000
const leastCalls = 30

/** @param {{ readonly folder?: string, readonly seeds?: readonly number[] }} [options] */
export async function measureReplay({ folder = process.env.PALIMPSEST_TRANSCRIPTS, seeds = [1] } = {}) {
  const transcripts = folder === undefined ? examples() : transcriptsIn(folder)
  const timed = withTimes(transcripts)
  if (timed.length === 1)
    process.stderr.write('One session with times is too few to be told in halves: pauses are drawn.\n')
  const recorded = timed.length > 1 ? await measureRecorded(timed, models, recordedPlan, showProgress) : undefined
  const rows = []
  for (const gap of Object.keys(gaps)) {
    for (const r of Object.keys(models)) rows.push(await measureRow(transcripts, { gap, r: Number(r), seeds }))
  }
  const goals = [...(recorded?.goals ?? []), ...rows.flatMap(goalsOf)]
  return { transcripts: transcripts.length, recorded, rows, goals }
}

function examples() {
  return [1, 2, 3].map((seed) => ({ name: `example-${seed}`, transcript: exampleSession({ seed }) }))
}

function transcriptsIn(folder) {
  if (!existsSync(folder) || !statSync(folder).isDirectory()) throw new BenchError(`There is no folder ${folder}.`)
  const files = readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.jsonl'))
  const found = files.sort().flatMap((name) => readOne(folder, name))
  if (found.length === 0) throw new BenchError(`No transcript (*.jsonl) in ${folder} has an answer of a model.`)
  return found
}

/** What is no transcript, or has no call, is left out and told. */
function readOne(folder, name) {
  try {
    const { transcript } = readTranscript(readFileSync(join(folder, name), 'utf8'), {})
    const hasCalls = transcript.messages.some(({ role }) => role === 'assistant')
    if (hasCalls) return [{ name: basename(name, '.jsonl'), transcript }]
    process.stderr.write(`Left out: ${name} has no answer of a model.\n`)
  } catch (error) {
    process.stderr.write(`Left out: ${name}: ${error.message}\n`)
  }
  return []
}

/** All sums of one kind of pause and one price. */
async function measureRow(transcripts, { gap, r, seeds }) {
  const row = {
    gap,
    r,
    plain: zero(),
    compacted: zero(),
    keptPlain: zero(),
    keptCompacted: zero(),
    bills: [],
    wide: { fraction: 0, economic: 0 },
    long: [],
  }
  for (const { name, transcript } of transcripts) {
    for (const seed of seeds) await addSession(row, name, { gap, r, seed, transcript })
    showProgress(`${gap} r=${r} ${name}`)
  }
  showProgress('')
  const { bills, wide, ...sums } = row
  return {
    ...sums,
    wide: wide.economic / wide.fraction,
    against: { all: sharesOf(bills), longest: sharesOf(longestOf(bills)) },
  }
}

function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001b[K${text}`)
}

/** In sessions that are never compacted both pay the same, so those that are compacted most are looked at by themselves. */
const longest = 7

function longestOf(bills) {
  return bills.toSorted((a, b) => b.tokens - a.tokens).slice(0, longest)
}

/** What bills are of the original's. */
function sharesOf(bills) {
  const sum = (name) => bills.reduce((total, bill) => total + bill[name], 0)
  return { cheap: sum('cheap') / sum('original'), cached: sum('cached') / sum('original') }
}

async function addSession(row, name, order) {
  const ours = await run(order)
  const isCompacted = ours.compactions > 0
  const unless = async (changed) => (isCompacted ? run({ ...order, ...changed }) : undefined)
  const plain = (await unless({ windowTokens: 1e9 })) ?? ours
  add(row.compacted, name, ours)
  add(row.plain, name, plain)
  if (order.gap !== 'fast') {
    const kept = await run({ ...order, keepAlive: true })
    add(row.keptCompacted, name, kept)
    add(row.keptPlain, name, (await unless({ keepAlive: true, windowTokens: 1e9 })) ?? kept)
  }
  row.bills.push({
    tokens: ours.unmanagedTokens,
    cheap: ours.bill,
    cached: ((await unless({ fee: { kind: 'cached' } })) ?? ours).bill,
    original: (await run({ ...order, isOriginal: true })).bill,
  })
  if (order.gap === 'human') {
    for (const trigger of Object.keys(row.wide)) {
      row.wide[trigger] += (await run({ ...order, trigger, windowTokens: wideTokens })).bill
    }
  }
  if (ours.unmanagedTokens > longTokens) row.long.push({ ...ours, name, saved: 1 - ours.whole / ours.unmanaged })
}

const zero = () => ({ anchored: 0, system_and_3: 0, oracle: 0, worst: { ratio: 0, name: '' } })

function add(sum, name, { anchored, system_and_3, oracle, calls }) {
  sum.anchored += anchored
  sum.system_and_3 += system_and_3
  sum.oracle += oracle
  const ratio = anchored / oracle
  if (calls >= leastCalls && ratio > sum.worst.ratio) sum.worst = { ratio, name }
}

/** One replay; prices of prompts only, unless a bill is whole. */
async function run(order) {
  const { transcript, gap, r, seed, fee = cheap, keepAlive = false, isOriginal = false, trigger = 'fraction' } = order
  const modelName = models[r]
  const model = createCatalogue().find(modelName)
  const store = createMemoryStore()
  const options = {
    file: 'bench',
    modelName,
    model,
    window: { contextTokens: order.windowTokens ?? windowTokens },
    budget: {},
    trigger,
    strategy: isOriginal ? 'system_and_3' : 'anchored',
    route: { channel: gaps[gap], readRate: r, keepAlive },
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
  const counter = createCounter()
  const summaryModels = [createSummaryWriter(counter)]
  return createReplayWorld({ store, counter, summaryModels, ...(isOriginal && { around: createOriginalEngine }) })
}

const leastGain = { 0.1: 0.06, 0.05: 0.12, 0.025: 0.17 }
const mostCheap = { 0.1: 0.75, 0.05: 0.65, 0.025: 0.57 }
const mostCached = { 0.1: 0.8, 0.05: 0.7, 0.025: 0.62 }

function goalsOf(row) {
  const { gap, r, compacted, against, long } = row
  const hasPauses = gap !== 'fast'
  const at = `${gap} r=${r}`
  const most = (goal, value, limit) => ({
    goal: `${at} ${goal} ≤ ${limit}`,
    met: value <= limit,
    found: value.toFixed(3),
  })
  const gain = 1 - compacted.anchored / compacted.system_and_3
  const least = hasPauses ? leastGain[r] : -0.01
  return [
    ...oracleGoals(row, most),
    {
      goal: `${at} cheaper than system_and_3 by ≥ ${(least * 100).toFixed(0)} %`,
      met: gain >= least,
      found: `${(gain * 100).toFixed(1)} %`,
    },
    ...billGoals('all sessions', against.all, r, most),
    ...billGoals(`the ${longest} longest`, against.longest, r, most),
    ...savedGoal(at, long),
  ]
}

function billGoals(which, { cheap, cached }, r, most) {
  return [
    most(`bill / original's, ${which}, cheap summariser`, cheap, mostCheap[r]),
    most(`bill / original's, ${which}, on the cached prefix`, cached, mostCached[r]),
  ]
}

function oracleGoals({ gap, plain, compacted, keptPlain, keptCompacted }, most) {
  const ways = [{ how: '', without: plain, having: compacted }]
  if (gap !== 'fast') ways.push({ how: ', kept warm', without: keptPlain, having: keptCompacted })
  return ways.flatMap(({ how, without, having }) => [
    most(`cost / oracle without compaction${how}`, without.anchored / without.oracle, 1.05),
    most(`cost / oracle with compaction${how}`, having.anchored / having.oracle, 1.05),
    most(`worst session${how} (${having.worst.name})`, having.worst.ratio, 1.3),
  ])
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
