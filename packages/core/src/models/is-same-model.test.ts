import { expect, test } from 'vitest'
import { isSameModel } from './is-same-model.ts'

test.each([
  ['claude-sonnet-4-5', 'claude-sonnet-4-5-20250929'],
  ['gpt-4o', 'gpt-4o-2024-08-06'],
  ['anthropic/claude-sonnet-4.5', 'claude-sonnet-4-5'],
  ['claude-3-5-haiku-latest', 'claude-3-5-haiku-20241022'],
])('%s and %s are one model', (one, other) => {
  expect(isSameModel(one, other)).toBe(true)
})

test.each([
  ['claude-sonnet-4-5', 'claude-sonnet-4'],
  ['gpt-4o', 'gpt-4o-mini'],
  ['claude-opus-4-5', 'claude-sonnet-4-5'],
])('%s and %s are two', (one, other) => {
  expect(isSameModel(one, other)).toBe(false)
})
