import { expect, test } from 'vitest'
import { loadConfig } from './config/load-config.ts'
import { summariesWith } from './summary-models.ts'
import { chosenModel, fallbackModel } from './wanted-model.ts'
import { wayTo } from './way-to.ts'

const auto = { provider: 'auto', base_url: null } as const
const url = 'http://localhost:1234/v1'

test.each([
  ['claude-sonnet-5', 'anthropic'],
  ['gpt-5', 'openai-responses'],
  ['o4-mini', 'openai-responses'],
  ['anthropic/claude-sonnet-5', 'openrouter'],
])('%s is asked for at %s, whatever keys are set', (name, provider) => {
  for (const env of [{}, { ANTHROPIC_API_KEY: 'x' }, { OPENROUTER_API_KEY: 'x', OPENAI_API_KEY: 'x' }])
    expect(wayTo(name, auto, env)).toEqual({ name, provider, base_url: null })
})

test('a name that tells nothing goes where the only key leads, and that is said; otherwise nobody guesses', () => {
  expect(wayTo('mine', auto, { OPENROUTER_API_KEY: 'x' })).toMatchObject({
    provider: 'openrouter',
    hint: expect.stringContaining('only one set'),
  })
  const both = { ANTHROPIC_API_KEY: 'x', OPENAI_API_KEY: 'y' }
  expect(wayTo('mine', auto, both)).toEqual({ kind: 'unclear', name: 'mine', keys: Object.keys(both) })
  expect(wayTo('gpt-oss-120b', auto, {})).toMatchObject({ kind: 'unclear', keys: [] })
})

test.each([
  ['claude-sonnet-5', 'anthropic'],
  ['gpt-5', 'openai'],
  ['meta-llama/Llama-4', 'custom'],
  ['mine', 'custom'],
])('at an address of its own, %s is spoken to as %s', (name, provider) => {
  expect(wayTo(name, { provider: 'auto', base_url: url }, {})).toEqual({ name, provider, base_url: url })
})

test('a provider that is configured wins, and a model of another family gets a hint', () => {
  const at = (provider: 'anthropic' | 'openrouter' | 'openai', base_url: string | null = null) =>
    wayTo('gpt-5', { provider, base_url }, {})
  expect(at('anthropic')).toMatchObject({
    provider: 'anthropic',
    hint: expect.stringMatching(/gpt-5.*openai-responses/),
  })
  expect(at('openrouter')).toMatchObject({ provider: 'openrouter', hint: expect.stringContaining('vendor/model') })
  expect([at('openai'), at('anthropic', url)].map((way) => 'hint' in way)).toEqual([false, false])
})

function configured(text: string) {
  const loaded = loadConfig({ text })
  if (loaded.kind === 'refused') throw new Error('refused')
  return loaded.config
}

test('another model leaves a maker that cannot have it, without the window that was configured for the first', () => {
  const { model } = configured('model:\n  provider: openai\n  name: gpt-4.1\n  context_length: 9000\n')
  expect(chosenModel(model, 'gpt-4.1', {})).toMatchObject({ provider: 'openai', context_length: 9_000 })
  expect(chosenModel(model, 'gpt-5', {})).toMatchObject({ provider: 'openai', context_length: null })
  expect(chosenModel(model, 'claude-sonnet-5', {})).toMatchObject({ provider: 'anthropic', context_length: null })
  expect(chosenModel(model, 'x/y', {})).toMatchObject({ provider: 'openrouter' })
  expect(chosenModel(model, 'mine', {})).toMatchObject({ provider: 'openai' })
  const own = configured(`model:\n  provider: custom\n  name: mine\n  base_url: ${url}\n`)
  expect(chosenModel(own.model, 'gpt-5', {})).toMatchObject({ provider: 'custom', base_url: url })
})

test('the model that stands in is reached by its own name', () => {
  const { model } = configured('model:\n  provider: anthropic\n  name: claude-sonnet-5\n  fallback: gpt-5\n')
  expect(fallbackModel(model, {})).toMatchObject({ name: 'gpt-5', provider: 'openai-responses' })
})

test('so is a model that writes summaries; without its key the model itself writes them, and that is told', () => {
  const { compression } = configured('auxiliary:\n  compression:\n    model: gpt-5-mini\n').auxiliary
  const main = { name: 'claude-sonnet-5', provider: 'anthropic', base_url: null } as const
  const keyed = summariesWith(compression, main, { OPENAI_API_KEY: 'x' })
  expect(keyed).toMatchObject({ config: { provider: 'openai-responses', model: 'gpt-5-mini' }, notices: [] })
  const without = summariesWith(compression, main, { ANTHROPIC_API_KEY: 'x' })
  expect(without).toMatchObject({
    config: { provider: 'auto', model: null },
    notices: [expect.stringMatching(/OPENAI_API_KEY is not set.*not gpt-5-mini/)],
  })
})
