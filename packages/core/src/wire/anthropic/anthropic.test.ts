import { expect, test } from 'vitest'
import type { Json } from '../../json.ts'
import { ownFaults } from '../../testing/check-codec.ts'
import { anthropic } from './anthropic.ts'

const png = 'iVBORw0KGgo='

/** Odd but real ways to write a message, one by one; each must go out as it came. */
const shapes: readonly (readonly [string, Json])[] = [
  [
    'content as string, list, empty string or empty list',
    [
      { role: 'user', content: 'a' },
      { role: 'assistant', content: [{ type: 'text', text: 'a' }] },
      { role: 'user', content: '' },
      { role: 'assistant', content: [] },
      { role: 'user', content: [] },
    ],
  ],
  [
    'results, words and pictures in one message, in any order',
    [
      {
        role: 'user',
        content: [
          { type: 'text', text: 'first' },
          { type: 'tool_result', tool_use_id: 'a', content: 'x' },
          { type: 'tool_result', tool_use_id: 'b' },
          { type: 'image', source: { type: 'url', url: 'https://x/y' } },
          { type: 'tool_result', tool_use_id: 'c', content: [] },
        ],
      },
    ],
  ],
  [
    'results in messages of their own',
    [
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: '' }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'b', content: null, is_error: false }] },
    ],
  ],
  [
    'results with errors, markers, pictures and unknown fields',
    [
      {
        role: 'user',
        x: 1,
        content: [
          {
            type: 'tool_result',
            tool_use_id: 'a',
            is_error: true,
            cache_control: { type: 'ephemeral' },
            content: [
              { type: 'text', text: 'x', cache_control: { type: 'ephemeral', ttl: '5m' } },
              { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png, x: 1 } },
            ],
            x: 2,
          },
        ],
      },
    ],
  ],
  [
    'thinking of all kinds',
    [
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'a', signature: 's' },
          { type: 'thinking', thinking: '', signature: 's' },
          { type: 'thinking', thinking: 'unsigned' },
          { type: 'redacted_thinking', data: 'd' },
        ],
      },
    ],
  ],
  [
    'input that is no object',
    [
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'a', name: 'b', input: 'text' },
          { type: 'tool_use', id: 'c', name: 'd', input: null },
        ],
      },
    ],
  ],
  [
    'tools that the provider runs',
    {
      tools: [
        { type: 'web_search_20250305', name: 'web_search' },
        { name: 'ls', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } },
      ],
      messages: [
        {
          role: 'assistant',
          content: [
            { type: 'server_tool_use', id: 'a', name: 'web_search', input: {} },
            { type: 'web_search_tool_result', tool_use_id: 'a', content: [] },
          ],
        },
      ],
    },
  ],
  [
    'documents',
    [
      {
        role: 'user',
        content: [
          {
            type: 'document',
            source: { type: 'base64', media_type: 'application/pdf', data: 'AA' },
            title: 't',
            citations: { enabled: true },
          },
          { type: 'document', source: { type: 'text', media_type: 'text/plain', data: 'plain' } },
          { type: 'document', source: { type: 'file', file_id: 'f' } },
        ],
      },
    ],
  ],
  [
    'a system prompt as string, list, nothing or message',
    { system: 'a', messages: [{ role: 'system', content: 'b' }] },
  ],
  [
    'a system prompt with a marker',
    {
      system: [
        { type: 'text', text: 'a', cache_control: { type: 'ephemeral' } },
        { type: 'text', text: 'b' },
      ],
      max_tokens: 1,
      messages: [],
    },
  ],
  ['empty system prompts', { system: '', messages: [] }],
  [
    'blank text',
    [
      { role: 'user', content: '  ' },
      { role: 'assistant', content: [{ type: 'text', text: '' }] },
    ],
  ],
  ['a role nobody knows', [{ role: 'narrator', content: 'x', y: 1 }, { role: 'narrator' }]],
  [
    'ids and names in another alphabet',
    [{ role: 'assistant', content: [{ type: 'tool_use', id: 'a:1', name: 'b.c', input: {} }] }],
  ],
]

test.each(shapes)('keeps %s', (_, value) => {
  expect(ownFaults(anthropic, value)).toEqual([])
})
