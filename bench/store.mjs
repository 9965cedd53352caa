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
    const { perSecond, stallMs } = await appendAll(store, batches)
    const search = await searchAll(store, batches)
    const viewMs = await openLongChain(store)
    await store.end()
    const textBytes = batches.flat().reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    const fileBytes = sizeOf(folder, 'store.db')
    return {
      messages: batches.flat().length,
      raw,
      perSecond,
      stallMs,
      search,
      viewMs,
      textBytes,
      fileBytes,
      goals: goalsOf({ raw, perSecond, stallMs, search, viewMs, textBytes, fileBytes }),
    }
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
        message,
        text: searchText(message),
      }))
      made += batch.length
      batches.push(batch)
    }
  }
  return batches
}

/** The same rows through the same driver, with nothing around them. */
function appendRaw(path, batches) {
  const db = new DatabaseSync(path)
  db.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE row (id TEXT PRIMARY KEY, conversation TEXT, body TEXT)',
  )
  const insert = db.prepare('INSERT INTO row VALUES (?, ?, ?)')
  const start = performance.now()
  for (const batch of batches) {
    db.exec('BEGIN IMMEDIATE')
    for (const { id, conversation, message } of batch) insert.run(id, conversation, JSON.stringify(message))
    db.exec('COMMIT')
  }
  const perSecond = batches.flat().length / ((performance.now() - start) / 1000)
  db.close()
  return perSecond
}

async function appendAll(store, batches) {
  const seqs = new Map()
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const start = performance.now()
  for (const batch of batches) {
    const [{ conversation }] = batch
    if (!seqs.has(conversation)) {
      await store.begin({ id: conversation, conversation, at: Date.now() })
      seqs.set(conversation, 0)
    }
    const seq = seqs.get(conversation)
    await store.append(
      conversation,
      seq,
      batch.map(({ id, message }) => ({ id, message })),
      Date.now(),
    )
    seqs.set(conversation, seq + batch.length)
  }
  const perSecond = batches.flat().length / ((performance.now() - start) / 1000)
  delay.disable()
  return { perSecond, stallMs: delay.max / 1e6 }
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
  return Math.min(...times)
}

function sizeOf(folder, file) {
  return readdirSync(folder)
    .filter((name) => name.startsWith(file))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

function goalsOf({ raw, perSecond, stallMs, search, viewMs, textBytes, fileBytes }) {
  const goal = (text, met, found) => ({ goal: text, met, found })
  return [
    goal(
      'appends at least half as fast as raw inserts',
      perSecond >= raw / 2,
      `${(perSecond / raw).toFixed(2)} of raw`,
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
