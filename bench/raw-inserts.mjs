/** What anyone would write: the same rows through the same driver in the same transactions, with nothing around them. */
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { DatabaseSync } from '@photostructure/sqlite'

/** On the thread that asks, which waits meanwhile. @param {string} path */
export function openRaw(path) {
  const db = new DatabaseSync(path)
  db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL')
  db.exec(
    'CREATE TABLE message (id TEXT PRIMARY KEY, conversation TEXT, session TEXT, place INTEGER, at INTEGER, body TEXT)',
  )
  const insert = db.prepare('INSERT INTO message VALUES (?, ?, ?, ?, ?, ?)')
  const write = (batch) => {
    db.exec('BEGIN IMMEDIATE')
    for (const { id, conversation, place, message } of batch) {
      insert.run(id, conversation, conversation, place, Date.now(), JSON.stringify(message))
    }
    db.exec('COMMIT')
  }
  return { write, close: () => db.close() }
}

/** In a thread of its own, as a store must that never holds up the event loop. @param {string} path */
export function openRawWorker(path) {
  const worker = new Worker(new URL(import.meta.url), { workerData: { path } })
  const answer = () => new Promise((resolve) => worker.once('message', resolve))
  return {
    write: (batch) => {
      worker.postMessage(batch)
      return answer()
    },
    close: () => worker.terminate(),
  }
}

if (!isMainThread && workerData?.path !== undefined) {
  const raw = openRaw(workerData.path)
  parentPort?.on('message', (batch) => {
    raw.write(batch)
    parentPort?.postMessage('written')
  })
}
