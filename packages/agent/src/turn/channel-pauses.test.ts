import { scripted } from '@palimpsest/simulator'
import { expect, test } from 'vitest'
import { createAgentDesk, ways } from './agent-desk.arbitrary.ts'

const [anthropic] = ways

test('how people paused is kept for the next conversation on the same channel', async () => {
  let now = 1_700_000_000_000
  const { turn, agent, parts } = await createAgentDesk(anthropic, {
    simulator: { model: scripted(['One.', 'Two.', 'Three.']) },
    change: () => ({ now: () => now }),
  })
  for (const said of ['a', 'b', 'c']) {
    await turn(said)
    now += 20 * 60_000
  }
  await agent.end()
  const { channel } = parts.caching.route
  expect(await parts.store.state.get('agent/pauses', channel)).toEqual({ conversations: 1, turns: 3, long: 2 })
  await agent.end()
  expect(await parts.store.state.get('agent/pauses', channel)).toEqual({ conversations: 1, turns: 3, long: 2 })
})

test('what is stored and makes no sense counts as nothing', async () => {
  const { turn, parts } = await createAgentDesk(anthropic, { simulator: { model: scripted(['One.']) } })
  await parts.store.state.set('agent/pauses', parts.caching.route.channel, { turns: 'many' })
  expect(await turn('a')).toEqual({ kind: 'answered', text: 'One.' })
})
