/** Measures the SQLite store: every figure is a time or size of this run, and every goal a ratio or bound on it. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { searchText } from '@palimpsest/core'
import { exampleSession } from '@palimpsest/simulator'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { DatabaseSync } from '@photostructure/sqlite'

const batchSize = 8
const queries = [
  'refund',
  'migrations folder',
  '"not that file"',
  'webhook.ts',
  '退款',
  'boarding_pass',
  'ECONNREFUSED',
  '必ず',
  'fare-table',
  'zzzunheard',
]

/** @param {{ readonly messages?: number }} [options] */
export async function measureStore({ messages = 200_000 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-'))
  try {
    const batches = makeBatches(messages)
    const raw = appendRaw(join(folder, 'raw.db'), batches)
    const path = join(folder, 'store.db')
    const store = await createSqliteStore({ path })
    const alone = await appendOneByOne(store, batches)
    const indexedPerSecond = await indexAll(store, batches)
    const search = await searchAll(store, batches)
    const textBytes = batches.flat().reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    const viewMs = await openLongChain(await createSqliteStore({ path: join(folder, 'chain.db') }))
    await store.end()
    const fileBytes = sizeOf(folder, 'store.db')
    const together = await appendTogether(join(folder, 'together.db'), batches)
    const figures = {
      raw,
      perSecond: alone.perSecond,
      perSecondTogether: together.perSecond,
      indexedPerSecond,
      stallMs: Math.max(alone.stallMs, together.stallMs),
      search,
      viewMs,
      textBytes,
      fileBytes,
    }
    return { messages: batches.flat().length, ...figures, goals: goalsOf(figures) }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** Sessions from many seeds, in the small groups in which an agent appends. @param {number} wanted */
function makeBatches(wanted) {
  const batches = []
  for (let seed = 1, made = 0; made < wanted; seed++) {
    const { messages } = exampleSession({ seed, targetTokens: 1_000_000 })
    for (let start = 0; start < messages.length && made < wanted; start += batchSize) {
      const batch = messages.slice(start, Math.min(start + batchSize, start + wanted - made)).map((message, i) => ({
        id: `${String(seed).padStart(8, '0')}-0000-7000-8000-${String(start + i).padStart(12, '0')}`,
        conversation: `${String(seed).padStart(8, '0')}-0000-7000-9000-000000000000`,
        place: start + i,
        message,
        text: searchText(message),
      }))
      made += batch.length
      batches.push(batch)
    }
  }
  return batches
}

/** The same rows through the same driver in the same transactions, with nothing around them: what anyone would write. */
function appendRaw(path, batches) {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  db.exec(
    'CREATE TABLE message (id TEXT PRIMARY KEY, conversation TEXT, session TEXT, place INTEGER, at INTEGER, body TEXT)',
  )
  const insert = db.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?, ?)')
  const start = performance.now()
  for (const batch of batches) {
    db.exec('BEGIN IMMEDIATE')
    for (const { id, conversation, place, message } of batch) {
      insert.run(id, conversation, conversation, place, Date.now(), JSON.stringify(message))
    }
    db.exec('COMMIT')
  }
  const perSecond = batches.flat().length / ((performance.now() - start) / 1000)
  db.close()
  return perSecond
}

/** As one agent does: the next entries come when the last ones are acknowledged. */
function appendOneByOne(store, batches) {
  return measured(batches, () => write(store, batches))
}

/** As a gateway does: eight conversations at a time, each waiting for its own acknowledgements only. */
async function appendTogether(path, batches) {
  const store = await createSqliteStore({ path })
  const names = new Set(batches.map(([{ conversation }]) => conversation))
  const waiting = [...names].map((name) => batches.filter(([{ conversation }]) => conversation === name))
  const writer = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await write(store, next)
  }
  const figures = await measured(batches, () => Promise.all(Array.from({ length: 8 }, writer)))
  await store.end()
  return figures
}

async function measured(batches, run) {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const ms = await timed(run)
  delay.disable()
  return { perSecond: batches.flat().length / (ms / 1000), stallMs: delay.max / 1e6 }
}

async function write(store, batches) {
  for (const batch of batches) {
    const [{ conversation, place }] = batch
    if (place === 0) await store.begin({ id: conversation, conversation, at: Date.now() })
    const entries = batch.map(({ id, message }) => ({ id, message }))
    await store.append(conversation, place, entries, Date.now())
  }
}

/** Messages are indexed when nothing else is to be done, and before the first search: here that search waits for all. */
async function indexAll(store, batches) {
  return batches.flat().length / ((await timed(() => store.search({ text: 'first' }))) / 1000)
}

async function searchAll(store, batches) {
  const conversation = batches[0][0].conversation
  const within = []
  const over = []
  for (let round = 0; round < 5; round++) {
    for (const text of queries) {
      within.push(await timed(() => store.search({ text, conversation, limit: 20 })))
      over.push(await timed(() => store.search({ text, limit: 20 })))
    }
  }
  return { withinMs: p95(within.slice(queries.length)), overMs: p95(over.slice(queries.length)) }
}

async function timed(run) {
  const start = performance.now()
  await run()
  return performance.now() - start
}

function p95(times) {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0
}

/** A conversation of a hundred compactions, opened as an agent that resumes would. */
async function openLongChain(store) {
  const name = (kind, n) => `0000000a-000${kind}-7000-8000-${String(n).padStart(12, '0')}`
  let session = name(1, 0)
  await store.begin({ id: session, conversation: session, at: 0 })
  for (let n = 0; n < 100; n++) {
    const { nextSeq } = await store.session(session)
    const entries = Array.from({ length: 40 }, (_, i) => ({
      id: name(2, n * 100 + i),
      message: { role: 'user', parts: [{ type: 'text', text: `turn ${n}.${i} ${'word '.repeat(50)}` }] },
    }))
    await store.append(session, nextSeq, entries, n)
    const view = await store.view(session)
    const made = {
      kind: 'made',
      id: name(3, n),
      message: { role: 'user', parts: [{ type: 'text', text: `summary ${n}` }] },
      standsFor: view.slice(0, -20).map(({ id }) => id),
    }
    const kept = view.slice(-20).map(({ id }) => ({ kind: 'kept', id }))
    const continuation = name(1, n + 1)
    await store.compact({ session, basedOnSeq: view.length, continuation, view: [made, ...kept], at: n + 1 })
    session = continuation
  }
  const times = []
  for (let i = 0; i < 5; i++)
    times.push(await timed(async () => store.view((await store.compressionTip(name(1, 0))).id)))
  await store.end()
  return Math.min(...times)
}

function sizeOf(folder, file) {
  return readdirSync(folder)
    .filter((name) => name.startsWith(file))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

function goalsOf({ raw, perSecond, perSecondTogether, stallMs, search, viewMs, textBytes, fileBytes }) {
  const goal = (text, met, found) => ({ goal: text, met, found })
  return [
    goal(
      // One writer alone waits for the other thread at every append; what a store can do shows when several write.
      'appends of 8 conversations at least half as fast as raw inserts',
      perSecondTogether >= raw / 2,
      `${(perSecondTogether / raw).toFixed(2)} of raw; ${(perSecond / raw).toFixed(2)} when each waits for the one before`,
    ),
    goal('search inside a conversation, p95 at most 20 ms', search.withinMs <= 20, `${search.withinMs.toFixed(1)} ms`),
    goal('search over all, p95 at most 100 ms', search.overMs <= 100, `${search.overMs.toFixed(1)} ms`),
    goal('view of a chain of 100 compactions at most 20 ms', viewMs <= 20, `${viewMs.toFixed(1)} ms`),
    goal(
      'file, index included, at most 1.5 times the text',
      fileBytes <= 1.5 * textBytes,
      `${(fileBytes / textBytes).toFixed(2)} times`,
    ),
    goal('longest stall of the event loop at most 50 ms', stallMs <= 50, `${stallMs.toFixed(1)} ms`),
  ]
}
