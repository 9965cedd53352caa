import { expect, test } from 'vitest'
import type { Json } from '../../json.ts'
import { ownFaults } from '../../testing/check-codec.ts'
import { openAiResponses } from './openai-responses.ts'

const png = 'iVBORw0KGgo='

/** Odd but real ways to write a message, one by one; each must go out as it came. */
const shapes: readonly (readonly [string, Json])[] = [
  [
    'messages with and without a type',
    [
      { role: 'user', content: 'a' },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'a' }] },
      { type: 'message', role: 'developer', content: [] },
      { role: 'system', content: '' },
    ],
  ],
  [
    'an unknown block inside what the assistant said',
    [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [
          { type: 'future', x: 1 },
          { type: 'output_text', text: 'a', annotations: [] },
        ],
      },
    ],
  ],
  [
    'two messages around a call',
    [
      { type: 'function_call', call_id: 'a', name: 'b', arguments: '{}' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'x' }] },
      { type: 'message', role: 'assistant', content: 'y' },
      { type: 'function_call', call_id: 'c', name: 'd', arguments: '' },
      { type: 'function_call_output', call_id: 'a', output: 'x' },
      { type: 'function_call_output', call_id: 'c', output: [{ type: 'input_text', text: 'y' }] },
    ],
  ],
  [
    'reasoning of all kinds',
    [
      {
        type: 'reasoning',
        id: 'rs_1',
        summary: [
          { type: 'summary_text', text: 'a' },
          { type: 'summary_text', text: 'b' },
        ],
        encrypted_content: 'e',
      },
      { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: 'c' }] },
      { type: 'reasoning', id: 'rs_2', summary: [], encrypted_content: null },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'a', x: 1 }] },
      { type: 'message', role: 'assistant', content: 'z' },
    ],
  ],
  [
    'items of the provider',
    [
      { type: 'web_search_call', id: 'ws_1', status: 'completed' },
      { type: 'item_reference', id: 'x' },
      { type: 'compaction', encrypted_content: 'x' },
    ],
  ],
  [
    'free-form calls',
    [
      { type: 'custom_tool_call', call_id: 'a', name: 'patch', input: '***' },
      { type: 'custom_tool_call_output', call_id: 'a', output: 'ok' },
    ],
  ],
  [
    'an output that is an object',
    [{ type: 'function_call_output', call_id: 'a', output: { content: 'x', success: true } }],
  ],
  [
    'refusals, pictures and files',
    [
      { role: 'assistant', content: [{ type: 'refusal', refusal: 'no' }] },
      {
        role: 'user',
        content: [
          { type: 'input_image', file_id: 'f', detail: 'auto' },
          { type: 'input_image', image_url: `data:image/png;base64,${png}` },
          { type: 'input_file', file_url: 'https://x/y' },
          { type: 'input_image' },
        ],
      },
    ],
  ],
  [
    'an assistant that says nothing',
    [
      { type: 'message', role: 'assistant', content: [], id: 'msg_1' },
      { role: 'assistant', content: '' },
    ],
  ],
  [
    'a whole request',
    {
      model: 'gpt-6',
      instructions: 'a',
      input: 'just a question',
      store: false,
      tools: [{ type: 'function', name: 'ls', parameters: {}, strict: true }, { type: 'web_search' }],
    },
  ],
]

test.each(shapes)('keeps %s', (_, value) => {
  expect(ownFaults(openAiResponses, value)).toEqual([])
})
