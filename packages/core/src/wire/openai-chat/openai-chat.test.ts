import { expect, test } from 'vitest'
import type { Json } from '../../json.ts'
import { ownFaults } from '../../testing/check-codec.ts'
import { openAiChat } from './openai-chat.ts'

const png = 'iVBORw0KGgo='
const call = { id: 'c1', type: 'function', function: { name: 'ls', arguments: '{}' } }

/** Odd but real ways to write a message, one by one; each must go out as it came. */
const shapes: readonly (readonly [string, Json])[] = [
  [
    'content that is null, empty, missing or an empty list',
    [
      { role: 'assistant', content: null },
      { role: 'assistant', content: '' },
      { role: 'assistant' },
      { role: 'user', content: [] },
      { role: 'user', content: null },
    ],
  ],
  ['one text in a list', [{ role: 'user', content: [{ type: 'text', text: 'a' }] }]],
  ['an empty text in a list', [{ role: 'user', content: [{ type: 'text', text: '' }] }]],
  [
    'empty lists of calls',
    [
      { role: 'assistant', content: 'a', tool_calls: [] },
      { role: 'assistant', content: 'a', tool_calls: null },
    ],
  ],
  ['text beside calls that is empty', [{ role: 'assistant', content: '', tool_calls: [call] }]],
  [
    'arguments that are spaced, empty, cut or parsed',
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: ['{ "a": 1 }', '', '{"a":'].map((given, i) => ({
          ...call,
          id: `c${i}`,
          function: { name: 'ls', arguments: given },
        })),
      },
      { role: 'assistant', content: null, tool_calls: [{ id: 'c9', function: { name: 'ls', arguments: { a: 1 } } }] },
    ],
  ],
  [
    'a number that JSON cannot hold',
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ ...call, function: { name: 'ls', arguments: '{"id":12345678901234567890}' } }],
      },
    ],
  ],
  [
    'a free-form call and its result',
    [
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c1', type: 'custom', custom: { name: 'patch', input: '*** begin' } }],
      },
      { role: 'tool', tool_call_id: 'c1', content: 'ok' },
    ],
  ],
  [
    'a kind of call from the future',
    [{ role: 'assistant', content: null, tool_calls: [{ id: 'c1', type: 'quantum', quantum: {} }, call] }],
  ],
  [
    'reasoning under either name, or both',
    [
      { role: 'assistant', content: 'a', reasoning_content: 'b' },
      { role: 'assistant', content: 'a', reasoning: 'b' },
      { role: 'assistant', content: 'a', reasoning: 'b', reasoning_content: 'c' },
      { role: 'assistant', content: 'a', reasoning_content: '' },
    ],
  ],
  [
    'refusals as a field and as a part',
    [
      { role: 'assistant', content: null, refusal: 'no' },
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
      { role: 'assistant', content: 'a', refusal: null },
    ],
  ],
  ['a role from the past', [{ role: 'function', name: 'ls', content: 'a' }]],
  ['a deprecated call', [{ role: 'assistant', content: null, function_call: { name: 'ls', arguments: '{}' } }]],
  [
    'pictures, sounds and files',
    [
      {
        role: 'user',
        content: [
          { type: 'image_url', image_url: { url: `data:image/png;base64,${png}`, detail: 'low', x: 1 } },
          { type: 'image_url', image_url: { url: 'data:image/png;charset=x;base64,AA' } },
          { type: 'input_audio', input_audio: { data: 'AA==', format: 'wav' } },
          { type: 'file', file: { file_data: 'data:audio/wav;base64,AA==', filename: 'a.wav' } },
          { type: 'file', file: { file_id: 'file-1' } },
          { type: 'file', file: { file_data: 'not a url' } },
        ],
      },
    ],
  ],
  [
    'names, markers and unknown fields',
    [
      {
        role: 'user',
        name: 'ann',
        content: [
          { type: 'text', text: 'a', cache_control: { type: 'ephemeral', ttl: '1h' } },
          { type: 'text', text: 'b', cache_control: { type: 'eternal' } },
        ],
      },
      { role: 'tool', tool_call_id: 'c', name: 'ls', content: 'a', cache_control: { type: 'ephemeral' } },
    ],
  ],
  [
    'long ids',
    [{ role: 'assistant', content: null, tool_calls: [{ ...call, id: `chatcmpl-tool-${'0'.repeat(32)}` }] }],
  ],
  [
    'a whole request',
    {
      model: 'gpt-6',
      temperature: 0,
      tools: [
        { type: 'function', function: { name: 'ls', parameters: { type: 'object' }, strict: null } },
        { type: 'web_search' },
      ],
      messages: [{ role: 'developer', content: 'a' }],
    },
  ],
  ['fields of other types than usual', { model: 4, tools: 'none', messages: [] }],
  ['a field named __proto__', JSON.parse('[{"role":"user","content":"a","__proto__":{"x":1}}]')],
]

test.each(shapes)('keeps %s', (_, value) => {
  expect(ownFaults(openAiChat, value)).toEqual([])
})
