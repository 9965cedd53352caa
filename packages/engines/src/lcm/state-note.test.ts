import { assistant, call, result, user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { createLcmStand } from './lcm-stand.arbitrary.ts'

test('a request that only the first of several records tells of is shown again below them', async () => {
  const stand = await createLcmStand()
  await stand.say([user('Should issue 1263 be closed by the prepare changes?')])
  for (let n = 0; n < 30; n++) {
    const lines = Array.from({ length: 100 }, (_, i) => `line ${i} of part ${n} is about berth ${i * n}`)
    await stand.say([
      assistant(call('read_file', { path: `src/part-${n}.ts` }, `r${n}`)),
      result(`r${n}`, lines.join('\n')),
    ])
  }
  expect(await stand.compact({ trigger: 'overflow' })).toMatchObject({ kind: 'committed' })
  const view = await stand.view()
  const records = view.filter(({ standsFor = [] }) => standsFor.length > 1)
  const told = view.findLastIndex(({ message }) => JSON.stringify(message).includes('Should issue 1263 be closed'))
  expect(records.length).toBeGreaterThan(1)
  expect(told).toBeGreaterThan(view.findLastIndex(({ standsFor = [] }) => standsFor.length > 1))
})
