import { deriveBudget } from '@palimpsest/core/budget'
import type { SummaryModel } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import { conversationId } from '@palimpsest/core/store'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createStand } from './stand.arbitrary.ts'

/** Writes down every fact that it is shown, and nothing else: whatever is missing later was lost by us. */
function createPerfectSummariser(contextTokens: number): SummaryModel & { readonly shown: Set<string> } {
  const shown = new Set<string>()
  return {
    name: 'perfect',
    contextTokens,
    shown,
    async *write(prompt) {
      const facts = [...new Set(prompt.match(/FACT-\d+-[a-z]+/g) ?? [])]
      for (const fact of facts) shown.add(fact)
      yield '## Critical Context\n'
      for (const fact of facts) yield `- ${fact}\n`
    },
  }
}

const filler = (words: number, seed: number) =>
  Array.from({ length: words }, (_, i) => `word${(i * 7 + seed) % 89}`).join(' ')

/** One stretch of work with a fact of each class in it. */
function stretch(n: number, words: number): readonly Message[] {
  const id = `c${n}`
  return [
    user(`Please look into part ${n}. Never drop FACT-${n}-rule from the notes.`),
    assistant(
      `I decided to go with FACT-${n}-decision because it is simpler.`,
      call('bash', { command: `grep FACT-${n}-argument`, content: filler(200, n) }, id),
    ),
    result(
      id,
      `${filler(words, n)}\nFACT-${n}-tool\n${filler(words, n)}\nError: FACT-${n}-error happened\nexit code: 1`,
    ),
    assistant(`${filler(300, n)} FACT-${n}-prose ${filler(300, n)}`),
  ]
}

const classes = ['rule', 'decision', 'argument', 'tool', 'error', 'prose']

function factsOf(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from }, (_, i) => classes.map((name) => `FACT-${from + i}-${name}`)).flat()
}

test.each([
  ['as large as the main one', 200_000],
  ['much smaller than the text', 24_000],
])('after five compactions nothing that a summary model with a window %s was shown is missing', async (_, window) => {
  const model = createPerfectSummariser(window)
  const stand = await createStand([model])
  const budget = deriveBudget({ contextTokens: 200_000 })
  for (let round = 0; round < 5; round++) {
    for (let n = 0; n < 30; n++) await stand.say(stretch(round * 30 + n, 1_500))
    const outcome = await stand.compress(budget, { trigger: 'manual' })
    if (outcome.kind !== 'committed') expect.unreachable(JSON.stringify(outcome))
    expect(outcome.receipt.summary).toMatchObject({ by: 'model', coverage: 1 })
    const seen = JSON.stringify(await stand.view())
    expect(factsOf(0, (round + 1) * 30).filter((fact) => !seen.includes(fact))).toEqual([])
  }
})

test('what was cleared without a summary is shown to the model in the original when its turn comes', async () => {
  const model = createPerfectSummariser(200_000)
  const stand = await createStand([model])
  const budget = deriveBudget({ contextTokens: 200_000 }, { protectLastN: 4, targetRatio: 0.3 })
  for (let n = 0; n < 20; n++) await stand.say(stretch(n, 2_500))
  const first = await stand.compress(budget)
  expect(first).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'none' } } })
  expect(model.shown.size).toBe(0)
  for (let n = 20; n < 40; n++) await stand.say(stretch(n, 2_500))
  const second = await stand.compress(budget, { trigger: 'manual' })
  expect(second).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'model' } } })
  const seen = JSON.stringify(await stand.view())
  expect(factsOf(0, 40).filter((fact) => !seen.includes(fact))).toEqual([])
})

test('what is spilled among the last messages is shown to the model as well, so that its facts are in the summary', async () => {
  const model = createPerfectSummariser(200_000)
  const stand = await createStand([model])
  for (let n = 0; n < 20; n++) await stand.say(stretch(n, 2_500))
  const outcome = await stand.compress(deriveBudget({ contextTokens: 200_000 }), { trigger: 'manual' })
  if (outcome.kind !== 'committed') expect.unreachable(JSON.stringify(outcome))
  expect(outcome.receipt).toMatchObject({ summary: { by: 'model', coverage: 1 } })
  expect(outcome.receipt.saved.spilled).toBeGreaterThan(0)
  const seen = JSON.stringify(await stand.view())
  expect(factsOf(0, 20).filter((fact) => !seen.includes(fact))).toEqual([])
})

test('what code wrote about while the model was down is shown to it, whole, once it is back', async () => {
  const model = createPerfectSummariser(200_000)
  let isDown = true
  async function* write(prompt: string, signal: AbortSignal) {
    if (isDown) throw new Error('fetch failed')
    yield* model.write(prompt, signal)
  }
  const stand = await createStand([{ ...model, write }])
  const budget = deriveBudget({ contextTokens: 200_000 })
  for (const round of [0, 1, 2]) {
    for (let n = 0; n < 30; n++) await stand.say(stretch(round * 30 + n, 1_500))
    isDown = round < 2
    const by = isDown ? 'mechanical' : 'model'
    const outcome = await stand.compress(budget, { trigger: 'manual' })
    expect(outcome).toMatchObject({ kind: 'committed', receipt: { summary: { by } } })
  }
  const seen = JSON.stringify(await stand.view())
  expect(factsOf(0, 90).filter((fact) => !seen.includes(fact))).toEqual([])
  const [memo] = (await stand.store.ledgers(conversationId('talk'))).slice(-1)
  expect(JSON.stringify(memo)).not.toContain('"unread"')
})

test('prose of a million tokens is summarised whole', async () => {
  const model = createPerfectSummariser(200_000)
  const stand = await createStand([model])
  const messages = Array.from({ length: 500 }, (_, n) =>
    n % 2 === 0 ? user(`${filler(900, n)} FACT-${n}-prose`) : assistant(`${filler(900, n)} FACT-${n}-prose`),
  )
  await stand.say(messages)
  const outcome = await stand.compress(deriveBudget({ contextTokens: 1_000_000 }))
  expect(outcome).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'model', coverage: 1 } } })
  const seen = JSON.stringify(await stand.view())
  const facts = messages.map((_, n) => `FACT-${n}-prose`)
  expect(facts.filter((fact) => !seen.includes(fact))).toEqual([])
})
