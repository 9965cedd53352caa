import { isFailure } from '@palimpsest/core/errors'
import { createCatalogue } from '@palimpsest/core/models'
import { user } from '@palimpsest/core/testing'
import { expect, test } from 'vitest'
import { configSchema } from './config/schema.ts'
import { createModelConnections } from './model-connections.ts'
import { isOnPrompt, summariserFor } from './summary-models.ts'
import { startSimulator } from './turn/agent-desk.arbitrary.ts'

async function reach(settings: object, baseUrl: string | null, provider: 'anthropic' | 'custom' = 'anthropic') {
  const connections = createModelConnections({
    config: configSchema.parse(settings),
    env: { ANTHROPIC_API_KEY: 'test' },
    channel: 'agent',
    byCommand: () => {
      throw new Error('No program is configured.')
    },
    onUsage: () => {},
  })
  const connection = await connections.reach({ name: 'mine', provider, base_url: baseUrl, context_length: 64_000 })
  if ('kind' in connection) throw new Error(`${connection.name} is missing.`)
  return connection
}

test('who writes summaries learns of a smaller window, and forgets it where it was wrong', async () => {
  const connection = await reach({}, null)
  const size = () => connection.summaryModels.map(({ contextTokens }) => contextTokens)
  expect(size()).toEqual([64_000])
  connection.onWindow?.(24_000)
  expect(size()).toEqual([24_000])
  connection.onWindow?.(64_000)
  expect(size()).toEqual([64_000])
})

test('summaries may be written in a smaller window than answers', async () => {
  const connection = await reach({ auxiliary: { compression: { context_length: 9_000 } } }, null)
  expect(connection.summaryModels.map(({ contextTokens }) => contextTokens)).toEqual([9_000])
})

test.each([
  ['main', { provider: 'main' }, true, { kind: 'main' }],
  ['auto', {}, false, { kind: 'other', price: 1 }],
  ['a cheaper model', { model: 'claude-haiku-5-5' }, false, { kind: 'other', price: 0.05 }],
  ['another model of main', { provider: 'main', model: 'claude-haiku-5-5' }, false, { kind: 'other', price: 0.05 }],
  ['a model of unknown price', { model: 'mine' }, false, { kind: 'other', price: 1 }],
  ['a program', { provider: 'command', command: 'cat' }, false, { kind: 'other', price: 0 }],
])('who writes summaries, and at what price: %s', (_, compression, onPrompt, summariser) => {
  const config = configSchema.parse({ auxiliary: { compression } }).auxiliary.compression
  const info = createCatalogue().find('claude-sonnet-5')
  const model = { name: 'claude-sonnet-5', contextTokens: 200_000, maxTokens: 8_000, ...(info && { info }) }
  expect(isOnPrompt(config)).toBe(onPrompt)
  expect(summariserFor(config, model)).toEqual(summariser)
})

test('without a key for who was to write summaries the model itself does, at its own price, and that is told', async () => {
  const compression = { provider: 'openrouter', model: 'claude-haiku-5-5' }
  const connection = await reach({ auxiliary: { compression }, compression: { trigger: 'economic' } }, null)
  const own = await reach({ compression: { trigger: 'economic' } }, null)
  expect(connection.summaryRoutes).toEqual(own.summaryRoutes)
  expect(connection.compaction).toEqual(own.compaction)
  expect(connection.notices).toEqual([
    expect.stringMatching(/^OPENROUTER_API_KEY is not set: .* not openrouter\. Set it/),
  ])
  expect(own.notices).toEqual([])
})

test.each([
  ['anthropic', 'timeout', ''],
  ['anthropic', 'stall-stream', ''],
  ['custom', 'timeout', '/v1'],
] as const)('model.silence_timeout is how long %s may say nothing (%s)', async (provider, kind, path) => {
  const { url } = await startSimulator({ inject: [{ kind }], models: [{ id: 'mine', contextTokens: 64_000 }] })
  const connection = await reach({ model: { silence_timeout: 1 } }, `${url}${path}`, provider)
  const asked = { model: 'mine', messages: [user('Hello.')], tools: [], maxTokens: 100 }
  const started = performance.now()
  const asking = connection.provider.ask(asked, () => {}, new AbortController().signal)
  const error = await asking.catch((thrown: unknown) => thrown)
  expect(isFailure(error, 'provider/refused') && error.message).toContain('nothing was heard for 1 s')
  expect(performance.now() - started).toBeGreaterThan(980)
})
