/** Measures the SQLite store: every figure is a time or size of this run, and every goal a ratio or bound on it. */
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createSqliteStore } from '@palimpsest/stores/sqlite'
import { openRaw, openRawWorker } from './raw-inserts.mjs'
import { makeBatches, openLongChain, searchAll, timed } from './store-workload.mjs'

/** @param {{ readonly messages?: number }} [options] */
export async function measureStore({ messages = 200_000 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-bench-'))
  try {
    const batches = makeBatches(messages)
    const path = join(folder, 'store.db')
    const store = await createSqliteStore({ path })
    const alone = await appendInTurns(store, folder, batches)
    const indexedPerSecond = await indexAll(store, batches)
    const search = await searchAll(store, batches[0][0].conversation)
    const textBytes = batches.flat().reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)
    const chain = await createSqliteStore({ path: join(folder, 'chain.db') })
    const viewMs = await openLongChain(chain)
    await chain.end()
    await store.end()
    const fileBytes = sizeOf(folder, 'store.db')
    const together = await appendTogether(join(folder, 'together.db'), batches)
    const figures = {
      ...alone,
      perSecondTogether: together.perSecond,
      indexedPerSecond,
      stallMs: together.stallMs,
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

function goalsOf({ raw, rawWorker, perSecond, perSecondTogether, stallMs, search, viewMs, textBytes, fileBytes }) {
  const goal = (text, met, found) => ({ goal: text, met, found })
  return [
    goal(
      'appends of 8 conversations at once at least half as fast as raw inserts',
      perSecondTogether >= raw / 2,
      `${(perSecondTogether / raw).toFixed(2)} of raw`,
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
