import { type Budget, deriveBudget } from '@palimpsest/core/budget'
import type { Format, Message } from '@palimpsest/core/message'
import { checkAiSdk, checkAnthropic, checkOpenAiChat, checkOpenAiResponses } from '@palimpsest/core/testing'
import { codecs } from '@palimpsest/core/wire'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { build, layouts } from './layout.arbitrary.ts'
import { counter, createStand } from './stand.arbitrary.ts'

const windows = [16_000, 32_000, 128_000].map((contextTokens) => deriveBudget({ contextTokens }))
const budgets = fc.constantFrom(...windows)

/** Runs one compaction and holds its result against what must be true of every one. */
async function checkLaws(messages: readonly Message[], budget: Budget, trigger: 'preflight' | 'manual' = 'preflight') {
  const stand = await createStand()
  await stand.say(messages)
  const outcome = await stand.compress(budget, { trigger })
  const view = await stand.view()
  if (outcome.kind === 'unchanged') {
    expect(view).toEqual(messages)
    if (trigger === 'preflight' && outcome.reason === 'below-threshold')
      expect(counter.request(messages)).toBeLessThan(budget.thresholdTokens)
    return { outcome, view }
  }
  if (outcome.kind !== 'committed') expect.unreachable(JSON.stringify(outcome))
  const { tokens, saved, flags } = outcome.receipt
  expect(tokens.before).toBe(counter.request(messages))
  expect(tokens.after).toBe(counter.request(view))
  expect(tokens.after).toBeLessThan(tokens.before)
  expect(Object.values(saved).reduce((sum, each) => sum + each, 0)).toBe(tokens.before - tokens.after)
  if (tokens.after >= tokens.threshold) expect(flags).toContain('irreducible-floor')
  expect(lastAsked(view)).toBe(lastAsked(messages))
  for (const rule of rulesIn(messages)) expect(JSON.stringify(view)).toContain(rule)
  return { outcome, view }
}

function lastAsked(messages: readonly Message[]): string | undefined {
  const last = messages.findLast(({ role, parts }) => role === 'user' && !isSummary(parts))
  const [text] = last?.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])) ?? []
  // What is too large to be shown whole begins as it did.
  return text?.replace(/^<persisted-output>\n.*\n.*\n/, '').slice(0, 40)
}

function isSummary(parts: Message['parts']): boolean {
  return parts.some((part) => part.type === 'text' && part.text.startsWith('[CONTEXT COMPACTION'))
}

function rulesIn(messages: readonly Message[]): readonly string[] {
  return messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'text' && part.text.startsWith('Never touch') ? [part.text] : [])),
  )
}

const checks: Readonly<Partial<Record<Format, (body: never) => readonly unknown[]>>> = {
  anthropic: checkAnthropic,
  'openai-chat': checkOpenAiChat,
  'openai-responses': checkOpenAiResponses,
  'ai-sdk': checkAiSdk,
}

describe('for conversations of every build', () => {
  test('a compaction shrinks, keeps rules and the last request, and accounts for every token', async () => {
    await fc.assert(
      fc.asyncProperty(layouts({ broken: true }), budgets, async (messages, budget) => {
        await checkLaws(messages, budget)
      }),
      { numRuns: 150 },
    )
  })

  test('one that a person asks for obeys the same laws', async () => {
    await fc.assert(
      fc.asyncProperty(layouts({ broken: true }), budgets, async (messages, budget) => {
        await checkLaws(messages, budget, 'manual')
      }),
      { numRuns: 60 },
    )
  })

  test('what comes out is valid on all four wires', async () => {
    await fc.assert(
      fc.asyncProperty(layouts({ broken: false }), budgets, async (messages, budget) => {
        const { view } = await checkLaws(messages, budget)
        for (const [format, check] of Object.entries(checks)) {
          const { value } = codecs[format as Format].encode({ messages: view })
          expect(check(value as never), format).toEqual([])
        }
      }),
      { numRuns: 60 },
    )
  })

  test('doing it again changes nothing, and doing it elsewhere gives the same bytes', async () => {
    await fc.assert(
      fc.asyncProperty(layouts({ broken: true }), budgets, async (messages, budget) => {
        const one = await createStand()
        const other = await createStand()
        for (const stand of [one, other]) await stand.say(messages)
        const first = await one.compress(budget)
        await other.compress(budget)
        const view = JSON.stringify(await one.view())
        expect(JSON.stringify(await other.view())).toBe(view)
        const isOver = first.kind === 'committed' && first.receipt.flags.includes('irreducible-floor')
        if (!isOver) expect((await one.compress(budget)).kind).toBe('unchanged')
      }),
      { numRuns: 60 },
    )
  })
})

const giant = { kind: 'giant', chars: 600_000 }
const talk = Array.from({ length: 30 }, (_, i) => ({ kind: i % 3 === 0 ? 'asked' : 'called', chars: 900 }))

test.each([
  ['first', [giant, ...talk]],
  ['in the middle', [...talk, giant, ...talk]],
  ['last', [...talk, giant]],
  ['last, by the assistant', [...talk, { kind: 'said', chars: 10 }, giant]],
  ['four times', [giant, giant, giant, giant]],
])('a giant message %s ends below the threshold', async (_, stretches) => {
  for (const budget of windows) {
    const { outcome } = await checkLaws(build(true, stretches), budget)
    if (outcome.kind !== 'committed') expect.unreachable(outcome.kind)
    expect(outcome.receipt.tokens.after).toBeLessThan(budget.thresholdTokens)
  }
})

test('five thousand tiny messages end below the threshold', async () => {
  const stretches = Array.from({ length: 5_000 }, () => ({ kind: 'said', chars: 12 }))
  const { outcome } = await checkLaws(build(false, stretches), deriveBudget({ contextTokens: 32_000 }))
  expect(outcome.kind).toBe('committed')
})

test('a conversation in which no user speaks ends with one that does', async () => {
  const messages = build(
    true,
    Array.from({ length: 40 }, () => ({ kind: 'called', chars: 4_000, wide: 2 })),
  ).filter(({ role }) => role !== 'user')
  const { view } = await checkLaws(messages, deriveBudget({ contextTokens: 32_000 }))
  expect(view.some(({ role }) => role === 'user')).toBe(true)
})
