import { deriveBudget } from '@palimpsest/core/budget'
import type { SummaryModel } from '@palimpsest/core/engine'
import type { Message } from '@palimpsest/core/message'
import { assistant, call, plantInPlace, plantTokens, result, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createStand } from './stand.arbitrary.ts'

const planted = [...plantTokens(7), ...plantInPlace(7)]

/** Every secret stands where secrets stand: in what a user pastes, in a command, in its output, in an answer. */
function conversation(): readonly Message[] {
  const talk = planted.flatMap(({ text }, n): readonly Message[] => [
    user(`Never forget step ${n}. My credential for it:\n${text}\n`),
    assistant(
      `I will use\n${text}\nnow.`,
      call('bash', { command: `deploy --step ${n}`, env: `\n${text}\n` }, `c${n}`),
    ),
    result(`c${n}`, `step ${n}\n${text}\nError: step ${n} failed\n${'line of output\n'.repeat(60)}`),
  ])
  return [...talk, user('And now?')]
}

function secretsIn(text: string): readonly string[] {
  return planted.filter(({ secret }) => text.includes(secret)).map(({ kind }) => kind)
}

/** Tells what it was shown, and tries to smuggle a secret into its summary. */
function createLeaky(): SummaryModel & { readonly prompts: string[] } {
  const prompts: string[] = []
  return {
    name: 'leaky',
    contextTokens: 60_000,
    prompts,
    async *write(prompt) {
      prompts.push(prompt)
      const steps = [...new Set(prompt.match(/step \d+/g) ?? [])].join(', ')
      yield `## Completed Actions\n1. Did ${steps}\n\n## Critical Context\n`
      for (const { text } of planted) yield `- use ${text}\n`
    },
  }
}

test.each(['by code', 'by a model that leaks'])('no secret survives in what a compaction writes %s', async (by) => {
  expect(new Set(planted.map(({ kind }) => kind)).size).toBeGreaterThanOrEqual(30)
  const leaky = createLeaky()
  const stand = await createStand(by === 'by code' ? [] : [leaky])
  await stand.say(conversation())
  const focus = `the deployment with ${planted[0]?.text ?? ''}`
  const budget = deriveBudget({ contextTokens: 32_000 })
  const outcome = await stand.compress(budget, { trigger: 'manual', focus })
  if (outcome.kind !== 'committed') expect.unreachable(JSON.stringify(outcome))
  expect(secretsIn(JSON.stringify(outcome.receipt))).toEqual([])
  const made = (await stand.store.view(outcome.session.id)).filter(({ standsFor }) => standsFor !== undefined)
  expect(secretsIn(made.map(({ message }) => JSON.stringify(message)).join('\n'))).toEqual([])
  expect(secretsIn(JSON.stringify(await stand.store.ledgers(outcome.session.conversation)))).toEqual([])
  expect(secretsIn(leaky.prompts.join('\n'))).toEqual([])
  expect(leaky.prompts.length).toBeGreaterThan(by === 'by code' ? -1 : 0)
})

test('the error of a summary model names no secret', async () => {
  const [{ text = '', secret = '' } = {}] = planted
  const broken: SummaryModel = {
    name: 'broken',
    contextTokens: 100_000,
    // biome-ignore lint/correctness/useYield: it fails before it says anything
    async *write() {
      throw new Error(`401 for ${text}`)
    },
  }
  const stand = await createStand([broken])
  await stand.say(conversation())
  const outcome = await stand.compress(deriveBudget({ contextTokens: 32_000 }), { trigger: 'manual' })
  expect(outcome.kind).toBe('committed')
  expect(JSON.stringify(outcome)).not.toContain(secret)
})

test('a secret in the sentence of a rule does not keep a conversation from being compressed', async () => {
  const stand = await createStand()
  const token = `ghp_${'aB3dE6gH9jK2'.repeat(3)}`
  const work = Array.from({ length: 30 }, (_, n) => [
    assistant(call('bash', { command: `cat part-${n}` }, `c${n}`)),
    result(`c${n}`, `part ${n} of it\n`.repeat(300)),
  ])
  await stand.say([user(`Read all parts. Never use ${token} in the repository.`), ...work.flat()])
  const outcome = await stand.compress(deriveBudget({ contextTokens: 64_000 }))
  if (outcome.kind !== 'committed') expect.unreachable(JSON.stringify(outcome))
  expect(outcome.receipt.summary.by).toBe('none')
  expect(outcome.receipt.survival.constraints).toEqual({ inContext: 1, total: 1 })
  expect(outcome.receipt.survival.requests).toEqual({ inContext: 1, total: 1 })
})
