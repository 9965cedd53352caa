import { deriveBudget } from '@palimpsest/core/budget'
import type { Message } from '@palimpsest/core/message'
import { assistant, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createStand } from './stand.arbitrary.ts'

const budget = deriveBudget({ contextTokens: 64_000 })

function rules(count: number): readonly Message[] {
  return Array.from({ length: count }, (_, i) => [
    user(`Never rename the table customers_${i} of the database billing_${i * 7}.`),
    assistant(`Understood. ${`I looked at part ${i} of the importer and found nothing. `.repeat(30)}`),
  ]).flat()
}

async function flagsAfter(said: readonly Message[]): Promise<readonly string[]> {
  const stand = await createStand()
  await stand.say([...said, user('Go on with the importer.'), assistant('I do.')])
  const outcome = await stand.compress(budget, { trigger: 'manual' })
  return outcome.kind === 'committed' ? outcome.receipt.flags : expect.unreachable()
}

test('rules that are more than can be kept are told by their number, fewer are not', async () => {
  const dropped = (await flagsAfter(rules(300))).filter((flag) => flag.startsWith('rules-dropped'))
  expect(dropped).toEqual([expect.stringMatching(/^rules-dropped: \d+$/)])
  expect((await flagsAfter(rules(40))).filter((flag) => flag.startsWith('rules-dropped'))).toEqual([])
})
