/** Measures the Postgres store on a server of its own: every figure is a time or size of this run. */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { searchText } from '@palimpsest/core'
import { exampleSession } from '@palimpsest/simulator'
import { createPostgresStore } from '@palimpsest/stores/postgres'
import { Client } from 'pg'
import { startServer } from './campaign/postgres-server.mjs'

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
export async function measurePostgres({ messages = 50_000 } = {}) {
  // Waiting for the disk would make both sides equally slow and say nothing about the store.
  const server = await startServer(['synchronous_commit=off'])
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  try {
    const batches = makeBatches(messages)
    const store = await createPostgresStore({ connectionString: server.url, schema: 'bench' })
    const { raw, perSecond } = await appendBoth(admin, store, batches)
    await admin.query('VACUUM ANALYZE')
    const size = await sizeOf(admin)
    const stallMs = await stallUnderLoad(store)
    const search = await searchAll(store, batches)
    const viewMs = await openLongChain(store)
    await store.end()
    const textBytes = batches.flat().reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    const figures = { raw, perSecond, stallMs, search, viewMs, textBytes, fileBytes: size.bytes }
    return { messages: batches.flat().length, ...figures, size: size.parts, goals: goalsOf(figures) }
  } finally {
    await admin.end()
    await server.stop()
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

/** In turns, so that whatever else keeps the machine busy slows both. */
async function appendBoth(admin, store, batches) {
  await admin.query('CREATE TABLE raw (id text PRIMARY KEY, conversation text, body text)')
  const seqs = new Map()
  const ms = { raw: 0, store: 0 }
  for (let from = 0; from < batches.length; from += 100) {
    const turn = batches.slice(from, from + 100)
    ms.raw += await timed(() => appendRaw(admin, turn))
    ms.store += await timed(() => appendAll(store, turn, seqs))
  }
  await admin.query('DROP TABLE raw')
  const count = batches.flat().length
  return { raw: count / (ms.raw / 1000), perSecond: count / (ms.store / 1000) }
}

/** The same rows in the same transactions through the same driver, with nothing around them. */
async function appendRaw(admin, batches) {
  for (const batch of batches) {
    await admin.query('BEGIN')
    for (const { id, conversation, message } of batch) {
      const values = [id, conversation, JSON.stringify(message)]
      await admin.query({ name: 'raw', text: 'INSERT INTO raw VALUES ($1, $2, $3)', values })
    }
    await admin.query('COMMIT')
  }
}

async function appendAll(store, batches, seqs) {
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
}

/** Several conversations at once, and messages of a megabyte among them. */
async function stallUnderLoad(store) {
  const prose = Array.from({ length: 170_000 }, (_, i) => `word${i % 5000}`).join(' ')
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  await Promise.all(
    Array.from({ length: 4 }, async (_, n) => {
      const session = `stall-${n}`
      await store.begin({ id: session, conversation: session, at: 1 })
      for (let i = 0; i < 20; i++) {
        const text = i % 10 === 9 ? prose.slice(0, 1_000_000) : `turn ${i} ${prose.slice(0, 2_000)}`
        const entry = { id: `stall-${n}-${i}`, message: { role: 'user', parts: [{ type: 'text', text }] } }
        await store.append(session, i, [entry], 2)
      }
    }),
  )
  delay.disable()
  return delay.max / 1e6
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

/** Tables and their indexes, the largest first. */
async function sizeOf(admin) {
  const { rows } = await admin.query(
    `SELECT c.relname AS name, pg_table_size(c.oid)::float8 AS bytes FROM pg_class c
      JOIN pg_namespace n ON n.oid = c.relnamespace WHERE n.nspname = 'bench' AND c.relkind IN ('r', 'i') ORDER BY 2 DESC`,
  )
  return { bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0), parts: rows }
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
      'tables and indexes at most twice the text',
      fileBytes <= 2 * textBytes,
      `${(fileBytes / textBytes).toFixed(2)} times`,
    ),
    goal('longest stall of the event loop at most 50 ms', stallMs <= 50, `${stallMs.toFixed(1)} ms`),
  ]
}
