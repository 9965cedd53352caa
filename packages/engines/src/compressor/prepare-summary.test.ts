import { deriveBudget } from '@palimpsest/core/budget'
import type { SummaryModel } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import { conversationId } from '@palimpsest/core/store'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { counter, createStand } from './stand.arbitrary.ts'
import { turnLayouts } from './turn-layout.arbitrary.ts'

const budget = deriveBudget({ contextTokens: 32_000 })
const { thresholdTokens } = budget

/** A step that says much: clearing results alone makes too little room. */
function step(n: number): readonly Message[] {
  return [
    assistant(
      `Part ${n} reads rows, maps columns and writes them to the table. `.repeat(9),
      call('terminal', { command: `cat part-${n}.log` }, `c${n}`),
    ),
    result(`c${n}`, `row of part ${n} is fine\n`.repeat(6)),
  ]
}

/** Steps up to a share of the threshold, from this one on. */
function stepsUpTo(share: number, from = 0, more = 0): readonly Message[] {
  const messages: Message[] = []
  for (let n = from; more + counter.request(messages) < share * thresholdTokens; n++) messages.push(...step(n))
  return messages
}

function createWriter(answer?: () => Promise<void>): SummaryModel & { readonly prompts: string[] } {
  const prompts: string[] = []
  return {
    name: 'writer',
    contextTokens: 100_000,
    prompts,
    async *write(prompt) {
      prompts.push(prompt)
      await answer?.()
      yield `## Goal\nWrite the importer, report ${prompts.length}.\n## Completed Actions\n1. Read the parts: cat part-1.log maps columns.`
    },
  }
}

const opening = user('Never drop a row. Write the importer.')

/** A conversation at nine tenths of its threshold, for which a summary was prepared. */
async function preparedStand(share = 0.9, writer = createWriter()) {
  const stand = await createStand([writer])
  const before = [opening, ...stepsUpTo(share)]
  await stand.say(before)
  expect(await stand.prepare(budget)).toBe(true)
  return { ...stand, writer, asked: writer.prompts.length, size: counter.request(before) }
}

test('a summary that was prepared is shown without asking anybody', async () => {
  const { say, compress, writer, asked, size, view, store } = await preparedStand()
  await say(stepsUpTo(1.02, 500, size))
  const outcome = await compress(budget)
  const { receipt } = outcome.kind === 'committed' ? outcome : expect.unreachable(JSON.stringify(outcome))
  expect(writer.prompts).toHaveLength(asked)
  expect(receipt).toMatchObject({ summary: { by: 'model', model: 'writer' }, prepared: { reused: 'whole' } })
  expect(receipt.prepared?.share).toBeGreaterThan(0.88)
  expect(receipt.prepared?.messages).toBe(receipt.messages.summarised)
  expect(receipt.tokens.after).toBeLessThanOrEqual(1.1 * budget.targetTokens)
  expect(JSON.stringify(await view())).toContain('Never drop a row.')
  expect(JSON.stringify(await view())).toContain('report 1.')
  expect(await store.verify()).toEqual([])
})

test('rules that were said after it was prepared are in the view', async () => {
  const { say, compress, view, size } = await preparedStand()
  await say([assistant('So far, so good.'), user('Also, never rename column_17.'), ...stepsUpTo(1.02, 500, size)])
  expect(await compress(budget)).toMatchObject({ kind: 'committed', receipt: { prepared: { reused: 'whole' } } })
  expect(JSON.stringify(await view())).toContain('never rename column_17.')
})

test('the same conversation, prepared for in the same way, gives the same bytes', async () => {
  const views = await Promise.all(
    [1, 2].map(async () => {
      const { say, compress, view, size } = await preparedStand()
      await say(stepsUpTo(1.02, 500, size))
      await compress(budget)
      return JSON.stringify(await view())
    }),
  )
  expect(views[0]).toBe(views[1])
})

test('where more was said than fits beside it, a model is asked about the rest alone', async () => {
  const { say, compress, writer, asked } = await preparedStand()
  await say(stepsUpTo(1.2, 500))
  const outcome = await compress(budget)
  expect(outcome).toMatchObject({ kind: 'committed', receipt: { prepared: { reused: 'prefix' } } })
  expect(writer.prompts).toHaveLength(asked + 1)
  const [first = '', second = ''] = writer.prompts
  expect(second).toContain('report 1.')
  expect(second).not.toContain('cat part-3.log')
  expect(first).toContain('cat part-3.log')
})

test('it is brought up to date in the background, once, when a compaction could not use it', async () => {
  const { say, compress, prepare, writer, asked } = await preparedStand()
  // The same threshold in a larger window: there is room to go on.
  const wide = deriveBudget({ contextTokens: 64_000 }, { threshold: 0.25 })
  expect(await prepare(wide)).toBe(false)
  await say(stepsUpTo(0.9, 500))
  expect((await compress(wide, { mayDefer: true })).kind).toBe('deferred')
  expect(await prepare(wide)).toBe(true)
  expect(await prepare(wide)).toBe(false)
  expect(writer.prompts).toHaveLength(asked + 1)
  expect(await compress(wide, { mayDefer: true })).toMatchObject({ receipt: { prepared: { reused: 'whole' } } })
  expect(writer.prompts).toHaveLength(asked + 1)
})

test('a compaction that was undone takes what was prepared for its view with it', async () => {
  const { say, compress, prepare, undo, writer, size } = await preparedStand()
  await say(stepsUpTo(1.02, 500, size))
  await compress(budget)
  await say(stepsUpTo(0.5, 900))
  expect(await prepare(budget)).toBe(true)
  await undo()
  const asked = writer.prompts.length
  const outcome = await compress(budget)
  expect(outcome).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'model' } } })
  expect(outcome).not.toHaveProperty('receipt.prepared')
  expect(writer.prompts.length).toBeGreaterThan(asked)
})

test('a preparation whose view was summarised meanwhile by somebody else is of no use, and does no harm', async () => {
  let others: Promise<unknown> | undefined
  const writer = createWriter(async () => {
    if (others !== undefined) return
    others = stand.compress(budget, { trigger: 'manual' })
    await others
  })
  const stand = await createStand([writer])
  await stand.say([opening, ...stepsUpTo(0.9)])
  await stand.prepare(budget).catch(() => undefined)
  await stand.say(stepsUpTo(0.9, 500))
  const outcome = await stand.compress(budget)
  expect(outcome.kind).toBe('committed')
  expect(outcome).not.toHaveProperty('receipt.prepared')
  expect(await stand.store.verify()).toEqual([])
})

/** Steps of much output: clearing results makes room. */
function outputs(count: number, from = 0): readonly Message[] {
  return Array.from({ length: count }, (_, i) => [
    assistant(
      `Part ${from + i} reads rows and maps columns. `.repeat(9),
      call('bash', { command: 'cat' }, `o${from + i}`),
    ),
    result(`o${from + i}`, `row ${from + i} is fine\n`.repeat(45)),
  ]).flat()
}

test('at the threshold, without a summary, free reductions come first; what is being prepared is shown next', async () => {
  const writer = createWriter(async () => {
    const outcome = await stand.compress(budget, { mayDefer: true })
    expect(outcome).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'none' } } })
  })
  const stand = await createStand([writer])
  await stand.say([opening, ...outputs(48)])
  expect(await stand.prepare(budget)).toBe(true)
  expect(writer.prompts).toHaveLength(1)
  await stand.say(stepsUpTo(0.45, 500))
  const outcome = await stand.compress(budget, { mayDefer: true })
  expect(outcome).toMatchObject({ kind: 'committed', receipt: { prepared: { reused: 'whole' } } })
  expect(writer.prompts).toHaveLength(1)
})

test('where free reductions make no room, the conversation goes on until its window is nearly full', async () => {
  const writer = createWriter()
  const { say, compress } = await createStand([writer])
  await say([opening, ...stepsUpTo(1.05)])
  expect((await compress(budget, { mayDefer: true })).kind).toBe('deferred')
  await say(stepsUpTo(0.5, 500))
  expect(writer.prompts).toEqual([])
  expect((await compress(budget, { mayDefer: true })).kind).toBe('committed')
})

test('whoever has to wait waits for what is being prepared, and nobody is asked twice', async () => {
  const writer = createWriter()
  const { say, compress, prepare } = await createStand([writer])
  await say([opening, ...stepsUpTo(1.05)])
  const outcome = await compress(budget, { preparing: () => prepare(budget) })
  expect(outcome).toMatchObject({ kind: 'committed', receipt: { prepared: { reused: 'whole' } } })
  expect(writer.prompts).toHaveLength(1)
})

test('models that failed ahead of time are not waited for again, and are named', async () => {
  const down = createWriter(() => Promise.reject(new Error('connection refused')))
  const { say, compress, prepare } = await createStand([down])
  await say([opening, ...stepsUpTo(0.9)])
  await prepare(budget)
  const asked = down.prompts.length
  await say(stepsUpTo(0.12, 500))
  const outcome = await compress(budget, { mayDefer: true })
  expect(outcome).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'mechanical' } } })
  expect(outcome).toHaveProperty('failures.0.model', 'writer')
  expect(down.prompts).toHaveLength(asked)
})

test('where models failed ahead of time they are asked once more while nobody waits, and that is waited for', async () => {
  let isDown = true
  let atThreshold: Promise<unknown> | undefined
  const shaky = createWriter(async () => {
    if (isDown) throw new Error('connection refused')
    atThreshold ??= stand.compress(budget, { mayDefer: true })
    await atThreshold
  })
  const stand = await createStand([shaky])
  const before = [opening, ...stepsUpTo(0.9)]
  await stand.say(before)
  await stand.prepare(budget)
  await stand.say(stepsUpTo(1.02, 500, counter.request(before)))
  isDown = false
  await stand.prepare(budget)
  expect(await atThreshold).toMatchObject({ kind: 'deferred' })
  const outcome = await stand.compress(budget, { mayDefer: true })
  expect(outcome).toMatchObject({ receipt: { summary: { by: 'model' }, prepared: { reused: 'whole' } } })
})

test('preparations that come to nothing rest after the second', async () => {
  const down = createWriter(() => Promise.reject(new Error('stopped')))
  const { say, prepare, store } = await createStand([down], { now: () => 0 })
  await say([opening, ...stepsUpTo(0.9)])
  const asked: number[] = []
  for (let i = 0; i < 4; i++) {
    await prepare(budget)
    await store.state.remove(conversationId('talk'), 'prepared')
    asked.push(down.prompts.length)
  }
  expect(asked[1]).toBeGreaterThan(asked[0] ?? 0)
  expect(asked.slice(2)).toEqual([asked[1], asked[1]])
})

test('another process knows how often a summary was begun in vain, also where it was stopped', async () => {
  const stuck = createWriter(() => Promise.reject(new Error('stopped')))
  const stand = await createStand([stuck])
  await stand.say([opening, ...stepsUpTo(0.9)])
  for (let process = 0; process < 4; process++) {
    stand.restart()
    await stand.prepare(budget)
    await stand.store.state.remove(conversationId('talk'), 'prepared')
  }
  const perPreparation = stuck.prompts.length / 2
  await stand.say(stepsUpTo(0.2, 500))
  expect(await stand.compress(budget, { mayDefer: true })).toMatchObject({ kind: 'committed' })
  expect(stuck.prompts.length).toBe(3 * perPreparation)
  expect(await stand.store.state.get(conversationId('talk'), 'preparations')).toBeUndefined()
})

test('every view that comes of a preparation keeps the rules of all views', async () => {
  await fc.assert(
    fc.asyncProperty(turnLayouts('a'), turnLayouts('b'), turnLayouts('c'), async (first, second, third) => {
      const stand = await createStand([createWriter()])
      const small = deriveBudget({ contextTokens: 16_000 })
      for (const messages of [first, second, third]) {
        await stand.say(messages)
        await stand.prepare(small)
        await stand.say([assistant('One more thing.'), user('Never touch the file late.yaml.')])
        const outcome = await stand.compress(small, { mayDefer: true })
        if (outcome.kind === 'failed') expect.unreachable(outcome.failure.message)
        expect(JSON.stringify(await stand.view())).toContain('Never touch the file late.yaml.')
      }
      expect(await stand.store.verify()).toEqual([])
    }),
    { numRuns: 8 },
  )
})
