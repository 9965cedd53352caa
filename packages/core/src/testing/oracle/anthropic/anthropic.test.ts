import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isList, isObject, type Json } from '../../../json.ts'
import { editIn, setIn } from '../edit-in.ts'
import { checkAnthropic } from './anthropic.ts'
import { anthropicRules } from './anthropic-rules.ts'
import type { AnthropicOracleOptions } from './anthropic-thinking.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAA'
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png } }
const use = (id: string) => ({ type: 'tool_use', id, name: 'read', input: { path: 'a' } })
const result = (id: string, content: Json = 'done') => ({ type: 'tool_result', tool_use_id: id, content })
const text = (words: string) => ({ type: 'text', text: words })
const mark = (ttl?: string) => ({ type: 'ephemeral', ...(ttl === undefined ? {} : { ttl }) })

const request: Json = {
  model: 'claude-opus-4-5',
  max_tokens: 1000,
  system: [{ ...text('Be brief.'), cache_control: mark('1h') }],
  tools: [
    { name: 'read', description: 'Reads.', input_schema: { type: 'object', properties: {} } },
    { type: 'web_search_20250305', name: 'web_search', max_uses: 3 },
  ],
  messages: [
    { role: 'user', content: [text('look'), image] },
    {
      role: 'assistant',
      content: [{ type: 'thinking', thinking: 'hm', signature: 'c2ln' }, text('so'), use('a'), use('b')],
    },
    { role: 'user', content: [result('a', [text('x'), image]), { ...result('b'), is_error: true }, text('on')] },
    {
      role: 'assistant',
      content: [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
        { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] },
        text('found'),
      ],
    },
    { role: 'user', content: 'and now?' },
    { role: 'assistant', content: [{ type: 'redacted_thinking', data: 'eHl6' }, use('c')] },
    {
      role: 'user',
      content: [
        { ...result('c'), cache_control: mark() },
        { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'words' }, title: 'w' },
      ],
    },
  ],
}

const rulesOf = (body: Json, options: AnthropicOracleOptions = { complete: true }) => [
  ...new Set(checkAnthropic(body, options).map(({ rule }) => rule)),
]
const at = (path: string, next: Json | undefined) => setIn(request, path, next)
const add = (path: string, ...more: readonly Json[]) =>
  editIn(request, path, (old) => [...(isList(old) ? old : []), ...more])
const first = (path: string, item: Json) => editIn(request, path, (old) => [item, ...(isList(old) ? old : [])])
const object = (value: Json) => (isObject(value) ? value : {})
const ends = (...more: readonly Json[]) => add('messages', ...more)
const says = (role: string, ...content: readonly Json[]) => ({ role, content })
const after = (...content: readonly Json[]) => ends(says('assistant', ...content), says('user', text('ok')))
const marked = (count: number, marker: Json = mark()) =>
  ends(says('assistant', text('ok')), says('user', ...Array(count).fill({ ...text('m'), cache_control: marker })))

type Case = readonly [rule: (typeof anthropicRules)[number], body: Json, options?: AnthropicOracleOptions]
const named = ([name, body, options = {}]: readonly [string, Json, AnthropicOracleOptions?]) => ({
  name,
  body,
  options,
})

const cases: readonly Case[] = [
  ['body-type', 'hello'],
  ['messages-missing', at('messages', 'none')],
  ['messages-missing', at('messages', undefined)],
  ['messages-empty', at('messages', [])],
  ['message-type', ends('hi')],
  ['unknown-field', at('private', 1)],
  ['unknown-field', at('messages.4.timestamp', 7)],
  ['unknown-field', at('messages.4.type', 'message')],
  ['unknown-field', at('messages.0.content.0.residue', {})],
  ['unknown-field', at('messages.2.content.0.content.0.note', 1)],
  ['unknown-field', at('tools.0.parameters', {})],
  ['field-missing', at('messages.4.content', undefined)],
  ['field-missing', at('messages.0.content.0.text', undefined)],
  ['field-type', at('messages.4.content', 3)],
  ['field-type', at('messages.2.content.1.is_error', 'yes')],
  ['field-type', at('messages.0.content.0.text', null)],
  ['model-missing', at('model', undefined)],
  ['max-tokens', at('max_tokens', undefined)],
  ['max-tokens', at('max_tokens', -1)],
  ['max-tokens', setIn(at('max_tokens', 0), 'stream', true)],
  ['max-tokens', setIn(at('max_tokens', 0), 'output_config', { format: { type: 'json_schema', schema: {} } })],
  ['max-tokens', setIn(at('max_tokens', 0), 'output_format', { type: 'json_schema', schema: {} })],
  ['lone-surrogate', at('messages.4.content', 'half \ud83d')],
  ['lone-surrogate', at('messages.1.content.2.input', { '\udc00': 1 })],
  ['role', ends({ role: 'tool', content: 'x' })],
  ['first-role', first('messages', says('assistant', text('hi')))],
  ['system-role-model', ends(says('system', text('new rule')))],
  ['system-role-model', setIn(ends(says('system', text('new rule'))), 'model', 'claude-haiku-4-5')],
  ['first-role', setIn(first('messages', says('system', text('s'))), 'model', 'claude-opus-5'), { complete: false }],
  ['content-empty', setIn(ends({ role: 'system', content: [] }), 'model', 'claude-opus-5')],
  ['unknown-field', at('messages.4.clear_at', 'never')],
  ['system-placement', setIn(ends(says('assistant', text('a')), says('system', text('s'))), 'model', 'claude-opus-5')],
  ['system-placement', setIn(ends(says('system', text('s')), says('user', text('u'))), 'model', 'claude-fable-5-1')],
  ['content-empty', at('messages.4.content', '')],
  ['content-empty', at('messages.4.content', [])],
  ['prefill-unsupported', setIn(ends(says('assistant', text('{'))), 'model', 'claude-sonnet-4-6')],
  ['prefill-unsupported', setIn(ends({ role: 'assistant', content: '{' }), 'model', 'claude-opus-5-5')],
  ['prefill-whitespace', ends(says('assistant', text('The answer is ')))],
  ['text-empty', at('messages.0.content.0.text', '')],
  ['text-empty', at('messages.2.content.0.content.0.text', '')],
  ['text-blank', at('messages.0.content.0.text', ' \n')],
  ['text-blank', at('messages.4.content', '\t')],
  ['text-blank', at('system', ' ')],
  ['block-type', at('messages.0.content.0', { type: 'input_text', text: 'x' })],
  ['block-type', at('messages.0.content.0', 'plain')],
  ['block-type', at('messages.0.content.0', { type: 'search_result', source: 's', title: 't', content: [image] })],
  ['tool-use-role', ends(says('user', { ...use('d') }))],
  ['tool-result-role', after(result('a'), text('x'))],
  ['thinking-role', add('messages.6.content', { type: 'redacted_thinking', data: 'eA==' })],
  ['attachment-role', after(image, text('x'))],
  ['server-block-role', add('messages.6.content', { type: 'compaction', content: 'so far' })],
  ['tool-use-id', setIn(at('messages.5.content.1.id', 'c|1'), 'messages.6.content.0.tool_use_id', 'c|1')],
  ['tool-use-id-unique', setIn(at('messages.5.content.1.id', 'a'), 'messages.6.content.0.tool_use_id', 'a')],
  ['tool-use-name', at('messages.1.content.2.name', 'fs.read')],
  ['tool-use-name', at('messages.1.content.2.name', 'x'.repeat(129))],
  ['tool-use-input', at('messages.1.content.2.input', '{}')],
  ['tool-use-unanswered', at('messages.2.content.1', undefined)],
  ['tool-use-unanswered', ends(says('assistant', use('z')))],
  ['tool-use-unanswered', ends(says('assistant', use('z')), says('user', text('no')))],
  ['tool-result-content', at('messages.2.content.0.content', null)],
  ['tool-result-content', at('messages.2.content.0.content.0', use('q'))],
  ['tool-result-order', at('messages.2.content', [result('a'), text('on'), result('b')])],
  ['tool-result-orphan', first('messages.2.content', result('c'))],
  ['tool-result-orphan', ends(says('user', text('x')), says('assistant', text('y')), says('user', result('c')))],
  ['tool-result-duplicate', first('messages.6.content', result('c'))],
  ['server-result-orphan', at('messages.3.content.0', undefined)],
  ['server-call-unanswered', at('messages.3.content.1', undefined)],
  ['image-source', at('messages.0.content.1.source', { type: 'path', path: '/x' })],
  ['image-source', at('messages.0.content.1.source.detail', 'low')],
  ['image-source', at('messages.0.content.1.source', { type: 'url', url: 'http://a.b/c.png' })],
  ['image-media-type', at('messages.0.content.1.source.media_type', 'image/bmp')],
  ['image-media-mismatch', at('messages.0.content.1.source.media_type', 'image/jpeg')],
  ['image-size', at('messages.0.content.1.source.data', 'A'.repeat(5 * 1024 * 1024 + 4))],
  ['document-source', at('messages.6.content.1.source.media_type', 'text/html')],
  ['base64', at('messages.0.content.1.source.data', 'not base64!')],
  ['base64', at('messages.6.content.1.source', { type: 'base64', media_type: 'application/pdf', data: 'a' })],
  ['thinking-signature', at('messages.1.content.0.signature', undefined)],
  ['thinking-signature', at('messages.1.content.0.signature', '')],
  ['redacted-data', at('messages.5.content.0.data', undefined)],
  ['thinking-first', setIn(at('messages.5.content.0', undefined), 'thinking', { type: 'enabled', budget_tokens: 500 })],
  ['thinking-last', after(text('x'), { type: 'redacted_thinking', data: 'eA==' })],
  ['thinking-author', request, { authors: [undefined, 'claude-sonnet-4-5'] }],
  ['thinking-author', request, { authors: [undefined, 'claude-opus-4-5'], model: 'claude-opus-5' }],
  ['thinking-modified', request, { isGenuine: ({ thinking }) => thinking !== 'hm' }],
  ['thinking-bound', request, { isBound: ({ previous }) => previous !== undefined }],
  ['cache-control-shape', at('messages.6.content.0.cache_control', { type: 'persistent' })],
  ['cache-control-shape', at('system.0.cache_control.ttl', '30m')],
  ['cache-control-shape', at('system.0.cache_control.scope', 'all')],
  ['cache-control-count', marked(3)],
  ['cache-control-count', setIn(marked(2), 'cache_control', mark())],
  ['cache-control-order', at('tools.0.cache_control', mark('5m'))],
  ['cache-control-thinking', at('messages.1.content.0.cache_control', mark('1h'))],
  ['cache-control-empty', setIn(at('messages.0.content.0.text', ''), 'messages.0.content.0.cache_control', mark('1h'))],
  ['cache-control-nested', at('messages.2.content.0.content.0.cache_control', mark('1h'))],
  [
    'cache-control-automatic',
    { ...object(at('messages.6.content', [{ ...result('c'), cache_control: mark('1h') }])), cache_control: mark() },
  ],
  ['cache-control-deferred', setIn(at('tools.0.defer_loading', true), 'tools.0.cache_control', mark('1h'))],
  ['system-content', at('system', [image])],
  ['system-content', at('system', { type: 'text', text: 'x' })],
  ['tool-type', at('tools.1.type', 'function')],
  ['tool-name', at('tools.0.name', 'read file')],
  ['tool-name-unique', add('tools', { name: 'read', input_schema: { type: 'object' } })],
  ['tool-schema', at('tools.0.input_schema', { type: 'string' })],
  ['tool-schema', at('tools.0.input_schema.anyOf', [])],
]

describe('a request that breaks one rule', () => {
  test.each(cases.map(named))('is refused for $name', ({ name, body, options }) => {
    expect(rulesOf(body, { complete: true, ...options })).toEqual([name])
  })

  test('every rule has such a request', () => {
    expect(new Set(cases.map(([rule]) => rule))).toEqual(new Set(anthropicRules))
  })

  test('is refused with the place and the fault', () => {
    expect(checkAnthropic(at('messages.2.content.1', undefined))).toEqual([
      {
        path: 'messages.1.content.3',
        rule: 'tool-use-unanswered',
        message: expect.stringMatching(/^messages\.1\.content\.3: `tool_use` ids .* immediately after: b\./),
      },
    ])
  })
})

const messages = object(request).messages ?? []
const list = isList(messages) ? messages : []
const thinking = { type: 'thinking', thinking: '', signature: 'c2ln' }
const served = { type: 'mcp_tool_use', id: 'm1', name: 'n', server_name: 's', input: {} }

const accepted: readonly (readonly [name: string, body: Json, options?: AnthropicOracleOptions])[] = [
  ['the whole request', request, { complete: true }],
  ['a bare list of messages', messages],
  ['a transcript that ends on an open call', ends(says('assistant', use('z')))],
  ['a transcript that ends on thinking', ends(says('assistant', thinking))],
  ['a transcript whose last message is still empty', ends({ role: 'assistant', content: '' })],
  ['an old model told how to begin', ends(says('assistant', text('{'))), { complete: true }],
  ['an empty system prompt', at('system', '')],
  ['a body that only fills the cache', at('max_tokens', 0), { complete: true }],
  ['one that does so with effort', setIn(at('max_tokens', 0), 'output_config', { effort: 'low' }), { complete: true }],
  ['a null marker', at('messages.2.content.0.cache_control', null)],
  ['four markers', marked(2)],
  ['three markers and the automatic one', setIn(marked(1), 'cache_control', mark())],
  ['a result without content', at('messages.2.content.0.content', undefined)],
  ['a blank result', at('messages.2.content.0.content', '')],
  ['an image by url', at('messages.0.content.1.source', { type: 'url', url: 'https://a.b/c.png' })],
  ['an image by file', at('messages.0.content.1.source', { type: 'file', file_id: 'file_1' })],
  ['a found tool', at('messages.2.content.0.content', [{ type: 'tool_reference', tool_name: 'grep' }])],
  ['thinking whose text is withheld', at('messages.1.content.0', thinking)],
  ['thinking of the same model by its dated name', request, { authors: [undefined, 'claude-opus-4-5-20251101'] }],
  ['thinking of an unknown author', request, { authors: [], model: 'claude-opus-5' }],
  ['a turn without thinking where thinking is adaptive', at('thinking', { type: 'adaptive' })],
  ['a rule in the middle', ends(says('system', text('s'))), { model: 'claude-opus-4-8' }],
  ['a rule in the middle for Sonnet', ends(says('system', text('s'))), { model: 'claude-sonnet-5' }],
  ['a rule in the middle for Haiku', ends(says('system', text('s'))), { model: 'claude-haiku-5-5' }],
  ['a rule that is a text', ends({ role: 'system', content: 's', clear_at: 'never' }), { model: 'claude-opus-5' }],
  ['an effort set anywhere', first('messages', { role: 'system', content: [], output_config: { effort: 'low' } })],
  ['a rule in the middle for who knows whom', setIn(ends(says('system', text('s'))), 'model', undefined)],
  ['a turn that the provider paused', ends(says('assistant', served)), { complete: true, model: 'claude-opus-5' }],
]

test.each(accepted.map(named))('$name is accepted', ({ body, options }) => {
  expect(checkAnthropic(body, options)).toEqual([])
})

test('every beginning of an accepted transcript is accepted', () => {
  for (const i of list.keys()) expect(rulesOf(list.slice(0, i + 1), {})).toEqual([])
})

test('messages of one role in a row are judged as one turn', () => {
  const split = list.flatMap((message) => {
    const { role, content } = object(message)
    return isList(content) ? content.map((block) => ({ role, content: [block] })) : [message]
  })
  expect(checkAnthropic(split)).toEqual([])
  expect(
    rulesOf([...split, says('assistant', use('y')), says('user', text('x')), says('user', result('y'))]),
  ).toContain('tool-result-order')
})

test('no value makes the oracle throw', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.jsonValue(),
      fc.constantFrom('messages', 'system', 'tools'),
      (value, block, field) => {
        expect(() => checkAnthropic(value as Json, { complete: true })).not.toThrow()
        expect(() => checkAnthropic({ [field]: [value, { role: 'user', content: [block] }] as Json })).not.toThrow()
      },
    ),
  )
})

test('no value in the place of another makes the oracle throw', () => {
  const paths = list.flatMap((message, i) => {
    const { content } = object(message)
    const blocks = isList(content) ? content.map((_, b) => `messages.${i}.content.${b}`) : []
    const fields = blocks.flatMap((path, b) =>
      Object.keys(object((isList(content) ? content[b] : null) ?? null)).map((key) => `${path}.${key}`),
    )
    return [...blocks, ...fields]
  })
  fc.assert(
    fc.property(fc.constantFrom(...paths), fc.jsonValue(), (path, value) => {
      expect(() => checkAnthropic(at(path, value as Json), { complete: true })).not.toThrow()
    }),
  )
})
