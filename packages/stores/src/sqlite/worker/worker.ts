import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import { importDriver } from '../connection/driver.ts'
import type { SqliteAppend } from '../write/append.ts'
import { makeFolderFor } from './make-folder.ts'
import type { WorkerOptions, WorkerReply, WorkerRequest } from './protocol.ts'
import { toSentError } from './protocol.ts'
import { type CoreOptions, createSqliteCore, openConnection, type SqliteCore } from './sqlite-core.ts'
import { awaitRing, countRings } from './wake-signal.ts'

type Call = (...args: readonly unknown[]) => unknown

/**
 * The thread that owns the file: it answers one request after the other, and the first reply says that it is ready.
 * While nothing is asked for, it indexes what waits, a little at a time, and wipes the file where that is owed.
 */
async function serve({ signal, ...options }: CoreOptions & WorkerOptions): Promise<void> {
  const core = await openCore(options)
  if (core === undefined) return
  reply({ id: 0, value: undefined })
  for (let pauseMs = idleMs; ; ) {
    const rings = countRings(signal)
    const requests = waiting()
    for (const group of grouped(requests)) answerGroup(core, group)
    if (requests.some(({ method }) => method === 'end')) return
    if (requests.length > 0) pauseMs = idleMs
    else if (!awaitRing(signal, rings, pauseMs)) pauseMs = indexSome(core) ? 0 : wipeOwed(core)
  }
}

function answerGroup(core: SqliteCore, group: readonly WorkerRequest[]): void {
  if (group.length > 1) answerAppends(core, group)
  else for (const request of group) answer(core, request)
}

function answer(core: SqliteCore, { id, method, args }: WorkerRequest): void {
  try {
    const call = core[method] as Call
    reply({ id, value: call(...args) })
  } catch (error) {
    reply({ id, error: toSentError(error) })
  }
  if (method === 'end') parentPort?.close()
}

function answerAppends(core: SqliteCore, requests: readonly WorkerRequest[]): void {
  const outcomes = core.appendAll(requests.map(({ args }) => args[0] as SqliteAppend))
  for (const [i, outcome] of outcomes.entries()) {
    const id = requests[i]?.id ?? 0
    reply('error' in outcome ? { id, error: toSentError(outcome.error) } : { id, value: outcome.value })
  }
}

/** Few enough that the first of them need not wait long for the last. */
const maxGroup = 32

/** Requests that came while the last ones were done. */
function waiting(): readonly WorkerRequest[] {
  const requests: WorkerRequest[] = []
  while (parentPort !== null && requests.length < maxGroup) {
    const next = receiveMessageOnPort(parentPort)
    if (next === undefined) break
    requests.push(next.message as WorkerRequest)
  }
  return requests
}

/** Neighbouring appends go together; all else goes alone, in the order it came. */
function grouped(requests: readonly WorkerRequest[]): readonly (readonly WorkerRequest[])[] {
  const groups: WorkerRequest[][] = []
  for (const request of requests) {
    const last = groups.at(-1)
    if (request.method === 'append' && last?.[0]?.method === 'append') last.push(request)
    else groups.push([request])
  }
  return groups
}

/** Time without requests before indexing begins. */
const idleMs = 100

/** Returns whether there may be more to index. */
function indexSome(core: SqliteCore): boolean {
  try {
    return core.indexWaiting()
  } catch {
    // Nobody waits for it: the next search tries again, and tells what is wrong.
    return false
  }
}

/** Returns when to look again. */
function wipeOwed(core: SqliteCore): number {
  try {
    return core.wipeOwed()
  } catch {
    // Nobody waits for it: the next removal tries again, and tells what is wrong.
    return Number.POSITIVE_INFINITY
  }
}

async function openCore(options: CoreOptions & Omit<WorkerOptions, 'signal'>): Promise<SqliteCore | undefined> {
  try {
    const open = await importDriver(options.driver)
    if (options.path !== ':memory:' && !options.existing) makeFolderFor(options.path)
    return createSqliteCore(openConnection(open, options))
  } catch (error) {
    reply({ id: 0, error: toSentError(error) })
    return undefined
  }
}

function reply(message: WorkerReply): void {
  parentPort?.postMessage(message)
}

await serve(workerData as CoreOptions & WorkerOptions)
