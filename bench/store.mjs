/** Measures the SQLite store: every figure is a time or size of this run, and every goal a ratio or bound on it. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { openRaw, openRawWorker } from './raw-inserts.mjs'
import { makeBatches, openLongChain, searchAll, timed } from './store-workload.mjs'

/** @param {{ readonly messages?: number }} [options] */
export async function measureStore({ messages = 200_000 } = {}) {
  const batches = makeBatches(messages)
  const figures = {
    ...(await inFolder((folder) => appendTogether(folder, batches))),
    ...(await inFolder((folder) => fillAndSearch(folder, batches))),
    ...(await inFolder(openChain)),
    textBytes: batches.flat().reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
  }
  return { messages: batches.flat().length, ...figures, goals: goalsOf(figures) }
}

/** Files are gone before the next are measured: those that wait to be written would slow the disk. */
async function inFolder(work) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-'))
  try {
    return await work(folder)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function fillAndSearch(folder, batches) {
  const store = await createSqliteStore({ path: join(folder, 'store.db') })
  const rates = await appendInTurns(store, folder, batches)
  const indexedPerSecond = await indexAll(store, batches)
  // In the middle of all: the index is gone through from one of its ends.
  const search = await searchAll(store, batches[batches.length >> 1][0].conversation)
  await store.end()
  return { ...rates, indexedPerSecond, search, fileBytes: sizeOf(folder, 'store.db') }
}

async function openChain(folder) {
  const store = await createSqliteStore({ path: join(folder, 'chain.db') })
  const viewMs = await openLongChain(store)
  await store.end()
  return { viewMs }
}

/** Batches that are written at a stretch before the next has its turn. */
const stretch = 200

/**
 * As one agent does: the next entries come when the last ones are acknowledged. Raw inserts take turns with it, so that a
 * busy machine slows all alike.
 */
async function appendInTurns(store, folder, batches) {
  const raw = openRaw(join(folder, 'raw.db'))
  const rawWorker = openRawWorker(join(folder, 'raw-worker.db'))
  const ms = { raw: 0, rawWorker: 0, store: 0 }
  for (let from = 0; from < batches.length; from += stretch) {
    const some = batches.slice(from, from + stretch)
    ms.raw += await timed(() => writeRaw(raw, some))
    ms.rawWorker += await timed(() => writeRaw(rawWorker, some))
    ms.store += await timed(() => write(store, some))
  }
  raw.close()
  await rawWorker.close()
  const perSecond = (spent) => batches.flat().length / (spent / 1000)
  return { raw: perSecond(ms.raw), rawWorker: perSecond(ms.rawWorker), perSecond: perSecond(ms.store) }
}

async function writeRaw(raw, batches) {
  for (const batch of batches) await raw.write(batch)
}

/**
 * As a gateway does: eight conversations at a time, each waiting for its own acknowledgements only. Raw inserts take
 * turns with it here too.
 */
async function appendTogether(folder, batches) {
  const raw = openRaw(join(folder, 'raw-together.db'))
  const store = await createSqliteStore({ path: join(folder, 'together.db') })
  const ms = { raw: 0, store: 0 }
  let stallMs = 0
  for (const lists of roundsOf(batches)) {
    ms.raw += await timed(() => writeRaw(raw, lists.flat()))
    // Raw inserts hold up the event loop: it must turn before stalls count.
    await sleep(2)
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    ms.store += await timed(() => Promise.all(lists.map((list) => write(store, list))))
    delay.disable()
    stallMs = Math.max(stallMs, delay.max / 1e6)
  }
  raw.close()
  await store.end()
  const perSecond = (spent) => batches.flat().length / (spent / 1000)
  return { together: { raw: perSecond(ms.raw), perSecond: perSecond(ms.store) }, stallMs }
}

/** What each of eight conversations writes at a stretch, again and again, and then the next eight. */
function* roundsOf(batches) {
  const names = [...new Set(batches.map(([{ conversation }]) => conversation))]
  const lists = names.map((name) => batches.filter(([{ conversation }]) => conversation === name))
  for (let first = 0; first < lists.length; first += 8) {
    const eight = lists.slice(first, first + 8)
    const longest = Math.max(...eight.map(({ length }) => length))
    for (let from = 0; from < longest; from += stretch / 8) {
      yield eight.map((list) => list.slice(from, from + stretch / 8)).filter(({ length }) => length > 0)
    }
  }
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

function goalsOf({ rawWorker, perSecond, together, stallMs, search, viewMs, textBytes, fileBytes }) {
  const goal = (text, met, found) => ({ goal: text, met, found })
  return [
    goal(
      'appends of 8 conversations at once at least half as fast as raw inserts',
      together.perSecond >= together.raw / 2,
      `${(together.perSecond / together.raw).toFixed(2)} of raw`,
    ),
    goal(
      'appends, each after the one before, at least half as fast as raw inserts in a worker',
      perSecond >= rawWorker / 2,
      `${(perSecond / rawWorker).toFixed(2)} of raw`,
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
