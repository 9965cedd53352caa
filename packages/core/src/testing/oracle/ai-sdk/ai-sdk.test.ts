import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isList, type Json } from '../../../json.ts'
import { editIn, setIn } from '../edit-in.ts'
import type { OracleOptions } from '../violation.ts'
import { checkAiSdk } from './ai-sdk.ts'
import { aiSdkRules } from './ai-sdk-rules.ts'
import { allows, messages, sampleApproval, sampleCall, sampleResult } from './ai-sdk-sample.ts'

const rulesOf = (value: Json, given: OracleOptions = { complete: true }) => [
  ...new Set(checkAiSdk(value, given).map(({ rule }) => rule)),
]
const at = (path: string, next: Json | undefined) => setIn(messages, path, next)
const add = (path: string, ...more: readonly Json[]) =>
  editIn(messages, path, (old) => [...(isList(old) ? old : []), ...more])
const list = isList(messages) ? messages : []
const ends = (...more: readonly Json[]): Json => [...list, ...more]
const assistant = (...content: readonly Json[]) => ({ role: 'assistant', content })
const tool = (...content: readonly Json[]) => ({ role: 'tool', content })
const user = { role: 'user', content: 'x' }

type Case = readonly [rule: (typeof aiSdkRules)[number], messages: Json, options?: OracleOptions]
const named = ([name, value, options = {}]: Case) => ({ name, value, options })

const cases: readonly Case[] = [
  ['body-type', 'hi'],
  ['messages-empty', []],
  ['message-type', ends('hi')],
  ['role', ends({ role: 'developer', content: 'x' })],
  ['lone-surrogate', at('6.content', '\ud800')],
  ['field-missing', at('6.content', undefined)],
  ['field-missing', at('1.content.2.mediaType', undefined)],
  ['field-type', at('1.content.0.text', null)],
  ['field-type', at('1.content.1.image', { url: 'x' })],
  ['content-type', at('0.content', [{ type: 'text', text: 'x' }])],
  ['content-type', ends({ role: 'tool', content: 'x' })],
  ['content-type', at('6.content', null)],
  ['part-type', add('1.content', { type: 'reasoning', text: 'x' })],
  ['part-type', add('2.content', { type: 'image', image: 'eA==' })],
  ['part-type', add('3.content', { type: 'text', text: 'x' })],
  ['provider-options', at('0.providerOptions', { anthropic: true })],
  ['provider-options', at('1.content.0.providerOptions', null)],
  ['tool-output', at('3.content.0.output', 'done')],
  ['tool-output', at('3.content.0.output.type', 'image')],
  ['tool-output', at('3.content.0.output.value.0.type', 'image')],
  ['tool-output', at('3.content.0.output.value.7.fileId', { openai: 1 })],
  ['tool-call-id-unique', ends(user, assistant(sampleCall('x'), sampleCall('x')), tool(sampleResult('x')))],
  ['tool-results-missing', at('3', undefined)],
  ['tool-results-missing', ends(assistant(sampleCall('z'), sampleResult('z')))],
  ['tool-results-missing', ends(assistant(sampleCall('z')))],
  ['tool-results-missing', ends(assistant(sampleCall('z')), user)],
  ['tool-result-orphan', ends(tool(sampleResult('q')))],
  ['tool-result-duplicate', ends(tool(sampleResult('a')))],
  ['tool-name-mismatch', at('3.content.0.toolName', 'write')],
  ['approval-orphan', ends(tool({ ...allows, approvalId: 'ok2' }))],
  ['reasoning-author', messages, { authors: [undefined, undefined, 'a'], model: 'b' }],
  ['approval-call-missing', ends(assistant({ ...sampleApproval, approvalId: 'ok2', toolCallId: 'q' }))],
]

describe('a prompt that breaks one rule', () => {
  test.each(cases.map(named))('is refused for $name', ({ name, value, options }) => {
    expect(rulesOf(value, { complete: true, ...options })).toEqual([name])
  })

  test('every rule has such a prompt', () => {
    expect(new Set(cases.map(([rule]) => rule))).toEqual(new Set(aiSdkRules))
  })
})

test('the whole list is accepted', () => {
  expect(checkAiSdk(messages, { complete: true })).toEqual([])
  expect(checkAiSdk({ messages, system: 'x' }, { complete: true })).toEqual([])
})

test('every beginning of an accepted transcript is accepted', () => {
  for (const i of list.keys()) expect(rulesOf(list.slice(0, i + 1), {})).toEqual([])
})

test('calls that the last message approves are not missing a result', () => {
  const asked = ends(user, assistant(sampleCall('d'), { ...sampleApproval, approvalId: 'ok3' }))
  expect(rulesOf(asked)).toEqual(['tool-results-missing'])
  expect(rulesOf([...(isList(asked) ? asked : []), tool({ ...allows, approvalId: 'ok3' })])).toEqual([])
})

test('no value makes the oracle throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.constantFrom('system', 'user', 'assistant', 'tool'), (any, role) => {
      const value = any as Json
      const part = { type: 'tool-result', toolCallId: value, toolName: value, output: value }
      expect(() => checkAiSdk(value, { complete: true })).not.toThrow()
      expect(() => checkAiSdk([value, { role, content: [value, part, { ...part, type: 'tool-call' }] }])).not.toThrow()
    }),
  )
})
