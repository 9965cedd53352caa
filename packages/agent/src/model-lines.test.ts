import { expect, test } from 'vitest'
import { configSchema } from './config/schema.ts'
import { createModelLines } from './model-lines.ts'

test('who writes summaries learns of a smaller window, and forgets it where it was wrong', async () => {
  const lines = createModelLines({
    config: configSchema.parse({}),
    env: { ANTHROPIC_API_KEY: 'test' },
    channel: 'agent',
    byCommand: () => {
      throw new Error('No program is configured.')
    },
    onUsage: () => {},
  })
  const wanted = { name: 'mine', provider: 'anthropic', base_url: null, context_length: 64_000 } as const
  const line = await lines.reach(wanted)
  if ('kind' in line) throw new Error(`${line.name} is missing.`)
  const size = () => line.summaryModels.map(({ contextTokens }) => contextTokens)
  expect(size()).toEqual([64_000])
  line.onWindow?.(24_000)
  expect(size()).toEqual([24_000])
  line.onWindow?.(64_000)
  expect(size()).toEqual([64_000])
})
