import { deriveBudget } from '@palimpsest/core/budget'
import {
  type ConversationHost,
  type ConversationPressure,
  compactConversation,
  createStoreLog,
  noteReading,
  originalsOf,
} from '@palimpsest/core/compaction'
import type { Occasion, SummaryModel } from '@palimpsest/core/engine'
import { entryId } from '@palimpsest/core/log'
import { conversationId, sessionId } from '@palimpsest/core/store'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { createCounter } from '@palimpsest/core/tokens'
import { createMemoryStore } from '@palimpsest/stores/memory'
import { expect, test } from 'vitest'
import { createCompressor } from './compressor.ts'

const budget = deriveBudget({ contextTokens: 16_000 })
const talk = conversationId('talk')

/** A host with a clock that the test moves. */
async function createHost(models: readonly SummaryModel[] = [], system?: string) {
  const store = createMemoryStore()
  const clock = { at: 1_000_000 }
  let minted = 0
  const mint = () => `id-${minted++}`
  const root = sessionId('root')
  await store.begin({ id: root, conversation: talk, at: clock.at, ...(system !== undefined && { system }) })
  const ports = {
    mintId: () => entryId(mint()),
    originals: (ids: Parameters<typeof originalsOf>[1]) => originalsOf(store, ids),
    log: createStoreLog(store, () => talk),
    howToRead: (number: string) => `Read ${number}.`,
    howToRecall: 'Recall it.',
    pause: () => Promise.resolve(),
    now: () => clock.at,
    wait: (ms: number) => (ms < 60_000 ? Promise.resolve() : new Promise<void>(() => {})),
    summaryModels: models,
  }
  const host: ConversationHost = {
    store,
    engine: createCompressor(ports),
    counter: createCounter(),
    now: () => clock.at,
    mintSession: () => sessionId(mint()),
    mintRun: mint,
    alone: (_, work) => work(new AbortController().signal),
  }
  const say = async (words: number) => {
    const { id, nextSeq } = await store.compressionTip(root)
    const messages = [
      user(`Go on with part ${nextSeq}.`),
      assistant(call('bash', { command: `cat part-${nextSeq}` }, `c${nextSeq}`)),
      result(`c${nextSeq}`, 'word '.repeat(words)),
      assistant(`Done with part ${nextSeq}: ${'it works '.repeat(words / 4)}`),
    ]
    const entries = messages.map((message) => ({ id: entryId(mint()), message }))
    await store.append(id, nextSeq, entries, clock.at)
  }
  const request: ConversationPressure = {
    session: root,
    trigger: 'response',
    budget,
    overheadTokens: 100,
    enabled: true,
    promptTokens: 9_000,
    isReported: true,
    route: 'main',
    summaryRoutes: models.map(({ name }) => name),
  }
  const room = (more: Partial<ConversationPressure> = {}, on = host) =>
    compactConversation(on, { ...request, ...more }, new AbortController().signal)
  const read = (reportedTokens: number) =>
    noteReading(host, talk, {
      route: 'main',
      reportedTokens,
      estimatedTokens: reportedTokens,
      thresholdTokens: budget.thresholdTokens,
      askedAt: clock.at,
    })
  const fill = async () => {
    for (let i = 0; i < 8; i++) await say(1_200)
  }
  return { host, clock, room, read, say, fill, store }
}

test('a commit waits for one real reading before the next', async () => {
  const { room, read, fill, clock } = await createHost()
  await fill()
  expect((await room()).kind).toBe('committed')
  await fill()
  expect(await room()).toMatchObject({ kind: 'skipped', reason: 'awaiting-reading' })
  clock.at += 1_000
  await read(3_000)
  expect((await room()).kind).toBe('committed')
})

test('a provider that counts more than we do decides, and the view comes down as far by its count', async () => {
  const { room, say } = await createHost()
  for (let i = 0; i < 4; i++) await say(1_000)
  const outcome = await room({ promptTokens: 9_600 })
  const { tokens } = outcome.kind === 'committed' ? outcome.receipt : expect.unreachable()
  expect(tokens.before).toBeLessThan(budget.thresholdTokens)
  expect(tokens.threshold).toBeLessThan(tokens.before)
  // All of it is protected by number, which may take three quarters.
  expect((tokens.after * 9_600) / tokens.before).toBeLessThanOrEqual(0.75 * budget.thresholdTokens)
})

test('a long view is counted while others may run, before the engine is asked about it', async () => {
  const { room, fill, host } = await createHost()
  for (let n = 0; n < 4; n++) await fill()
  const told: string[] = []
  const engine = {
    ...host.engine,
    hasContentToCompress: (occasion: Occasion) => {
      told.push('asked')
      return host.engine.hasContentToCompress(occasion)
    },
  }
  const pause = async () => {
    told.push('paused')
  }
  expect((await room({}, { ...host, engine, pause })).kind).toBe('committed')
  expect(told.filter((each) => each === 'asked')).toHaveLength(1)
  expect(told.indexOf('asked')).toBeGreaterThan(1)
})

test('an engine that spoils the list it was given spoils nothing', async () => {
  const { room, fill, host, store } = await createHost()
  await fill()
  const before = await store.view(sessionId('root'))
  const compress: ConversationHost['engine']['compress'] = async (occasion, signal) => {
    const plan = await host.engine.compress(occasion, signal)
    Object.assign(occasion.view, { length: 0 })
    return plan
  }
  const outcome = await room({}, { ...host, engine: { ...host.engine, compress } })
  const { tokens, messages } = outcome.kind === 'committed' ? outcome.receipt : expect.unreachable()
  expect(messages.before).toBe(before.length)
  expect(tokens.before).toBeGreaterThan(tokens.after)
  expect(await store.view(sessionId('root'))).toEqual(before)
})

test('two compactions without effect stop the third until its time has come, also after a restart', async () => {
  const { room, read, fill, clock, host } = await createHost()
  for (let n = 0; n < 2; n++) {
    await fill()
    expect((await room()).kind).toBe('committed')
    clock.at += 1_000
    await read(9_500)
  }
  await fill()
  const restarted = { ...host }
  const blocked = await room({}, restarted)
  expect(blocked).toMatchObject({ kind: 'skipped', reason: 'no-effect', notify: true })
  expect(await room({}, restarted)).toMatchObject({ kind: 'skipped', reason: 'no-effect', notify: false })
  clock.at += 3 * 60 * 60_000
  expect((await room({}, restarted)).kind).toBe('committed')
})

test('a person gets what a block would refuse', async () => {
  const { room, read, fill, clock } = await createHost()
  for (let n = 0; n < 2; n++) {
    await fill()
    await room()
    clock.at += 1_000
    await read(9_500)
  }
  await fill()
  expect((await room({ trigger: 'manual' })).kind).toBe('committed')
})

test('switched off means off on every automatic path', async () => {
  const { room, fill } = await createHost()
  await fill()
  for (const trigger of ['hygiene', 'preflight', 'response', 'overflow'] as const) {
    const outcome = await room({ trigger, enabled: false, promptTokens: 15_000 })
    expect(outcome).toMatchObject({ kind: 'skipped', reason: 'disabled' })
  }
})

test('a system prompt and tools above the threshold are reported, and nothing is tried', async () => {
  const { room, fill } = await createHost()
  await fill()
  const outcome = await room({ overheadTokens: 8_500 })
  expect(outcome).toMatchObject({ kind: 'skipped', reason: 'irreducible-floor' })
  expect('detail' in outcome && outcome.detail).toMatch(/8,500/)
})

test('a system prompt of the session is part of what no compaction can take away', async () => {
  const { room, fill } = await createHost([], 'You write code with care. '.repeat(1_800))
  await fill()
  const outcome = await room({ promptTokens: 20_000 })
  expect(outcome).toMatchObject({ kind: 'skipped', reason: 'irreducible-floor' })
})

test('a summary model that failed is left alone for a while, unless a person asks', async () => {
  let asked = 0
  const broken: SummaryModel = {
    name: 'broken',
    contextTokens: 100_000,
    // biome-ignore lint/correctness/useYield: it fails before it says anything
    async *write() {
      asked++
      throw new Error('401 invalid x-api-key')
    },
  }
  const { room, read, fill, clock } = await createHost([broken])
  await fill()
  const first = await room({ trigger: 'manual' })
  expect(first).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'mechanical' } } })
  expect(first.kind === 'committed' && first.receipt.flags).toContain('summary-model-failed: broken (auth)')
  const before = asked
  clock.at += 1_000
  await read(3_000)
  for (let n = 0; n < 3; n++) await fill()
  expect(await room()).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'mechanical' } } })
  expect(asked).toBe(before)
  await fill()
  await room({ trigger: 'manual' })
  expect(asked).toBe(before + 1)
})

test('records that cannot be read stop automatic compactions, and are told', async () => {
  const { room, fill, host } = await createHost()
  await fill()
  const get = () => Promise.reject(new Error('disk'))
  const blind = { ...host, store: { ...host.store, state: { ...host.store.state, get } } }
  expect(await room({}, blind)).toMatchObject({ kind: 'skipped', reason: 'guard-unknown' })
})

test('someone else at it means that it is put off', async () => {
  const { room, fill, host } = await createHost()
  await fill()
  const outcome = await room({}, { ...host, alone: () => Promise.resolve('taken') })
  expect(outcome).toMatchObject({ kind: 'deferred' })
})

test('a summary that is no shorter than what it stands for is left out, and that is told', async () => {
  const { room, store } = await createHost()
  const messages = [
    user('Plan the work.'),
    assistant('First look, then write.'),
    user('Count the lines.'),
    assistant(call('bash', { command: 'seq 1 4000' }, 'c1')),
    result('c1', 'line\n'.repeat(4_000)),
    assistant('There are 4000.'),
    ...Array.from({ length: 10 }, (_, i) => [user(`And ${i}?`), assistant(`${i} as well.`)]).flat(),
  ]
  const entries = messages.map((message, i) => ({ id: entryId(`m${i}`), message }))
  await store.append(sessionId('root'), 0, entries, 1_000_000)
  const outcome = await room({ trigger: 'manual' })
  expect(outcome).toMatchObject({
    kind: 'committed',
    receipt: { summary: { by: 'none' }, flags: ['summary-not-shorter'] },
  })
})
