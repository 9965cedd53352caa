import { parentPort, workerData } from 'node:worker_threads'
import { importDriver } from './driver.ts'
import { makeFolderFor } from './make-folder.ts'
import type { Reply, Request, WorkerOptions } from './protocol.ts'
import { readError } from './protocol.ts'
import { type CoreOptions, createSqliteCore, openConnection, type SqliteCore } from './sqlite-core.ts'

type Call = (...args: readonly unknown[]) => unknown

/** The thread that owns the file: it answers one request after the other, and the first reply says that it is ready. */
async function serve(options: CoreOptions & WorkerOptions): Promise<void> {
  const core = await openCore(options)
  if (core === undefined) return
  const idle = createIdleIndexing(core)
  reply({ id: 0, value: undefined })
  parentPort?.on('message', ({ id, method, args }: Request) => {
    idle.put(method === 'end' ? 'off' : 'on')
    try {
      const call = core[method] as Call
      reply({ id, value: call(...args) })
    } catch (error) {
      reply({ id, error: readError(error) })
    }
    if (method === 'end') parentPort?.close()
  })
}

/** How long nothing must be asked for before indexing begins. */
const idleMs = 100

/** Indexes what waits while there is nothing else to do, a little at a time. */
function createIdleIndexing(core: SqliteCore) {
  let timer: NodeJS.Timeout | undefined
  const put = (state: 'on' | 'off', afterMs = idleMs): void => {
    clearTimeout(timer)
    if (state === 'on') timer = setTimeout(work, afterMs)
  }
  const work = (): void => {
    try {
      if (core.indexWaiting()) put('on', 1)
    } catch {
      // Nobody waits for it: the next search tries again, and tells what is wrong.
    }
  }
  put('on')
  return { put }
}

async function openCore(options: CoreOptions & WorkerOptions): Promise<SqliteCore | undefined> {
  try {
    const open = await importDriver(options.driver)
    if (options.path !== ':memory:') makeFolderFor(options.path)
    return createSqliteCore(openConnection(open, options))
  } catch (error) {
    reply({ id: 0, error: readError(error) })
    return undefined
  }
}

function reply(message: Reply): void {
  parentPort?.postMessage(message)
}

await serve(workerData as CoreOptions & WorkerOptions)
