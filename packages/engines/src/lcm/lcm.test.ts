import { deriveBudget } from '@palimpsest/core/budget'
import type { SummaryModel } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import type { StoredMessage } from '@palimpsest/core/store'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createCompressor } from '../compressor/compressor.ts'
import { createLcmStand, type LcmStand } from './lcm-stand.arbitrary.ts'

const words = 'the harbour ferry leaves at noon and the clerk writes every cargo into the blue book near gate'.split(
  ' ',
)
const prose = (chars: number, n: number) =>
  Array.from({ length: Math.ceil(chars / 5) }, (_, i) => words[(i * 7 + n) % words.length])
    .join(' ')
    .slice(0, chars)

/** A turn with a tool call: some 800 tokens. */
const turn = (n: number): readonly Message[] => [
  user(`Please look at part ${n} of the harbour book.`),
  assistant(`Reading part ${n}.`, call('read_file', { path: `src/part-${n}.ts` }, `r${n}`)),
  result(`r${n}`, `part ${n}: ${prose(3_000, n)}`),
  assistant(`Part ${n} is about berth ${n * 13}.`),
]

async function grow(stand: LcmStand, from: number, to: number): Promise<number> {
  let compactions = 0
  for (let n = from; n < to; n++) {
    await stand.say(turn(n))
    const outcome = await stand.compact()
    if (outcome.kind === 'failed') throw outcome.failure
    if (outcome.kind === 'committed') compactions++
  }
  return compactions
}

/** Says turns until the view takes so many tokens. */
async function fill(stand: LcmStand, tokens: number, from = 0): Promise<number> {
  let n = from
  for (; (await stand.tokens()) < tokens; n++) await stand.say(turn(n))
  return n
}

const textOf = ({ message }: StoredMessage) =>
  message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('\n')

/** The originals below an entry, by the edges in the store. */
async function below(stand: LcmStand, entry: StoredMessage): Promise<readonly number[]> {
  if (entry.standsFor === undefined) return entry.index === undefined ? [] : [entry.index]
  const found: number[] = []
  for (const id of entry.standsFor) {
    const child = await stand.store.message(id)
    if (child !== undefined) found.push(...(await below(stand, child)))
  }
  return found
}

async function depthOf(stand: LcmStand, entry: StoredMessage): Promise<number> {
  if (entry.standsFor === undefined) return 0
  const children = await Promise.all(entry.standsFor.map((id) => stand.store.message(id)))
  const depths = await Promise.all(children.flatMap((child) => (child === undefined ? [] : [depthOf(stand, child)])))
  return 1 + Math.max(0, ...depths)
}

test('a short conversation is left as it is, and nobody is asked', async () => {
  let asked = 0
  const model: SummaryModel = {
    name: 'm',
    contextTokens: 100_000,
    // biome-ignore lint/correctness/useYield: it is never asked.
    async *write() {
      asked++
    },
  }
  const stand = await createLcmStand({ models: [model] })
  await stand.say(turn(0))
  expect(await stand.compact()).toMatchObject({ kind: 'unchanged', reason: 'below-threshold' })
  expect(await stand.prepare()).toBe(false)
  expect(asked).toBe(0)
})

test('covers are disjoint, contiguous and all of the conversation, at every step of a long one', async () => {
  const stand = await createLcmStand()
  let deepest = 0
  for (let n = 0; n < 160; n++) {
    await grow(stand, n, n + 1)
    if (n % 20 !== 19) continue
    const view = await stand.view()
    const covered = (await Promise.all(view.map((entry) => below(stand, entry)))).flat()
    expect(covered).toEqual(Array.from({ length: 4 * (n + 1) }, (_, i) => i))
    for (const entry of view) deepest = Math.max(deepest, await depthOf(stand, entry))
  }
  expect(deepest).toBeGreaterThanOrEqual(3)
  expect(await stand.problems()).toEqual([])
})

test('between two changes of the view every request extends the last one, and changes are few', async () => {
  const stand = await createLcmStand()
  let before = await stand.view()
  let epochs = 0
  for (let n = 0; n < 200; n++) {
    const session = (await stand.store.compressionTip(before[0]?.session ?? ('root' as never))).id
    await grow(stand, n, n + 1)
    const after = await stand.view()
    const isSame = before.every(({ id }, at) => after[at]?.id === id && after[at]?.message === before[at]?.message)
    const now = (await stand.store.compressionTip(session)).id
    if (now !== session) epochs++
    else expect(isSame || JSON.stringify(after.slice(0, before.length)) === JSON.stringify(before)).toBe(true)
    before = after
  }
  // Some 700 tokens a turn from 4,000 up to 8,000: about one change in five turns.
  expect(epochs).toBeLessThan(60)
})

test('a change that adds leaves keeps the records before them, so that their cache holds', async () => {
  const stand = await createLcmStand({ budget: deriveBudget({ contextTokens: 64_000 }) })
  let kept = 0
  let changes = 0
  let before: readonly StoredMessage[] = []
  for (let n = 0; n < 400; n++) {
    await stand.say(turn(n))
    before = await stand.view()
    const outcome = await stand.compact()
    if (outcome.kind !== 'committed') continue
    changes++
    const after = await stand.view()
    if (before[0]?.standsFor !== undefined && after[0]?.id === before[0].id) kept++
  }
  expect(changes).toBeGreaterThan(5)
  expect(kept).toBeGreaterThan(changes / 2)
})

test('rules of the user are shown word for word after any number of compactions, and what was called off is cancelled', async () => {
  const stand = await createLcmStand()
  await stand.say([
    user('Always write dates as 2026-11-18. Never touch the file ledger.csv.'),
    assistant('I will.'),
    user('Rename the module berths to quays.'),
    assistant('I begin with it.'),
    user('Cancel the renaming of the module berths.'),
    assistant('It is cancelled.'),
  ])
  expect(await grow(stand, 0, 40)).toBeGreaterThan(2)
  const shown = (await stand.view()).map(textOf).join('\n')
  expect(shown).toContain('Always write dates as 2026-11-18.')
  expect(shown).toContain('Never touch the file ledger.csv.')
  expect(shown).toMatch(/cancelled[\s\S]*Rename the module berths to quays/)
})

test('one giant in the tail is bounded, and its words are in the log', async () => {
  const stand = await createLcmStand()
  await grow(stand, 0, 8)
  const giant = Array.from({ length: 40_000 }, (_, i) => `line ${i} of the log says ok`).join('\n')
  await stand.say([user(`Here is a log.\n${giant}`)])
  expect((await stand.compact({ trigger: 'overflow' })).kind).toBe('committed')
  expect(await stand.tokens()).toBeLessThan(8_000)
  const view = await stand.view()
  expect(view.map(textOf).join('\n')).toContain('persisted-output')
  expect(await stand.problems()).toEqual([])
})

test('a conversation goes from one engine to the other and back, and nothing is lost', async () => {
  const stand = await createLcmStand({ create: createCompressor })
  await stand.say([user('Always answer in English.'), assistant('Yes.')])
  await grow(stand, 0, 30)
  const { store } = stand
  const lcm = await createLcmStand({ store })
  await grow(lcm, 30, 60)
  const back = await createLcmStand({ store, create: createCompressor })
  await grow(back, 60, 90)
  const again = await createLcmStand({ store })
  await grow(again, 90, 120)
  const view = await again.view()
  const covered = (await Promise.all(view.map((entry) => below(again, entry)))).flat()
  expect(covered.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 2 + 4 * 120 }, (_, i) => i))
  expect(view.map(textOf).join('\n')).toContain('Always answer in English.')
  expect(await again.problems()).toEqual([])
})

test('an undo brings the view before it back, with what was said since', async () => {
  const stand = await createLcmStand()
  for (let n = 0; (await stand.view()).every(({ standsFor }) => standsFor === undefined); n++)
    await grow(stand, n, n + 1)
  await stand.say([user('And now?')])
  await stand.undo()
  const view = await stand.view()
  expect(view.every(({ standsFor }) => standsFor === undefined)).toBe(true)
  expect(textOf(view.at(-1) ?? expect.unreachable('it is empty'))).toBe('And now?')
  expect((await stand.compact()).kind).toBe('committed')
  expect(await stand.problems()).toEqual([])
})

/** A model that writes a sound summary, and says how often it was asked. */
function createWriter(delay: () => Promise<void> = async () => {}) {
  const prompts: string[] = []
  const model: SummaryModel = {
    name: 'writer',
    contextTokens: 100_000,
    async *write(prompt) {
      prompts.push(prompt)
      await delay()
      const parts = [...new Set(prompt.match(/src\/part-\d+\.ts/g) ?? [])].slice(0, 8)
      yield `## Active Task\nNone.\n\n## Goal\nRead the harbour book.\n\n## Completed Actions\n${parts
        .map((part, i) => `${i + 1}. Read ${part}: it tells of a berth (read_file).`)
        .join('\n')}\n\n## Relevant Files\n${parts.map((part) => `- ${part}: read`).join('\n')}`
    },
  }
  return { model, prompts }
}

test('what was prepared is used at the next change, and nobody is asked again for it', async () => {
  const { model, prompts } = createWriter()
  const stand = await createLcmStand({ models: [model] })
  const n = await fill(stand, 6_500)
  expect(await stand.prepare()).toBe(true)
  const asked = prompts.length
  expect(asked).toBeGreaterThan(0)
  await fill(stand, 8_100, n)
  const outcome = await stand.compact()
  expect(outcome).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'model', model: 'writer' } } })
  // Whatever was cut at the same places is not written again.
  const again = prompts.slice(asked).filter((prompt) => prompts.slice(0, asked).includes(prompt))
  expect(again).toEqual([])
  expect(await stand.problems()).toEqual([])
})

test('an engine that may defer waits for what is being prepared, but not beyond the hard limit', async () => {
  const { model } = createWriter()
  const stand = await createLcmStand({ models: [model] })
  const n = await fill(stand, 8_100)
  expect((await stand.compact({ mayDefer: true })).kind).toBe('deferred')
  while (await stand.prepare());
  expect((await stand.compact({ mayDefer: true })).kind).toBe('committed')
  await fill(stand, 12_500, n)
  expect((await stand.compact({ mayDefer: true })).kind).toBe('committed')
})

test('work that was prepared for a view that is gone is discarded', async () => {
  const { model } = createWriter()
  const stand = await createLcmStand({ models: [model] })
  await fill(stand, 8_100)
  const slow = createWriter(() => stand.compact().then(() => {}))
  const other = await createLcmStand({ store: stand.store, models: [slow.model] })
  expect(await other.prepare()).toBe(false)
  expect(await stand.problems()).toEqual([])
})

test('records by code are marked as rough while a model is down, and only then', async () => {
  const down: SummaryModel = {
    name: 'down',
    contextTokens: 100_000,
    // biome-ignore lint/correctness/useYield: it fails at once.
    async *write() {
      throw new Error('connection refused')
    },
  }
  const stand = await createLcmStand({ models: [down] })
  await fill(stand, 8_100)
  expect(await stand.compact()).toMatchObject({
    kind: 'committed',
    receipt: { summary: { by: 'mechanical' }, flags: expect.arrayContaining(['mechanical']) },
  })
  const [{ value } = expect.unreachable('no memo')] = await stand.store.ledgers('talk' as never)
  expect((value as { rough: readonly string[] }).rough.length).toBeGreaterThan(0)
})

test('a record by code is written anew by the model that can, from the messages themselves', async () => {
  const { model, prompts } = createWriter()
  const failing: SummaryModel = {
    name: 'down',
    contextTokens: 100_000,
    // biome-ignore lint/correctness/useYield: it fails at once.
    async *write() {
      throw new Error('connection refused')
    },
  }
  const down = await createLcmStand({
    models: [failing],
    budget: deriveBudget({ contextTokens: 64_000 }, { targetRatio: 0.25 }),
  })
  const n = await fill(down, 32_100)
  expect((await down.compact()).kind).toBe('committed')
  const up = await createLcmStand({
    store: down.store,
    models: [model],
    budget: deriveBudget({ contextTokens: 64_000 }, { targetRatio: 0.25 }),
  })
  const [before] = await up.view()
  await fill(up, 32_100, n)
  expect((await up.compact()).kind).toBe('committed')
  const [after] = await up.view()
  expect(after?.standsFor).toEqual([before?.id])
  expect(prompts.join('\n')).toContain('src/part-0.ts')
  expect(textOf(after ?? expect.unreachable('it is empty'))).not.toContain('from facts alone')
  expect(await up.problems()).toEqual([])
})
