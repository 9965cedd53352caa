import { expect, test } from 'vitest'
import { entryId } from '../../log/entry.ts'
import { assistant, call, user } from '../../testing/build.ts'
import { calledTool } from './called-tool.ts'
import { readToolChoice } from './read-tool-choice.ts'
import { usedTools } from './used-tools.ts'

test.each([
  ['{"name":"jira_get","arguments":{"key":"A-1"}}', { name: 'jira_get', arguments: '{"key":"A-1"}' }],
  ['{"name":"jira_get","arguments":"{\\"key\\":1}"}', { name: 'jira_get', arguments: '{"key":1}' }],
  ['{"name":"jira_get"}', undefined],
  ['{"query":"issues"}', undefined],
  ['{"name":"find_tools","arguments":{}}', undefined],
  ['no JSON', undefined],
])('the call that find_tools is asked to make: %s', (text, expected) => {
  const given = { name: 'find_tools', arguments: text }
  expect(calledTool(given)).toEqual(expected ?? given)
})

test('tools count as used when they are called, through find_tools too, or named by the user', () => {
  const messages = [
    user('Use jira_search, please.'),
    assistant(call('jira_get', {}), call('find_tools', { name: 'jira_edit', arguments: {} }, 'c2')),
  ]
  const used = usedTools(messages.map((message, n) => ({ id: entryId(`${n}`), message })))
  for (const name of ['jira_search', 'jira_get', 'jira_edit']) expect(used.has(name)).toBe(true)
  expect(used.has('jira_drop')).toBe(false)
})

test('a receipt of an older version, or a damaged one, has no choice', () => {
  expect(readToolChoice({ engine: 'compressor' })).toBeUndefined()
  expect(readToolChoice({ tools: { leftOut: 'all' } })).toBeUndefined()
  expect(readToolChoice(undefined)).toBeUndefined()
  const choice = { shown: 3, leftOut: ['a'], savedTokens: 5, unused: { b: 1 } }
  expect(readToolChoice({ tools: choice })).toEqual(choice)
})
