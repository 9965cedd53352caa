import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { Failure } from '@palimpsest/core/errors'
import type { SessionStore } from '@palimpsest/core/store'
import { expect, test } from 'vitest'
import { createLongDesk, inContext, never } from './long-desk.arbitrary.ts'
import { createWorker } from './worker-model.arbitrary.ts'

const worker = createWorker()

/** What the next writes meet: how many still succeed, and what then goes wrong, once or until it is mended. */
interface Trouble {
  left: number
  readonly detail: { readonly cause: 'full' | 'read-only'; readonly retry: boolean }
  readonly lasts: boolean
}

function troubled(trouble: Trouble) {
  const write = <A extends readonly unknown[], T>(work: (...args: A) => Promise<T>) => {
    return async (...args: A): Promise<T> => {
      trouble.left--
      if (trouble.left === 0 || (trouble.lasts && trouble.left < 0))
        throw new Failure('store/unavailable', 'The disk is full.', trouble.detail)
      return work(...args)
    }
  }
  return (store: SessionStore): SessionStore => ({
    ...store,
    append: write(store.append),
    compact: write(store.compact),
    close: write(store.close),
    state: { ...store.state, set: write(store.state.set), remove: write(store.state.remove) },
    // A lease that is not given back is a matter of its own: it falls to the next after half a minute.
    leases: { ...store.leases, take: write(store.leases.take) },
  })
}

const healthy = Number.POSITIVE_INFINITY

test('whichever write of a turn is the first to fail, the user is told, nothing is lost, and the next turn goes on', {
  timeout: 120_000,
}, async () => {
  const trouble: Trouble = { left: healthy, detail: { cause: 'read-only', retry: false }, lasts: true }
  const desk = await createLongDesk({ model: worker, contextTokens: 16_000, inFront: troubled(trouble) })
  let failed = 0
  for (let at = 1; at <= 30; at++) {
    trouble.left = 1 + (at % 10)
    const outcome = await desk.say(`Number ${at}.`)
    if (outcome.kind !== 'answered') {
      failed++
      expect(outcome).toMatchObject({
        kind: 'refused',
        message: expect.stringMatching(/^The disk is full\..*kept.*again/),
      })
    }
    trouble.left = healthy
    // Compressions that could not be written count as tried: after three of them only the user can ask for one.
    if ((await desk.say(`And ${at} again.`)).kind === 'answered') continue
    expect(await desk.runtime.compress(undefined, () => {}, never)).toMatchObject({ kind: 'committed' })
    expect(await desk.say(`And ${at} once more.`)).toEqual({ kind: 'answered', text: 'Done.' })
  }
  expect(desk.refusals().filter(isNotLength)).toEqual([])
  expect(failed).toBeGreaterThan(10)
  expect(desk.runtime.status().compactions).toBeGreaterThan(5)
  expect(await desk.damage()).toEqual([])
})

/** All but refusals for length: without a store there is no compaction. */
const isNotLength = (record: unknown) => !/exceed context limit|too long/.test(JSON.stringify(record))

test('a message that cannot be written at once is written a little later, and nobody notices', async () => {
  let writes = 0
  const everyThird = (store: SessionStore): SessionStore => ({
    ...store,
    append: async (...args) => {
      if (++writes % 3 === 0) throw new Failure('store/unavailable', 'Full.', { cause: 'full', retry: true })
      return store.append(...args)
    },
  })
  const desk = await createLongDesk({ model: worker, contextTokens: 16_000, inFront: everyThird })
  for (let n = 0; n < 6; n++) expect(await desk.say(`Number ${n}.`)).toEqual({ kind: 'answered', text: 'Done.' })
  expect(writes).toBeGreaterThan(30)
  expect(desk.refusals()).toEqual([])
  expect(await desk.damage()).toEqual([])
})

/** Another process that holds the lock of a database for so long. */
async function lockFor(database: string, folder: string, ms: number): Promise<() => void> {
  const script = join(folder, 'lock.cjs')
  const sqlite = createRequire(import.meta.url).resolve('@photostructure/sqlite')
  writeFileSync(
    script,
    `const { DatabaseSync } = require(${JSON.stringify(sqlite)})
const database = new DatabaseSync(${JSON.stringify(database)})
database.exec('PRAGMA busy_timeout = 20000')
database.exec('BEGIN IMMEDIATE')
process.stdout.write('locked')
setTimeout(() => { database.exec('ROLLBACK'); database.close() }, ${ms})`,
  )
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await new Promise((resolve) => child.stdout.once('data', resolve))
  return () => child.kill('SIGKILL')
}

test.concurrent('a database that another process has locked for a while is waited for', async (context) => {
  const desk = await createLongDesk({ model: worker, atEnd: inContext(context) })
  expect(await desk.say('One.')).toEqual({ kind: 'answered', text: 'Done.' })
  context.onTestFinished(await lockFor(desk.database, desk.folder, 2_500))
  const started = performance.now()
  expect(await desk.say('Two.')).toEqual({ kind: 'answered', text: 'Done.' })
  expect(performance.now() - started).toBeGreaterThan(1_500)
  expect(await desk.damage()).toEqual([])
})

test.concurrent('a database that stays locked is told soon, and given up after half a minute or so; nothing that was said is lost', {
  timeout: 120_000,
}, async (context) => {
  const desk = await createLongDesk({ model: worker, atEnd: inContext(context) })
  expect(await desk.say('One.')).toEqual({ kind: 'answered', text: 'Done.' })
  const unlock = await lockFor(desk.database, desk.folder, 300_000)
  context.onTestFinished(unlock)
  const started = performance.now()
  const told = new Promise<number>((resolve) => {
    const look = setInterval(() => {
      if (!desk.told().includes('locked by another process. Waiting')) return
      clearInterval(look)
      resolve(performance.now() - started)
    }, 100)
    context.onTestFinished(() => clearInterval(look))
  })
  const outcome = await desk.say('Two.')
  // The lease waits ten seconds for the lock, the turn thirty, and its last try ten more.
  expect(performance.now() - started).toBeLessThan(60_000)
  expect(await told).toBeLessThan(10_000)
  expect(outcome).toMatchObject({ kind: 'refused' })
  expect('message' in outcome && outcome.message).toMatch(
    /another process holds its lock.*kept.*send the message again/,
  )
  unlock()
  expect(await desk.say('Three.')).toEqual({ kind: 'answered', text: 'Done.' })
  expect(await desk.damage()).toEqual([])
})
