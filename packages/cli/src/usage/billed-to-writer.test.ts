import { promptTokens, totalTokens } from '@palimpsest/core/tokens'
import type { SimulatedModel } from '@palimpsest/simulator'
import pc from 'picocolors'
import { expect, test } from 'vitest'
import { compressReport } from '../compress/compress-report.ts'
import { builder } from '../long-run/builder-model.arbitrary.ts'
import { createLongDesk, type LongDesk, never } from '../long-run/long-desk.arbitrary.ts'
import { work } from '../long-run/long-session.arbitrary.ts'
import { conversationUsage, usageJson } from './conversation-usage.ts'
import { insightsJson, insightsOf } from './insights-of.ts'

const writer = 'claude-haiku-5-5'
const settings = {
  'auxiliary.compression.model': writer,
  'compression.protect_first_n': '1',
  'compression.protect_last_n': '2',
}

/** Answers questions for summaries with something that is none. */
const junk: SimulatedModel = (request, ...rest) =>
  request.tools.length === 0 ? [{ type: 'text', text: 'I cannot help with that.' }] : builder(request, ...rest)

function billedTo(desk: LongDesk, model: string) {
  const calls = desk.simulator.calls.filter((call) => call.model === model && call.usage !== undefined)
  const usd = calls.reduce((sum, { cost }) => sum + (cost?.kind === 'known' ? cost.usd : Number.NaN), 0)
  return { calls: calls.length, usd }
}

/** Usage and insights tell of each model what the provider billed for it. */
async function expectTrueBills({ store, runtime, ...desk }: LongDesk) {
  const found = await conversationUsage(store, runtime.conversation)
  if (found === undefined) throw new Error('no usage')
  for (const { models, total } of [usageJson(found), insightsJson(await insightsOf(store, { now: Date.now() }))]) {
    for (const name of new Set(desk.simulator.calls.flatMap(({ model = '' }) => model))) {
      const { calls, usd } = billedTo({ store, runtime, ...desk }, name)
      const told = models.find(({ model }) => model === name)
      expect(told).toMatchObject({ calls })
      expect(told?.costUsd).toBeCloseTo(usd, 9)
    }
    expect(total.tokens.total).toBe(totalTokens(runtime.status().usage))
  }
}

test('a summary is billed to the model that wrote it', async () => {
  const desk = await createLongDesk({ model: builder, settings })
  await work(desk, 5)
  expect((await desk.runtime.compress(undefined, () => {}, never)).kind).toBe('committed')
  expect(billedTo(desk, writer).calls).toBeGreaterThan(0)
  await expectTrueBills(desk)
})

test('answers that could not be used are billed to who gave them, and told, when code writes in the end', async () => {
  const desk = await createLongDesk({ model: junk, settings })
  await work(desk, 5)
  const notices: string[] = []
  const outcome = await desk.runtime.compress(
    undefined,
    (event) => {
      if (event.kind === 'notice') notices.push(event.text)
    },
    never,
  )
  expect(outcome).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'mechanical' } } })
  const receipt = await desk.runtime.receipt()
  const { calls, usd } = billedTo(desk, writer)
  expect(receipt?.bills).toContainEqual(expect.objectContaining({ model: writer, calls }))
  const all = receipt?.bills?.reduce((sum, bill) => sum + bill.calls, 0) ?? 0
  expect(notices.join('\n')).toContain(`Asking took ${all} calls ($${receipt?.costUsd?.toFixed(4)}).`)
  if (receipt === undefined) throw new Error('no receipt')
  const look = { title: '', unseen: [], showsAll: false, columns: 80, colours: pc.createColors(false) }
  expect(compressReport(receipt, look)).toContain(`${writer}: ${calls} calls, $${usd.toFixed(4)}`)
  await expectTrueBills(desk)
})

test('what came to nothing is billed to who was asked when the next message carries it', async () => {
  const desk = await createLongDesk({ model: builder, settings })
  await work(desk, 5)
  const stopped = new AbortController()
  // The engine is asked, the summary is written, and then someone else was faster.
  const { store } = desk
  const runtime = await desk.open(desk.runtime.session, {
    ...store,
    compact: async () => {
      throw new Error('the disk is full')
    },
  })
  await runtime.compress(undefined, () => {}, stopped.signal).catch(() => undefined)
  await runtime.end()
  await expect(desk.say('Next.')).resolves.toMatchObject({ kind: 'answered' })
  const found = await conversationUsage(store, runtime.conversation)
  const { calls, usd } = billedTo(desk, writer)
  const told = found?.models.find(({ model }) => model === writer)?.tally
  expect([told?.calls, told?.usd.toFixed(9)]).toEqual([calls, usd.toFixed(9)])
})

test('answers that broke off are billed as far as they were told, a summary as any other', async () => {
  const desk = await createLongDesk({ model: builder, settings })
  await work(desk, 5)
  desk.strike({ kind: 'cut-stream', afterEvents: 5 })
  expect((await desk.runtime.compress(undefined, () => {}, never)).kind).toBe('committed')
  const receipt = await desk.runtime.receipt()
  desk.strike({ kind: 'cut-stream', afterEvents: 5 })
  await expect(desk.say('Next.')).resolves.toMatchObject({ kind: 'answered' })
  await expect(desk.say('And then?')).resolves.toMatchObject({ kind: 'answered' })
  const { calls } = desk.simulator
  expect(calls.filter(({ fault }) => fault !== undefined).map(({ model }) => model)).toEqual([
    writer,
    expect.any(String),
  ])
  expect(receipt?.bills).toContainEqual(expect.objectContaining({ model: writer }))
  const found = await conversationUsage(desk.store, desk.runtime.conversation)
  if (found === undefined) throw new Error('no usage')
  for (const { models } of [usageJson(found), insightsJson(await insightsOf(desk.store, { now: Date.now() }))])
    for (const { model, calls: counted, tokens } of models) {
      const own = calls.filter((call) => call.model === model)
      const prompts = own.reduce((sum, { usage }) => sum + (promptTokens(usage ?? {}) ?? Number.NaN), 0)
      expect([counted, tokens.prompt]).toEqual([own.length, prompts])
    }
  expect(promptTokens(desk.runtime.status().usage)).toBe(
    calls.reduce((sum, { usage }) => sum + (promptTokens(usage ?? {}) ?? Number.NaN), 0),
  )
})
