import { addBilled, type BilledUsage, totalTokens } from '@palimpsest/core/tokens'
import pc from 'picocolors'
import { expect, test } from 'vitest'
import { goodbye } from '../chat/goodbye.ts'
import { builder } from '../long-run/builder-model.arbitrary.ts'
import { createLongDesk, never } from '../long-run/long-desk.arbitrary.ts'
import { work } from '../long-run/long-session.arbitrary.ts'
import { dollars } from '../terminal/amounts.ts'
import { conversationUsage, usageJson } from './conversation-usage.ts'
import { insightsJson, insightsOf } from './insights-of.ts'
import { insightsReport } from './insights-report.ts'
import { sessionTokens } from './session-tokens.ts'
import { usageReport } from './usage-report.ts'

const settings = {
  'auxiliary.compression.provider': 'main',
  'compression.protect_first_n': '1',
  'compression.protect_last_n': '2',
}
const look = { colours: pc.createColors(false), columns: 80 }

test.each(['kept', 'undone'])('what summaries took is part of what was billed, also when one is %s', async (fate) => {
  const desk = await createLongDesk({ model: builder, settings })
  const { store, runtime, simulator } = desk
  await work(desk, 5)
  const before = simulator.calls.length
  const outcome = await runtime.compress(undefined, () => {}, never)
  expect(outcome.kind).toBe('committed')
  const receipt = outcome.kind === 'committed' ? outcome.receipt : undefined
  const written = simulator.calls.slice(before)
  expect(receipt?.summary.by).toBe('model')
  expect(written.length).toBeGreaterThan(0)
  await desk.say('Next.')
  if (fate === 'undone') expect((await runtime.undo()).kind).toBe('undone')

  const sum = (calls: typeof simulator.calls) => {
    const usd = calls.reduce((all, { cost }) => all + (cost?.kind === 'known' ? cost.usd : Number.NaN), 0)
    const usage = calls.reduce<BilledUsage>((all, call) => addBilled(all, call.usage ?? {}), {})
    return { usd, tokens: totalTokens(usage) }
  }
  const billed = sum(simulator.calls)
  const found = await conversationUsage(store, runtime.conversation)
  const insights = await insightsOf(store, { now: Date.now() })
  if (found === undefined) throw new Error('no usage')
  for (const json of [usageJson(found), insightsJson(insights)]) {
    expect(json.total.costUsd).toBeCloseTo(billed.usd, 9)
    expect(json.total).toMatchObject({ calls: simulator.calls.length, tokens: { total: billed.tokens } })
    expect(json.models.reduce((all, { costUsd }) => all + (costUsd ?? 0), 0)).toBeCloseTo(billed.usd, 9)
    expect(json.summaries.costUsd).toBeCloseTo(json.compactions.summariesUsd ?? 0, 9)
  }
  expect(found.summaries.usd).toBeCloseTo(sum(written).usd, 9)
  expect([found.summaries.calls, totalTokens(found.summaries.usage)]).toEqual([written.length, sum(written).tokens])
  const ofIt = `of it summaries +\\${dollars(found.summaries.usd)}, [\\d,]+ tokens, \\d calls?\\n`
  for (const text of [usageReport(found, look), insightsReport(insights, look)]) expect(text).toMatch(new RegExp(ofIt))

  expect(runtime.status().costUsd).toBeCloseTo(billed.usd, 9)
  expect(goodbye({ runtime, turns: 6, isTour: false }, look)).toContain(dollars(billed.usd))
  const shown = await sessionTokens(store, runtime.conversation, await store.lineage(runtime.session))
  expect(totalTokens(shown)).toBe(billed.tokens)
})
