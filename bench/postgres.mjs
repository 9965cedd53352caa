/** Measures the Postgres store on a server of its own: every figure is a time or size of this run. */
import { createPostgresStore } from '@palimpsest/stores/postgres'
import { Client } from 'pg'
import { startServer } from './campaign/postgres-server.mjs'
import { measureStall } from './postgres-stall.mjs'
import { makeBatches, openLongChain, searchAll, timed } from './store-workload.mjs'

/** @param {{ readonly messages?: number }} [options] */
export async function measurePostgres({ messages = 200_000 } = {}) {
  // Waiting for the disk would make both sides equally slow and say nothing about the store.
  const server = await startServer(['synchronous_commit=off'])
  const admin = new Client({ connectionString: server.url })
  await admin.connect()
  try {
    const store = await createPostgresStore({ connectionString: server.url, schema: 'bench' })
    const written = await fill(admin, store, messages)
    await admin.query('VACUUM ANALYZE')
    const size = await sizeOf(admin)
    const stallMs = await measureStall({ url: server.url, schema: 'bench' })
    const search = await searchAll(store, written.conversation)
    const viewMs = await openLongChain(store)
    await store.end()
    const figures = { ...written, stallMs, search, viewMs, fileBytes: size.bytes }
    return { ...figures, size: size.parts, goals: goalsOf(figures) }
  } finally {
    await admin.end()
    await server.stop()
  }
}

/** What is written is forgotten afterwards: to tidy up after so many messages would slow down what is measured next. */
async function fill(admin, store, messages) {
  const batches = makeBatches(messages)
  const rates = await appendBoth(admin, store, batches)
  const all = batches.flat()
  const textBytes = all.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
  return { ...rates, textBytes, messages: all.length, conversation: all[0].conversation }
}

/** In turns, so that whatever else keeps the machine busy slows both. */
async function appendBoth(admin, store, batches) {
  await admin.query('CREATE TABLE raw (id text PRIMARY KEY, conversation text, body text)')
  const seqs = new Map()
  const ms = { raw: 0, store: 0 }
  for (let from = 0; from < batches.length; from += 100) {
    const turn = batches.slice(from, from + 100)
    ms.raw += await timed(() => appendRaw(admin, turn))
    ms.store += await timed(async () => {
      await appendAll(store, turn, seqs)
      await indexed(admin)
    })
  }
  await admin.query('DROP TABLE raw')
  const count = batches.flat().length
  return { raw: count / (ms.raw / 1000), perSecond: count / (ms.store / 1000) }
}

/** What the store does behind our backs is part of its time, and must not slow the other side. */
async function indexed(admin) {
  for (;;) {
    const { rows } = await admin.query('SELECT 1 FROM bench.conversations WHERE messages - indexed >= 256 LIMIT 1')
    if (rows.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
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
      'tables and indexes at most 1.5 times the text',
      fileBytes <= 1.5 * textBytes,
      `${(fileBytes / textBytes).toFixed(2)} times`,
    ),
    goal('longest stall of the event loop at most 50 ms', stallMs <= 50, `${stallMs.toFixed(1)} ms`),
  ]
}
