/** Measures the SQLite store: every figure is a time or size of this run, and every goal a ratio or bound on it. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { DatabaseSync } from '@photostructure/sqlite'
import { makeBatches, openLongChain, searchAll, timed } from './store-workload.mjs'

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
    const chain = await createSqliteStore({ path: join(folder, 'chain.db') })
    const viewMs = await openLongChain(chain)
    await chain.end()
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

function sizeOf(folder, file) {
  return readdirSync(folder)
    .filter((name) => name.startsWith(file))
    .reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)
}

function goalsOf({ raw, perSecond, perSecondTogether, stallMs, search, viewMs, textBytes, fileBytes }) {
  const goal = (text, met, found) => ({ goal: text, met, found })
  return [
    goal(
      'appends, each after the one before, at least half as fast as raw inserts',
      perSecond >= raw / 2,
      `${(perSecond / raw).toFixed(2)} of raw`,
    ),
    goal(
      'appends of 8 conversations at once at least half as fast as raw inserts',
      perSecondTogether >= raw / 2,
      `${(perSecondTogether / raw).toFixed(2)} of raw`,
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
