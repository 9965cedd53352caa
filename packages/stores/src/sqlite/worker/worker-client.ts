import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { Failure } from '@palimpsest/core/store'
import { closedStore } from '../connection/unavailable.ts'
import type { CoreClient } from './core-client.ts'
import { fromSentError, type WorkerOptions, type WorkerReply, type WorkerRequest } from './protocol.ts'
import type { CoreOptions } from './sqlite-core.ts'
import { createWakeSignal, createWatch, ring } from './wake-signal.ts'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: Error) => void
}

/** Starts the worker and waits until the file is open. */
export async function startWorker(options: CoreOptions & Omit<WorkerOptions, 'signal'>): Promise<CoreClient> {
  const signal = createWakeSignal()
  const worker = createWorker({ ...options, signal })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let ended: Promise<void> | undefined
  let lost: Error | undefined

  // Answers to many come often enough without.
  const watch = createWatch(() => waiting.size === 1)

  const settle = (reply: WorkerReply): void => {
    const entry = waiting.get(reply.id)
    waiting.delete(reply.id)
    // An idle store does not keep the process alive.
    if (waiting.size === 0) worker.unref()
    if ('error' in reply) entry?.reject(fromSentError(reply.error))
    else entry?.resolve(reply.value)
  }
  const lose = (cause?: unknown): void => {
    lost ??= ended === undefined ? crashed(options.path, cause) : closedStore(options.path)
    for (const { reject } of waiting.values()) reject(lost)
    waiting.clear()
  }
  const send = (method: WorkerRequest['method'], args: readonly unknown[]): Promise<unknown> => {
    if (lost !== undefined) return Promise.reject(lost)
    last += 1
    const id = last
    return new Promise((resolve, reject) => {
      worker.ref()
      worker.postMessage({ id, method, args } satisfies WorkerRequest)
      ring(signal)
      waiting.set(id, { resolve, reject })
      watch()
    })
  }
  worker.on('message', settle)
  worker.on('error', lose)
  worker.on('exit', () => lose())
  const exited = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  await new Promise((resolve, reject) => waiting.set(0, { resolve, reject }))
  return {
    call: (method, ...args) => {
      if (ended !== undefined) return Promise.reject(closedStore(options.path))
      return send(method, args) as Promise<never>
    },
    end: () => {
      ended ??= send('end', []).then(() => leave(worker, exited))
      return ended
    },
  }
}

/** Only when the thread is gone has SQLite let go of its statements and brought the log home into the file. */
function leave(worker: Worker, exited: Promise<void>): Promise<void> {
  worker.ref()
  return exited
}

function crashed(path: string, cause: unknown): Failure<'store/unavailable'> {
  const message = `The thread that serves the session store ${path} stopped. Open the store again.`
  return new Failure('store/unavailable', message, { cause: 'unreachable', retry: false }, cause)
}

/**
 * Node cannot run TypeScript in a worker, so a checkout runs the compiled one even when it is driven from its sources.
 * The flags of the process stay behind: some, such as `--input-type` or conditions for packages, would break the worker.
 */
function createWorker(workerData: CoreOptions & WorkerOptions): Worker {
  const file = import.meta.url.endsWith('.js') ? './worker.js' : '../../../dist/sqlite/worker/worker.js'
  const url = new URL(file, import.meta.url)
  if (existsSync(fileURLToPath(url))) return new Worker(url, { workerData, execArgv: [] })
  throw new Error('The SQLite store runs compiled code in its worker: build the project first (npm run build).')
}
