import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isList, isObject, type Json } from '../../../json.ts'
import { editIn, setIn } from '../edit-in.ts'
import { checkOpenAiChat } from './openai-chat.ts'
import { type OpenAiChatOracleOptions, openAiChatRules } from './openai-chat-rules.ts'

const call = (id: string) => ({ id, type: 'function', function: { name: 'read', arguments: '{"path":"a"}' } })
const tool = (id: string, content: Json = 'done') => ({ role: 'tool', tool_call_id: id, content })
const text = (words: string) => ({ type: 'text', text: words })
const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=', detail: 'low' } }

const request: Json = {
  model: 'gpt-5.5',
  tools: [
    { type: 'function', function: { name: 'read', description: 'Reads.', parameters: { type: 'object' } } },
    { type: 'custom', custom: { name: 'patch' } },
  ],
  messages: [
    { role: 'system', content: 'Be brief.' },
    { role: 'user', name: 'ann', content: [text('look'), picture] },
    { role: 'assistant', content: null, tool_calls: [call('a'), call('b')] },
    tool('b'),
    tool('a', [text('x')]),
    { role: 'assistant', content: 'so', refusal: null },
    { role: 'user', content: [text('and?'), { type: 'input_audio', input_audio: { data: 'eA==', format: 'wav' } }] },
    {
      role: 'assistant',
      content: [text('then'), { type: 'refusal', refusal: 'no' }],
      tool_calls: [{ id: 'c', type: 'custom', custom: { name: 'patch', input: '*** Begin' } }],
    },
    tool('c'),
    { role: 'developer', content: [text('Be kind.')] },
    { role: 'user', content: [{ type: 'file', file: { file_id: 'file_1' } }, text('this')] },
  ],
}

const rulesOf = (body: Json, options: OpenAiChatOracleOptions = {}) => [
  ...new Set(checkOpenAiChat(body, options).map(({ rule }) => rule)),
]
const at = (path: string, next: Json | undefined) => setIn(request, path, next)
const add = (path: string, ...more: readonly Json[]) =>
  editIn(request, path, (old) => [...(isList(old) ? old : []), ...more])
const ends = (...more: readonly Json[]) => add('messages', ...more)
const user = (content: Json) => ({ role: 'user', content })
const assistant = (content: Json) => ({ role: 'assistant', content })
const marked = (count: number, field: string, marker: Json) =>
  ends(user(Array(count).fill({ ...text('m'), [field]: marker })))
const ephemeral = { type: 'ephemeral' }
const openai = { dialect: 'openai' } as const
const openrouter = { dialect: 'openrouter' } as const
const strict = { strictAlternation: true } as const
const chat = (...messages: readonly Json[]): Json => ({ model: 'm', messages })

type Case = readonly [rule: (typeof openAiChatRules)[number], body: Json, options?: OpenAiChatOracleOptions]
const named = ([name, body, options = {}]: readonly [string, Json, OpenAiChatOracleOptions?]) => ({
  name,
  body,
  options,
})

const cases: readonly Case[] = [
  ['body-type', null],
  ['messages-missing', at('messages', undefined)],
  ['messages-empty', at('messages', [])],
  ['message-type', ends('hi')],
  ['model-missing', at('model', undefined)],
  ['lone-surrogate', at('messages.0.content', '\udfff')],
  ['unknown-field', at('messages.0.residue', {})],
  ['unknown-field', at('messages.0.type', 'message')],
  ['unknown-field', at('messages.1.content.0.annotations', [])],
  ['unknown-field', at('messages.2.tool_calls.0.index', 0)],
  ['unknown-field', at('messages.1.reasoning_content', 'hm')],
  ['unknown-field', at('session', 's'), openai],
  ['unknown-field', at('messages.1.content.0.prompt_cache_breakpoint', { mode: 'explicit' })],
  ['field-missing', at('messages.1.content.0.text', undefined)],
  ['field-missing', at('messages.2.tool_calls.0.function.arguments', undefined)],
  ['field-type', at('messages.7.content.1.refusal', 3)],
  ['field-type', at('messages.1.name', 7)],
  ['role', ends({ role: 'model', content: 'x' })],
  ['content-missing', at('messages.0.content', null)],
  ['content-missing', at('messages.3.content', undefined)],
  ['content-missing', at('messages.5.content', { text: 'x' })],
  ['content-empty', at('messages.1.content', [])],
  ['content-part-type', at('messages.1.content.0', { type: 'input_text', text: 'x' })],
  ['content-part-type', at('messages.7.content.0', { type: 'tool_use', id: 'x' })],
  ['content-part-type', at('messages.4.content.0', 'plain')],
  ['assistant-empty', at('messages.5.content', null)],
  ['assistant-empty', at('messages.5.content', '')],
  ['text-empty', at('messages.1.content.0.text', '')],
  ['image-role', at('messages.4.content.0', picture)],
  ['image-role', at('messages.7.content.0', picture)],
  ['image-url', at('messages.1.content.1.image_url.url', 'file:///x.png')],
  ['image-url', at('messages.1.content.1.image_url.url', 'data:image/bmp;base64,eA==')],
  ['image-url', at('messages.1.content.1.image_url.url', 'data:image/png;base64,?')],
  ['image-detail', at('messages.1.content.1.image_url.detail', 'max')],
  ['audio-format', at('messages.6.content.1.input_audio.format', 'ogg')],
  ['file-source', at('messages.10.content.0.file', {})],
  ['tool-calls-empty', at('messages.5.tool_calls', [])],
  ['tool-call-type', at('messages.2.tool_calls.1', { id: 'b', function: { name: 'read', arguments: '{}' } })],
  ['call-id', ends({ role: 'assistant', tool_calls: [call('')] }), { complete: false }],
  [
    'call-id-length',
    setIn(at('messages.2.tool_calls.0.id', 'x'.repeat(41)), 'messages.4.tool_call_id', 'x'.repeat(41)),
    openai,
  ],
  ['call-name', at('messages.2.tool_calls.0.function.name', 'fs.read')],
  ['call-name', at('messages.2.tool_calls.0.function.name', 'x'.repeat(65))],
  ['call-arguments', at('messages.2.tool_calls.0.function.arguments', '{"path": "a')],
  ['call-arguments', at('messages.2.tool_calls.0.function.arguments', '[]')],
  ['call-arguments', at('messages.2.tool_calls.0.function.arguments', { path: 'a' })],
  ['tool-call-id-unique', setIn(at('messages.2.tool_calls.1.id', 'a'), 'messages.3', undefined)],
  ['tool-calls-unanswered', at('messages.3', undefined)],
  ['tool-calls-unanswered', ends({ role: 'assistant', content: 'x', tool_calls: [call('z')] })],
  ['tool-message-orphan', ends(tool('a'))],
  ['tool-message-orphan', ends(assistant('x'), tool('c'))],
  [
    'tool-message-duplicate',
    editIn(request, 'messages', (old) => (isList(old) ? old.toSpliced(5, 0, tool('a')) : old)),
  ],
  ['reasoning-field', at('messages.5.reasoning_content', 'hm'), openai],
  ['reasoning-field', at('messages.5.reasoning_details', []), openai],
  [
    'reasoning-author',
    at('messages.5.reasoning_details', [{ type: 'reasoning.encrypted', data: 'x' }]),
    { authors: Array(11).fill('gpt-5.4') },
  ],
  ['cache-breakpoint', marked(1, 'prompt_cache_breakpoint', { mode: 'auto' }), openai],
  ['cache-breakpoint-count', marked(5, 'prompt_cache_breakpoint', { mode: 'explicit' }), openai],
  ['cache-control-dialect', marked(1, 'cache_control', ephemeral)],
  ['cache-control-message', at('messages.3.cache_control', ephemeral), openrouter],
  ['cache-control-shape', marked(1, 'cache_control', { type: 'ephemeral', ttl: '2h' }), openrouter],
  ['cache-control-count', marked(5, 'cache_control', ephemeral), openrouter],
  ['alternation', chat(user('a'), user('b')), strict],
  ['alternation', chat(assistant('a'), user('b')), strict],
  ['alternation', chat(user('a'), assistant('b'), { role: 'system', content: 's' }, user('c')), strict],
  ['last-role', chat(user('a'), assistant('b')), strict],
  ['user-missing', chat({ role: 'system', content: 'go' })],
  ['user-missing', chat(user([picture]))],
  ['tool-type', add('tools', { type: 'web_search' })],
  ['tool-name', at('tools.0.function.name', 'read file')],
  ['tool-name-unique', at('tools.1.custom.name', 'read')],
  ['tool-schema', at('tools.0.function.parameters', { type: 'array' })],
]

describe('a request that breaks one rule', () => {
  test.each(cases.map(named))('is refused for $name', ({ name, body, options }) => {
    expect(rulesOf(body, { complete: true, ...options })).toEqual([name])
  })

  test('every rule has such a request', () => {
    expect(new Set(cases.map(([rule]) => rule))).toEqual(new Set(openAiChatRules))
  })
})

const messages = (isObject(request) && request.messages) || []
const list = isList(messages) ? messages : []
const long = 'x'.repeat(41)

const accepted: readonly (readonly [name: string, body: Json, options?: OpenAiChatOracleOptions])[] = [
  ['the whole request', request, { complete: true }],
  ['the whole request in the own dialect', request, { complete: true, dialect: 'openai' }],
  ['a bare list of messages', messages],
  ['a transcript that ends on an open call', ends({ role: 'assistant', tool_calls: [call('z')] })],
  ['a call half answered', ends({ role: 'assistant', tool_calls: [call('y'), call('z')] }, tool('z'))],
  ['the same call id in two turns', ends({ role: 'assistant', tool_calls: [call('a')] }, tool('a'))],
  ['an empty answer', at('messages.3.content', '')],
  ['visible thinking where it is known', at('messages.5.reasoning_content', 'hm')],
  ['details of its own model', at('messages.5.reasoning_details', [{}]), { authors: Array(11).fill('gpt-5.5') }],
  ['long ids where they are known', ends({ role: 'assistant', tool_calls: [call(long)] }, tool(long))],
  ['four markers', marked(4, 'cache_control', { type: 'ephemeral', ttl: '1h' }), openrouter],
  ['four breakpoints', marked(4, 'prompt_cache_breakpoint', { mode: 'explicit' }), openai],
  ['an image on the web', at('messages.1.content.1.image_url.url', 'https://a.b/c.png')],
  [
    'turns that alternate around their tools',
    chat(user('a'), { role: 'assistant', tool_calls: [call('a')] }, tool('a'), assistant('b'), user('c')),
    { ...strict, complete: true },
  ],
]

test.each(accepted.map(named))('$name is accepted', ({ body, options }) => {
  expect(checkOpenAiChat(body, options)).toEqual([])
})

test('every beginning of an accepted transcript is accepted', () => {
  for (const i of list.keys()) expect(rulesOf(list.slice(0, i + 1))).toEqual([])
})

test('a refusal names the place', () => {
  expect(checkOpenAiChat(at('messages.3', undefined))).toEqual([
    { path: 'messages[2]', rule: 'tool-calls-unanswered', message: expect.stringContaining('no response: b') },
  ])
})

test('no value makes the oracle throw', () => {
  fc.assert(
    fc.property(
      fc.jsonValue(),
      fc.constantFrom('user', 'assistant', 'tool'),
      fc.jsonValue(),
      (value, role, content) => {
        const message = { role, content, tool_calls: [value], tool_call_id: value, cache_control: value } as Json
        expect(() => checkOpenAiChat(value as Json, { complete: true, strictAlternation: true })).not.toThrow()
        expect(() => checkOpenAiChat([value as Json, message], openrouter)).not.toThrow()
        expect(() =>
          checkOpenAiChat({ messages: [{ role, content: [content] } as Json], tools: [value as Json] }, openai),
        ).not.toThrow()
      },
    ),
  )
})
