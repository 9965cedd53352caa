import { expect, test } from 'vitest'
import type { Json } from '../../json.ts'
import { ownFaults } from '../../testing/check-codec.ts'
import { aiSdk } from './ai-sdk.ts'

const png = 'iVBORw0KGgo='

/** Odd but real ways to write a message, one by one; each must go out as it came. */
const shapes: readonly (readonly [string, Json])[] = [
  [
    'content as string or list',
    [
      { role: 'system', content: 'a' },
      { role: 'user', content: [{ type: 'text', text: 'a' }] },
      { role: 'assistant', content: '' },
      { role: 'user', content: [] },
    ],
  ],
  [
    'outputs of all kinds',
    [
      {
        role: 'tool',
        content: [
          ['text', 'a'],
          ['text', ''],
          ['json', { a: 1 }],
          ['json', null],
          ['error-text', 'e'],
          ['error-json', [1]],
          ['content', [{ type: 'text', text: 'a' }]],
          ['content', []],
          [
            'content',
            [
              { type: 'media', data: png, mediaType: 'image/png' },
              { type: 'image-url', url: 'https://x' },
              { type: 'file-id', fileId: 'f' },
              { type: 'custom' },
            ],
          ],
        ].map(([type, value], i) => ({
          type: 'tool-result',
          toolCallId: `c${i}`,
          toolName: 'ls',
          output: { type, value } as Json,
        })),
      },
    ],
  ],
  [
    'a denied call',
    [
      {
        role: 'tool',
        content: [
          { type: 'tool-result', toolCallId: 'a', toolName: 'b', output: { type: 'execution-denied', reason: 'no' } },
          { type: 'tool-result', toolCallId: 'c', toolName: 'b', output: { type: 'execution-denied' } },
        ],
      },
    ],
  ],
  [
    'results in messages of their own',
    [
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'b', output: { type: 'text', value: 'x' } }],
      },
      {
        role: 'tool',
        content: [{ type: 'tool-result', toolCallId: 'c', toolName: 'b', output: { type: 'text', value: 'y' } }],
      },
    ],
  ],
  ['approvals', [{ role: 'tool', content: [{ type: 'tool-approval-response', approvalId: 'a', approved: true }] }]],
  [
    'options of providers',
    [
      { role: 'system', content: 'a', providerOptions: { anthropic: { cacheControl: { type: 'ephemeral' } } } },
      {
        role: 'assistant',
        content: [
          {
            type: 'reasoning',
            text: 'a',
            providerOptions: {
              anthropic: { signature: 's', x: 1 },
              openai: { itemId: 'rs_1', reasoningEncryptedContent: null },
            },
          },
          { type: 'text', text: 'b', providerOptions: {} },
        ],
      },
    ],
  ],
  [
    'calls run by the provider',
    [
      {
        role: 'assistant',
        content: [
          { type: 'tool-call', toolCallId: 'a', toolName: 'b', input: {}, providerExecuted: true },
          { type: 'tool-result', toolCallId: 'a', toolName: 'b', output: { type: 'json', value: 1 } },
          { type: 'tool-call', toolCallId: 'c', toolName: 'd', input: [1] },
        ],
      },
    ],
  ],
  [
    'pictures and files',
    [
      {
        role: 'user',
        content: [
          { type: 'image', image: png },
          { type: 'image', image: `data:image/png;base64,${png}`, mediaType: 'image/png' },
          { type: 'image', image: 'https://x/y', mediaType: 'image/*' },
          { type: 'file', data: png, mediaType: 'image/png', providerOptions: { openai: { imageDetail: 'low' } } },
          {
            type: 'file',
            data: 'AA',
            mediaType: 'text/plain',
            filename: 'a.txt',
            providerOptions: { openai: { imageDetail: 'low' } },
          },
        ],
      },
    ],
  ],
]

test.each(shapes)('keeps %s', (_, value) => {
  expect(ownFaults(aiSdk, value)).toEqual([])
})
