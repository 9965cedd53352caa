/**
 * Measures what users wait for: a session of two hundred turns against the simulator, over HTTP, with a summary model
 * that takes a minute, once with summaries that are prepared ahead and once without. Everything that takes long is
 * scaled down by one factor: the summary, and the pauses in which a person reads and writes. What our own code takes
 * cannot be scaled, so beside a scaled pause it looks longer than it is.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate, setTimeout as sleep } from 'node:timers/promises'
import {
  builtInTools,
  createAgent,
  createAnthropic,
  createArchive,
  createResultKeeper,
  createSummaryModel,
} from '@palimpsest/agent'
import { createStoreLog, originalsOf } from '@palimpsest/core/compaction'
import { entryId } from '@palimpsest/core/log'
import { costUsd, createCatalogue } from '@palimpsest/core/models'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { createCounter } from '@palimpsest/core/tokens'
import { createCompressor } from '@palimpsest/engines/compressor'
import { createSimulator } from '@palimpsest/simulator/server'
import { createMemoryStore } from '@palimpsest/stores/memory'

/** A slow summary model, and a user who takes a third of a minute from one answer to the next message. */
const realSummarySeconds = 60
const realPauseSeconds = 20
const mainModel = 'claude-sonnet-5'
const summaryModel = 'claude-haiku-4-5'
/** Small, so that two hundred turns have compactions enough for a p95. */
const contextTokens = 32_000
const leastCompactions = 15

/**
 * @param {{ readonly turns?: number, readonly summarySeconds?: number }} [options] `summarySeconds: 60` is real time,
 * and takes over an hour for each of the rows.
 */
export async function run({ turns = 200, summarySeconds = flag('--summary-seconds') ?? 1.5 } = {}) {
  const scale = summarySeconds / realSummarySeconds
  const pauseMs = realPauseSeconds * 1_000 * scale
  const summaryMs = summarySeconds * 1_000
  const rows = []
  for (const [name, prepares, ms] of [
    ['prepared ahead', true, pauseMs],
    ['prepared ahead, user four times as fast', true, pauseMs / 4],
    ['without preparation', false, pauseMs],
  ])
    rows.push({ name, ...(await session({ turns, prepares, pauseMs: ms, summaryMs })) })
  const [ahead, , without] = rows
  const goals = [
    goal(
      `at least ${leastCompactions} compactions with and without preparation, for a p95 that says something`,
      [ahead, without].every(({ compactions }) => compactions >= leastCompactions),
      `${ahead.compactions}, ${without.compactions}`,
    ),
    goal(
      'a compaction that was prepared holds the user up for at most 150 ms (p95)',
      ahead.preparedCount > 0 && ahead.prepared.p95 <= 150,
      `${Math.round(ahead.prepared.p95)} ms`,
    ),
    goal(
      'time from a message to the first token after a compaction is shorter than without (p95)',
      ahead.first.p95 < without.first.p95,
      `${Math.round(ahead.first.p95)} ms beside ${Math.round(without.first.p95)}`,
    ),
    goal(
      'cost is within 2 % of the same without',
      ahead.costUsd <= 1.02 * without.costUsd,
      `$${ahead.costUsd.toFixed(3)} beside $${without.costUsd.toFixed(3)}`,
    ),
  ]
  return { section: 'waiting', turns, scale, summarySeconds, pauseSeconds: pauseMs / 1_000, rows, goals }
}

/** @param {Awaited<ReturnType<typeof run>>} measured */
export function print({ turns, scale, summarySeconds, pauseSeconds, rows }) {
  const line = (text) => process.stdout.write(`${text}\n`)
  line(
    `Waiting: ${turns} turns, summary model ${summarySeconds} s, pauses ${pauseSeconds.toFixed(2)} s (1/${Math.round(1 / scale)} of real time)\n`,
  )
  const ms = ({ p50, p95 }) => `p50 ${Math.round(p50)}, p95 ${Math.round(p95)}`
  const titles = ['compactions', 'prepared', 'first token after, ms', 'of all turns, ms', 'held up, ms', 'cost']
  line(`${''.padEnd(42)}${titles.map((title) => title.padStart(24)).join('')}`)
  for (const { name, compactions, preparedCount, first, turns: all, held, waitedFor, costUsd: cost } of rows) {
    const cells = [compactions, preparedCount, ms(first), ms(all), ms(held), `$${cost.toFixed(3)}`]
    line(`${name.padEnd(42)}${cells.map((cell) => String(cell).padStart(24)).join('')}`)
    line(`${''.padEnd(42)}  waited for: ${JSON.stringify(waitedFor)}`)
  }
  line('')
}

function goal(text, met, found) {
  return { goal: text, met, found }
}

/** A number after a flag, with a space or a sign between them. */
function flag(name) {
  const words = process.argv
  const at = words.findIndex((word) => word === name || word.startsWith(`${name}=`))
  const value = words[at] === name ? words[at + 1] : words[at]?.slice(name.length + 1)
  return at < 0 ? undefined : Number(value)
}

/** One session from its first turn to its last. */
async function session({ turns, prepares, pauseMs, summaryMs }) {
  const main = await createSimulator({ model: worker(), models: [{ id: mainModel, contextTokens }] })
  const writer = await createSimulator({ model: summariser, replyAfterMs: summaryMs })
  const workspace = mkdtempSync(join(tmpdir(), 'palimpsest-waiting-'))
  try {
    const desk = await createDesk({ main, writer, workspace, prepares })
    const measured = []
    // A person who has read the answer hands in the next message, whatever we are still doing by then.
    let handedIn = performance.now()
    for (let n = 0; n < turns; n++) {
      const { firstMs, lastWord } = await timed(desk, `Go on with part ${n}. ${words(n, 40)}`, handedIn)
      measured.push(firstMs)
      handedIn = lastWord + pauseMs
      await sleep(Math.max(0, handedIn - performance.now()))
    }
    await desk.agent.end()
    return report({ turns: measured, after: desk.clock.found }, await desk.store.receipts(desk.conversation), [
      ...main.calls,
      ...writer.calls,
    ])
  } finally {
    await Promise.all([main.close(), writer.close()])
    rmSync(workspace, { recursive: true })
  }
}

/** Times a turn from when its message was handed in to its first word, and what its compactions made of that. */
async function timed({ agent, clock }, text, handedIn) {
  let firstMs
  let lastWord = handedIn
  clock.handIn(handedIn)
  const onEvent = (event) => {
    const now = performance.now()
    if (event.kind === 'notice' && event.text.startsWith('Compressed ')) clock.committed()
    if (event.kind === 'tool-ended') clock.went(now)
    if (event.kind !== 'text') return
    firstMs ??= now - handedIn
    lastWord = now
    clock.spoke(now)
  }
  const message = { role: 'user', parts: [{ type: 'text', text }] }
  const outcome = await agent.turn(message, onEvent, new AbortController().signal)
  if (outcome.kind !== 'answered') throw new Error(`A turn ended as ${JSON.stringify(outcome)}.`)
  return { firstMs, lastWord }
}

/**
 * For each compaction, the time to the next word: from when the message was handed in, or, in the midst of a turn, from
 * the last thing that the user saw happen. One at the end of a turn counts in the next.
 */
function createCompactionClock() {
  const found = []
  let seenAt = 0
  let pending = 0
  return {
    found,
    handIn: (at) => {
      seenAt = at
    },
    went: (now) => {
      if (pending === 0) seenAt = now
    },
    committed: () => {
      pending++
    },
    spoke: (now) => {
      for (; pending > 0; pending--) found.push(now - seenAt)
      seenAt = now
    },
  }
}

function report({ turns, after }, receipts, calls) {
  const values = receipts.map(({ value }) => value)
  const held = values.map(({ waited }) => waited?.ms ?? 0)
  const ready = values.filter(({ prepared }) => prepared !== undefined)
  const waitedFor = {}
  for (const { waited } of values) waitedFor[waited?.for ?? '-'] = (waitedFor[waited?.for ?? '-'] ?? 0) + 1
  const catalogue = createCatalogue()
  const cost = calls.reduce((sum, { usage, model }) => {
    const info = catalogue.find(model)
    const found = usage && info ? costUsd(usage, info) : undefined
    return sum + (found?.kind === 'known' ? found.usd : 0)
  }, 0)
  return {
    compactions: values.length,
    preparedCount: ready.length,
    first: quantiles(after),
    turns: quantiles(turns),
    held: quantiles(held),
    prepared: quantiles(ready.map(({ waited }) => waited?.ms ?? 0)),
    waitedFor,
    costUsd: cost,
  }
}

function quantiles(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return { p50: at(0.5), p95: at(0.95), most: sorted.at(-1) ?? 0 }
}

async function createDesk({ main, writer, workspace, prepares }) {
  const store = createMemoryStore()
  const session = sessionId('root')
  const conversation = conversationId('talk')
  await store.begin({ id: session, conversation, at: Date.now(), system: 'You write code.' })
  let minted = 0
  const mint = () => `id-${minted++}`
  const provider = (url, name) => createAnthropic({ apiKey: 'test', baseUrl: url, name })
  const note = (usage) => agent.noteUsage(usage, { name: summaryModel, contextTokens: 200_000, maxTokens: 8_000 })
  const engine = createCompressor({
    mintId: () => entryId(mint()),
    originals: (ids) => originalsOf(store, ids),
    log: createStoreLog(store, () => conversation),
    howToRead: (number) => `Read it with read_original("${number}").`,
    howToRecall: 'Find what was said with recall.',
    pause: () => setImmediate(),
    now: Date.now,
    wait: (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
    summaryModels: [
      createSummaryModel(provider(writer.url, 'writer'), {
        model: summaryModel,
        size: () => ({ contextTokens: 200_000, maxTokens: 8_000 }),
        onUsage: note,
      }),
    ],
  })
  const { prepare: _, preparation: __, ...unprepared } = engine
  const resultsFolder = join(workspace, '.results')
  const refused = async () => ({ kind: 'refused', reason: 'not here' })
  const parts = {
    provider: provider(main.url, 'main'),
    model: { name: mainModel, contextTokens, maxTokens: 4_000 },
    caching: { strategy: 'anchored', route: { channel: 'headless' } },
    summaryRoutes: [`writer ${summaryModel}`],
    store,
    engine: prepares ? engine : unprepared,
    counter: createCounter(),
    tools: builtInTools,
    toolContext: {
      workspace,
      resultsFolder,
      confirm: async () => true,
      archive: createArchive(store, 'talk', resultsFolder),
      memory: { preview: refused, change: refused },
    },
    compaction: { enabled: true },
    alone: (_conversation, work) => work(new AbortController().signal),
    now: Date.now,
    wait: (ms, signal) => sleep(ms, undefined, { signal, ref: false }),
    mintEntry: () => entryId(mint()),
    mintSession: () => sessionId(mint()),
    keepResult: createResultKeeper(resultsFolder),
  }
  const agent = createAgent(parts, session)
  return { agent, store, conversation, clock: createCompactionClock() }
}

/** A model that looks at something in each turn, then says at length what it found. */
function worker() {
  let n = 0
  return ({ messages }) => {
    n++
    if (messages.at(-1)?.role === 'tool') return [{ type: 'text', text: `Part ${n} is done. ${words(n, 800)}` }]
    const call = { type: 'tool-call', callId: `call-${n}`, name: 'terminal', arguments: '' }
    return [
      { type: 'text', text: `I look at part ${n}.` },
      { ...call, arguments: JSON.stringify({ command: `seq ${n} ${n + 90}` }) },
    ]
  }
}

const vocabulary =
  'parser importer berth harbour ledger column queue worker retry schema index token budget window cache table'.split(
    ' ',
  )

/** Words that differ from turn to turn. */
function words(seed, count) {
  return Array.from(
    { length: count },
    (_, i) => vocabulary[(seed * 7 + i * 5 + (i % 3) * seed) % vocabulary.length],
  ).join(' ')
}

/** A model that summarises what it is shown in a few lines. */
function summariser({ messages }) {
  const text = JSON.stringify(messages)
  const parts = [...new Set(text.match(/Part \d+ is done/g) ?? [])].slice(-40)
  const actions = parts.map((part, i) => `${i + 1}. ${part}: the parser of the importer was looked at (terminal).`)
  return [
    {
      type: 'text',
      text: `## Active Task\nGo on.\n\n## Goal\nDo all parts of the importer.\n\n## Completed Actions\n${actions.join('\n')}`,
    },
  ]
}
