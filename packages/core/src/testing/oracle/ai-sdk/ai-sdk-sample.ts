import type { Json } from '../../../json.ts'

const options = { anthropic: { cacheControl: { type: 'ephemeral' } } }
export const call = (id: string, more: object = {}) => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'read',
  input: { path: 'a' },
  ...more,
})
export const result = (id: string, output: Json = { type: 'text', value: 'done' }) => ({
  type: 'tool-result',
  toolCallId: id,
  toolName: 'read',
  output,
})
const answer = {
  type: 'content',
  value: [
    { type: 'text', text: 'x', providerOptions: options },
    { type: 'media', data: 'eA==', mediaType: 'image/png' },
    { type: 'file-data', data: 'eA==', mediaType: 'text/plain', filename: 'a' },
    { type: 'file-url', url: 'https://a.b' },
    { type: 'file-id', fileId: 'f' },
    { type: 'image-data', data: 'eA==', mediaType: 'image/png' },
    { type: 'image-url', url: 'https://a.b' },
    { type: 'image-file-id', fileId: { openai: 'f' } },
    { type: 'custom' },
  ],
}
export const asks = { type: 'tool-approval-request', approvalId: 'ok1', toolCallId: 'd' }
export const allows = { type: 'tool-approval-response', approvalId: 'ok1', approved: true, reason: 'fine' }

/** Messages of every role with every kind of part, all as the AI SDK takes them. */
export const messages: Json = [
  { role: 'system', content: 'Be brief.', providerOptions: options },
  {
    role: 'user',
    content: [
      { type: 'text', text: 'look', providerOptions: options },
      { type: 'image', image: 'eA==', mediaType: 'image/png' },
      { type: 'file', data: 'https://a.b/c.pdf', mediaType: 'application/pdf', filename: 'c' },
    ],
  },
  {
    role: 'assistant',
    content: [
      { type: 'reasoning', text: 'hm', providerOptions: options },
      { type: 'text', text: 'so' },
      call('a'),
      call('b'),
    ],
  },
  { role: 'tool', content: [result('b', answer)] },
  { role: 'tool', content: [result('a', { type: 'error-json', value: { code: 1 } })], providerOptions: options },
  { role: 'assistant', content: [call('s', { providerExecuted: true }), result('s', { type: 'json', value: null })] },
  { role: 'user', content: 'and?' },
  { role: 'assistant', content: [call('d'), asks, call('e')] },
  {
    role: 'tool',
    content: [allows, result('d', { type: 'execution-denied' }), result('e', { type: 'error-text', value: 'no' })],
  },
  { role: 'assistant', content: 'done' },
]
