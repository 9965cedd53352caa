import { deriveBudget } from '@palimpsest/core/budget'
import type { SummaryModel } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import { assistant, call, result, user } from '@palimpsest/core/testing'
import { describe, expect, test } from 'vitest'
import { createStand } from './stand.arbitrary.ts'

const budget = deriveBudget({ contextTokens: 16_000 })
const steps = Array.from({ length: 8 }, (_, i) => `${i + 1}. Step ${i + 1} moves module-${i} behind the new door.`)
const plan = `Here is what I would do:\n${steps.join('\n')}\nNever mind the old tests.`

function calls(round: number, count = 40): readonly Message[] {
  return Array.from({ length: count }, (_, i): readonly Message[] => [
    assistant(call('terminal', { command: `make part-${round}-${i}` }, `c${round}_${i}`)),
    result(`c${round}_${i}`, `${'built one more file of the module\n'.repeat(20)}exit code: 0`),
  ]).flat()
}

const model: SummaryModel = {
  name: 'aux',
  contextTokens: 100_000,
  async *write() {
    yield '## Goal\nMove the modules.\n## Completed Actions\n1. Ran make: built one more file of the module, exit code: 0.'
  },
}

function textOf(messages: readonly Message[]): string {
  return messages.flatMap(({ parts }) => parts.map((part) => (part.type === 'text' ? part.text : ''))).join('\n')
}

const before = [user('Look at the modules.'), ...calls(90, 5), user('What is the plan?'), ...calls(91, 3)]

describe.each([
  ['code', []],
  ['a model', [model]],
])('with summaries by %s', (_, models) => {
  test('the plan that was agreed to stays word for word over ten compactions, and goes with the next request', async () => {
    const stand = await createStand(models)
    await stand.say([...before, assistant(plan), user('Do it.')])
    for (let round = 0; round < 10; round++) {
      await stand.say(calls(round))
      expect((await stand.compress(budget)).kind).toBe('committed')
      const seen = textOf(await stand.view())
      expect(seen.split(plan)).toHaveLength(2)
      expect(seen).toMatch(/^\[QUOTE assistant, before the last request\] #\d+$/m)
    }
    await stand.say([assistant('All is moved.'), user('Write a guide for newcomers in docs/guide.md.'), ...calls(20)])
    expect((await stand.compress(budget)).kind).toBe('committed')
    expect(textOf(await stand.view())).not.toContain('Step 3 moves')
  })

  test('a plan in the protected beginning stays when that is protected no more', async () => {
    const stand = await createStand(models)
    await stand.say([user('What is the plan?'), assistant(plan), user('Do it.')])
    for (let round = 0; round < 4; round++) {
      await stand.say(calls(round))
      expect((await stand.compress(budget)).kind).toBe('committed')
      expect(textOf(await stand.view()).split(plan)).toHaveLength(2)
    }
  })

  test('it stays from file to file as well', async () => {
    let messages: readonly Message[] = [...before, assistant(plan), user('Sounds good, but skip step 3.')]
    for (let round = 0; round < 3; round++) {
      const stand = await createStand(models)
      await stand.say([...messages, ...calls(round)])
      expect((await stand.compress(budget)).kind).toBe('committed')
      messages = await stand.view()
      expect(textOf(messages).split(plan)).toHaveLength(2)
    }
    const stand = await createStand(models)
    await stand.say([...messages, assistant('Moved.'), user('Write a guide in docs/guide.md.'), ...calls(9)])
    expect((await stand.compress(budget)).kind).toBe('committed')
    expect(textOf(await stand.view())).not.toContain('Step 3 moves')
  })
})

test('a word to go on keeps the plan and what was said last', async () => {
  const stand = await createStand()
  await stand.say([...before, assistant(plan), user('Do it.'), ...calls(0)])
  await stand.compress(budget)
  await stand.say([assistant('Half of the modules are moved; module-4 needs care.'), user('go on'), ...calls(1)])
  await stand.compress(budget)
  await stand.say(calls(2))
  await stand.compress(budget)
  const seen = textOf(await stand.view())
  expect(seen).toContain(plan)
  expect(seen).toContain('module-4 needs care.')
})

test('of an answer that is too long its beginning and its number stay, the same over many compactions', async () => {
  const long = Array.from({ length: 900 }, (_, i) => `${i + 1}. Step ${i + 1} moves module-${i}.`).join('\n')
  const stand = await createStand()
  await stand.say([...before, assistant(long), user('Do it.')])
  const quotes: string[] = []
  for (let round = 0; round < 4; round++) {
    await stand.say(calls(round))
    const outcome = await stand.compress(budget)
    if (outcome.kind !== 'committed') expect.unreachable(JSON.stringify(outcome))
    expect(outcome.receipt.tokens.after).toBeLessThan(budget.thresholdTokens)
    quotes.push(/\[QUOTE assistant, before[^[]*\[…[^[]*/.exec(textOf(await stand.view()))?.[0] ?? '')
  }
  expect(quotes[0]).toContain('1. Step 1 moves module-0.\n2. Step 2')
  expect(quotes[0]).toMatch(/characters left out; in full: Read it with read_original\("#\d+"\)/)
  expect(new Set(quotes).size).toBe(1)
})

test('no secret is kept with it, and no rule is made of it', async () => {
  const key = `ghp_${'aB3dE5fG7hJ9'.repeat(3)}`
  const stand = await createStand()
  await stand.say([...before, assistant(`Always use tabs. The token is ${key}. Shall I?`), user('yes'), ...calls(0)])
  await stand.compress(budget)
  const seen = textOf(await stand.view())
  expect(seen).toContain('Always use tabs. The token is [REDACTED')
  expect(seen).not.toContain(key)
  expect(seen.split('## Constraints & Preferences\n')[1]?.split('\n')[0]).toBe('None.')
})

test('an answer that stays in view is not told twice', async () => {
  const stand = await createStand()
  await stand.say([...before, ...calls(0), assistant(plan), user('Do it.'), ...calls(1, 2)])
  await stand.compress(budget)
  const seen = textOf(await stand.view())
  expect(seen.split(plan)).toHaveLength(2)
  expect(seen).not.toContain('[QUOTE assistant, before')
})
