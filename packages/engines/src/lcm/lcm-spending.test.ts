import type { EnginePorts, SummaryModel } from '@palimpsest/core/engine'
import { createCounter } from '@palimpsest/core/tokens'
import { expect, test } from 'vitest'
import { createLcm } from './lcm.ts'
import { createLcmStand, smallBudget } from './lcm-stand.arbitrary.ts'
import { createTalkWriter, talkTurns } from './lcm-talk.arbitrary.ts'

/** A model that fails, and counts how often it was asked. */
function createFailing() {
  let asked = 0
  const model: SummaryModel = {
    name: 'failing',
    contextTokens: 100_000,
    // biome-ignore lint/correctness/useYield: it fails before its first word.
    async *write() {
      asked++
      throw new Error('invalid api key')
    },
  }
  return { model, asked: () => asked }
}

test('a model that never writes anything usable is not asked without end by preparations', async () => {
  const { model, asked } = createFailing()
  const stand = await createLcmStand({ models: [model] })
  await stand.say(talkTurns(0, 12))
  for (let time = 0; time < 200; time++) expect(await stand.prepare()).toBe(false)
  expect(asked()).toBeGreaterThan(0)
  // After a failure preparations rest for minutes.
  expect(asked()).toBeLessThan(10)
})

test('whoever writes records changes with the model of the conversation', async () => {
  const { model: broken, asked } = createFailing()
  const models = [broken]
  const create = (ports: EnginePorts) =>
    createLcm({
      ...ports,
      get summaryModels() {
        return models
      },
    })
  const stand = await createLcmStand({ create })
  models[0] = createTalkWriter()
  await stand.say(talkTurns(0, 14))
  expect(await stand.compact()).toMatchObject({ kind: 'committed', receipt: { summary: { by: 'model' } } })
  expect(asked()).toBe(0)
})

test('a model that fails is not asked for a shorter record of the same messages', async () => {
  const { model, asked } = createFailing()
  const stand = await createLcmStand({ models: [model] })
  await stand.say(talkTurns(0, 14))
  const outcome = await stand.compact()
  if (outcome.kind !== 'committed') expect.unreachable(outcome.kind)
  const records = (await stand.view()).filter(({ standsFor = [] }) => standsFor.length > 1)
  expect(asked()).toBe(records.length)
})

test('nobody waits for records that only a resting model could write', async () => {
  const stand = await createLcmStand({ models: [createTalkWriter()] })
  await stand.say(talkTurns(0, 14))
  const { engine } = stand
  const view = await stand.view()

  const occasion = {
    trigger: 'preflight',
    view,
    overheadTokens: 100,
    budget: smallBudget,
    counter: createCounter(),
    at: 0,
    mayDefer: true,
  } as const
  const { signal } = new AbortController()
  expect((await engine.compress(occasion, signal)).kind).toBe('deferred')
  expect((await engine.compress({ ...occasion, resting: ['writer'] }, signal)).kind).toBe('compact')
})
