import { expect, test } from 'vitest'
import { foreignAuthor, readClaudeModel } from './model-name.ts'

test.each([
  ['claude-opus-4-8', 'opus', 4.08],
  ['anthropic/claude-sonnet-4.6', 'sonnet', 4.06],
  ['claude-sonnet-4-20250514', 'sonnet', 4],
  ['claude-haiku-4-5-20251001', 'haiku', 4.05],
  ['claude-fable-5-1', 'fable', 5.01],
  ['claude-opus-5', 'opus', 5],
  ['claude-3-5-sonnet-20241022', 'sonnet', 3.05],
])('reads family and version of %s', (name, family, version) => {
  expect(readClaudeModel(name)).toEqual({ family, version })
})

test('does not take other models for Claude', () => {
  expect(readClaudeModel('gpt-5.5')).toBeUndefined()
})

test.each([
  ['claude-opus-4-5', 'claude-opus-4-5-20251101', undefined],
  ['anthropic/claude-opus-4.5', 'claude-opus-4-5', undefined],
  ['claude-opus-4-5', 'claude-opus-5', 'claude-opus-4-5'],
  [undefined, 'claude-opus-5', undefined],
  ['claude-opus-5', undefined, undefined],
])('of author %s and reader %s, the foreign author is %s', (author, reader, foreign) => {
  expect(foreignAuthor(author, reader)).toBe(foreign)
})
