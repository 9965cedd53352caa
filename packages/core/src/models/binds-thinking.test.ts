import { expect, test } from 'vitest'
import { bindsThinking } from './binds-thinking.ts'
import { createCatalogue } from './find-model.ts'

const { find } = createCatalogue()

test.each([
  'claude-opus-5-5',
  'claude-sonnet-5-5-20261001',
  'anthropic/claude-haiku-5.5',
  'us.anthropic.claude-opus-5-5-v1:0',
  'claude-fable-5-1',
  'claude-mythos-5-2',
  'claude-opus-6',
  'claude-fable-5-9',
  'anthropic/claude-sonnet-7.1:thinking',
])('%s binds its thinking', (name) => {
  expect(bindsThinking(name, find(name))).toBe(true)
})

test.each([
  'claude-opus-5',
  'claude-fable-5',
  'claude-sonnet-4-5-20250929',
  'claude-3-7-sonnet-latest',
  'claude-opus-45',
  'gpt-5.6-sol',
  'my-claude-opus-5-5-clone',
])('%s does not', (name) => {
  expect(bindsThinking(name, find(name))).toBe(false)
})

test('what a user says of a model of their own counts more than its name', () => {
  const own = { id: 'claude-opus-9', provider: 'custom', contextTokens: 100_000 }
  expect(bindsThinking('claude-opus-9', own)).toBe(true)
  expect(bindsThinking('claude-opus-9', { ...own, bindsThinking: false })).toBe(false)
})
