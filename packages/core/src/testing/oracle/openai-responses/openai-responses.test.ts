import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isList, isObject, type Json } from '../../../json.ts'
import { editIn, setIn } from '../edit-in.ts'
import { checkOpenAiResponses } from './openai-responses.ts'
import { type OpenAiResponsesOracleOptions, openAiResponsesRules } from './openai-responses-rules.ts'

const text = (words: string) => ({ type: 'input_text', text: words })
const picture = { type: 'input_image', image_url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'auto' }
const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'read', arguments: '{}' })
const output = (id: string, said: Json = 'done') => ({ type: 'function_call_output', call_id: id, output: said })
const thought = (id: string) => ({ type: 'reasoning', id, summary: [{ type: 'summary_text', text: 'hm' }] })
const says = (words: string) => ({ role: 'user', content: words })

const request: Json = {
  model: 'gpt-5.5',
  instructions: 'Be brief.',
  tools: [
    { type: 'function', name: 'read', parameters: { type: 'object' }, strict: false },
    { type: 'custom', name: 'patch' },
    { type: 'web_search' },
  ],
  input: [
    { type: 'message', role: 'developer', content: [text('Be kind.')] },
    { role: 'user', content: [text('look'), picture, { type: 'input_file', file_id: 'file_1' }] },
    { ...thought('rs_1'), encrypted_content: 'eHl6', status: 'completed' },
    { ...call('call_a'), id: 'fc_1', status: 'completed' },
    call('call_b'),
    output('call_b'),
    output('call_a', [text('x'), picture]),
    {
      type: 'message',
      id: 'msg_1',
      role: 'assistant',
      content: [{ type: 'output_text', text: 'so', annotations: [] }],
    },
    says('and?'),
    { type: 'web_search_call', id: 'ws_1', status: 'completed' },
    { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_c', name: 'patch', input: '*** Begin' },
    { type: 'custom_tool_call_output', call_id: 'call_c', output: 'ok' },
    { role: 'assistant', content: 'then' },
    says('this'),
  ],
}

const rulesOf = (body: Json, options: OpenAiResponsesOracleOptions = {}) => [
  ...new Set(checkOpenAiResponses(body, options).map(({ rule }) => rule)),
]
const at = (path: string, next: Json | undefined) => setIn(request, path, next)
const add = (path: string, ...more: readonly Json[]) =>
  editIn(request, path, (old) => [...(isList(old) ? old : []), ...more])
const ends = (...more: readonly Json[]) => add('input', ...more)
const marked = (count: number, mark: Json) =>
  ends({ role: 'user', content: Array(count).fill({ ...text('m'), prompt_cache_breakpoint: mark }) })

type Case = readonly [rule: (typeof openAiResponsesRules)[number], body: Json, options?: OpenAiResponsesOracleOptions]
const named = ([name, body, options = {}]: readonly [string, Json, OpenAiResponsesOracleOptions?]) => ({
  name,
  body,
  options,
})

const cases: readonly Case[] = [
  ['body-type', 7],
  ['input-missing', at('input', undefined)],
  ['input-missing', at('input', {})],
  ['input-empty', at('input', [])],
  ['input-empty', at('input', '')],
  ['model-missing', at('model', undefined)],
  ['lone-surrogate', at('input.8.content', 'a\ud800')],
  ['unknown-field', at('messages', [])],
  ['unknown-field', at('input.8.name', 'ann')],
  ['unknown-field', at('input.3.residue', {})],
  ['unknown-field', at('input.1.content.0.cache_control', { type: 'ephemeral' })],
  ['field-missing', at('input.8.content', undefined)],
  ['field-missing', at('input.2.summary', undefined)],
  ['field-missing', at('input.4.name', undefined)],
  ['field-type', at('input.8.content', null)],
  ['field-type', at('instructions', ['x'])],
  ['item-type', ends({ type: 'tool_result', call_id: 'x' })],
  ['item-type', ends('hi')],
  ['role', ends({ role: 'tool', content: 'x' })],
  ['content-empty', at('input.1.content', [])],
  ['content-part-type', at('input.1.content.0.type', 'text')],
  ['content-part-type', at('input.7.content.0', text('so'))],
  ['output-content', at('input.5.output', { ok: true })],
  ['output-content', at('input.6.output.0', { type: 'output_text', text: 'x' })],
  ['image-url', at('input.1.content.1.image_url', undefined)],
  ['image-url', at('input.1.content.1.image_url', { url: 'https://a.b' })],
  ['image-detail', at('input.1.content.1.detail', 'max')],
  ['file-source', at('input.1.content.2.file_id', undefined)],
  ['item-id', at('input.3.id', 'call_a')],
  ['item-id', at('input.7.id', 'chatcmpl-1')],
  ['item-id', at('input.2.id', 'think_1')],
  ['item-id-unique', setIn(at('input.8', { ...says('x'), id: 'msg_1' }), 'input.13', says('y'))],
  ['item-status', at('input.3.status', 'done')],
  ['item-status', at('input.2.status', null)],
  ['item-not-stored', setIn(at('input.2.encrypted_content', undefined), 'store', false)],
  ['item-not-stored', setIn(ends({ type: 'item_reference', id: 'msg_9' }), 'store', false)],
  ['compaction-trigger-last', ends({ type: 'compaction_trigger' }, says('x'))],
  ['unknown-field', ends({ type: 'compaction_trigger', now: true })],
  ['field-missing', ends({ type: 'compaction', id: 'cmp_1' })],
  ['field-type', at('input.3.internal_chat_message_metadata_passthrough', 'turn')],
  ['call-id', ends(call('')), { complete: false }],
  ['call-id-length', setIn(at('input.10.call_id', 'x'.repeat(65)), 'input.11.call_id', 'x'.repeat(65))],
  ['call-id-unique', setIn(at('input.4.call_id', 'call_a'), 'input.5', undefined)],
  ['call-name', at('input.3.name', 'fs.read')],
  ['call-arguments', at('input.3.arguments', '{"a":')],
  ['call-unanswered', at('input.5', undefined)],
  ['call-unanswered', ends(call('call_z'))],
  ['output-orphan', at('input.4', undefined)],
  ['output-orphan', ends(output('call_c'))],
  ['output-duplicate', ends(output('call_a'))],
  ['reasoning-summary', at('input.2.summary', 'hm')],
  ['reasoning-summary', at('input.2.summary.0.type', 'text')],
  ['reasoning-seal', setIn(at('input.2.encrypted_content', undefined), 'input.2.id', undefined)],
  ['reasoning-follower', ends(thought('rs_2'), says('x'))],
  ['reasoning-follower', ends(thought('rs_2'))],
  ['reasoning-missing', at('input.2', undefined), { reasoningOf: { fc_1: 'rs_1' } }],
  ['reasoning-author', request, { authors: [undefined, undefined, 'gpt-5.4'] }],
  ['reasoning-modified', request, { isGenuine: ({ id }) => id !== 'rs_1' }],
  ['cache-breakpoint', marked(1, true)],
  ['cache-breakpoint-count', marked(5, { mode: 'explicit' })],
  ['tool-type', add('tools', { type: 'bash_20250124', name: 'bash' })],
  ['tool-name', at('tools.0.name', '')],
  ['tool-name-unique', at('tools.1.name', 'read')],
  ['tool-schema', at('tools.0.parameters', {})],
]

describe('a request that breaks one rule', () => {
  test.each(cases.map(named))('is refused for $name', ({ name, body, options }) => {
    expect(rulesOf(body, { complete: true, ...options })).toEqual([name])
  })

  test('every rule has such a request', () => {
    expect(new Set(cases.map(([rule]) => rule))).toEqual(new Set(openAiResponsesRules))
  })
})

const input = (isObject(request) && request.input) || []
const list = isList(input) ? input : []

const accepted: readonly (readonly [name: string, body: Json, options?: OpenAiResponsesOracleOptions])[] = [
  ['the whole request', request, { complete: true }],
  ['a bare list of items', input],
  ['a plain question', { model: 'm', input: 'hello' }, { complete: true }],
  ['a transcript that ends on open calls', ends(call('y'), call('z'), output('z'))],
  ['a transcript that ends on reasoning', ends(thought('rs_2'))],
  ['reasoning in two items', ends(thought('rs_2'), thought('rs_3'), { role: 'assistant', content: 'x' })],
  ['reasoning that carries all it needs', setIn(at('input.2.id', undefined), 'store', false)],
  ['reasoning of its own model', request, { authors: [undefined, undefined, 'openai/gpt-5.5'] }],
  ['an output whose call the provider keeps', { previous_response_id: 'resp_1', input: [output('call_q')] }],
  ['an item with the reasoning it needs', request, { reasoningOf: { fc_1: 'rs_1' } }],
  ['a request to compact', ends({ type: 'compaction_trigger' }), { complete: true }],
  ['what a compaction left', ends({ type: 'compaction', id: 'cmp_1', encrypted_content: 'eHl6' }, says('x'))],
  ['notes of a client', setIn(at('client_metadata', { turn: 't1' }), 'store', false)],
  ['notes beside an item', at('input.8.internal_chat_message_metadata_passthrough', { turn_id: 't1' })],
  ['a call into a group of tools', at('input.3.namespace', 'files')],
  ['four breakpoints', marked(4, { mode: 'explicit' })],
  ['an image by file', at('input.1.content.1', { type: 'input_image', file_id: 'file_2', detail: 'high' })],
  ['a dated tool', add('tools', { type: 'web_search_preview_2025_03_11' }, { type: 'computer_use_preview' })],
]

test.each(accepted.map(named))('$name is accepted', ({ body, options }) => {
  expect(checkOpenAiResponses(body, options)).toEqual([])
})

test('every beginning of an accepted transcript is accepted', () => {
  for (const i of list.keys()) expect(rulesOf(list.slice(0, i + 1))).toEqual([])
})

test('a refusal names the place', () => {
  expect(checkOpenAiResponses(at('input.5', undefined))).toEqual([
    { path: 'input[4]', rule: 'call-unanswered', message: expect.stringMatching(/^No tool output .* call_b\./) },
  ])
})

test('no value makes the oracle throw', () => {
  const types = fc.constantFrom('message', 'reasoning', 'function_call', 'function_call_output', 'constructor')
  fc.assert(
    fc.property(fc.jsonValue(), types, (any, type) => {
      const value = any as Json
      const item = { type, role: 'user', content: value, call_id: value, id: value, output: value, summary: value }
      expect(() => checkOpenAiResponses(value, { complete: true })).not.toThrow()
      expect(() => checkOpenAiResponses([value, item, { ...item, content: [value], output: [value] }])).not.toThrow()
      expect(() => checkOpenAiResponses({ input: value, tools: [value], instructions: value })).not.toThrow()
    }),
  )
})
