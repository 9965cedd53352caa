import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { countingSteps, createAgentDesk, ways } from '../agent-desk.arbitrary.ts'

const [anthropic] = ways
const minute = 60_000

/** A conversation that fills nine tenths of its threshold, and one more turn after a pause. */
async function afterPause(pauseMs: number, soonerWhenCold: boolean) {
  const clock = { ms: 1_700_000_000_000 }
  const { turn, lineage, agent, events } = await createAgentDesk(anthropic, {
    simulator: { model: scripted([...countingSteps(10, 1_000), 'Done.', 'Done again.']), now: () => clock.ms },
    contextTokens: 64_000,
    change: () => ({ now: () => clock.ms, compaction: { enabled: true, threshold: 0.4, soonerWhenCold } }),
  })
  await turn('Count far.')
  const { promptTokens = 0, thresholdTokens } = agent.status()
  expect(promptTokens / thresholdTokens).toBeGreaterThan(0.8)
  expect(promptTokens / thresholdTokens).toBeLessThan(1)
  expect(await lineage()).toHaveLength(1)
  clock.ms += pauseMs
  await turn('And now?')
  const compactions = (await lineage()).length - 1
  expect(events.filter(({ kind }) => kind === 'compressing')).toHaveLength(compactions)
  return compactions
}

test.each([
  ['went cold, where that is wanted', 6 * minute, true, 1],
  ['went cold, where it is not wanted', 6 * minute, false, 0],
  ['is still warm', 4 * minute, true, 0],
])('a prompt below the threshold that %s', async (_, pauseMs, soonerWhenCold, compactions) => {
  expect(await afterPause(pauseMs, soonerWhenCold)).toBe(compactions)
})
