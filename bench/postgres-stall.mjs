/** In a thread of its own, so that what else is held in memory does not count: how long the store keeps others waiting. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { createPostgresStore } from '@palimpsest/stores/postgres'

/** The longest stall of the event loop in milliseconds. @param {{ readonly url: string, readonly schema: string }} options */
export function measureStall(options) {
  const worker = new Worker(new URL(import.meta.url), { workerData: options })
  return new Promise((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
}

if (!isMainThread) {
  const { url, schema } = workerData
  const store = await createPostgresStore({ connectionString: url, schema })
  parentPort?.postMessage(await stallUnderLoad(store))
  await store.end()
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
      // What was said is searched, and indexed before that.
      await store.search({ text: 'when was word7 told in turn 3?', conversation: session })
    }),
  )
  await store.search({ text: 'word4999 turn' })
  delay.disable()
  return delay.max / 1e6
}
