import type { Json } from '../../../json.ts'

const options = { anthropic: { cacheControl: { type: 'ephemeral' } } }
export const sampleCall = (id: string, more: object = {}) => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: 'read',
  input: { path: 'a' },
  ...more,
})
export const sampleResult = (id: string, output: Json = { type: 'text', value: 'done' }) => ({
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
export const sampleApproval = { type: 'tool-approval-request', approvalId: 'ok1', toolCallId: 'd' }
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
      sampleCall('a'),
      sampleCall('b'),
    ],
  },
  { role: 'tool', content: [sampleResult('b', answer)] },
  { role: 'tool', content: [sampleResult('a', { type: 'error-json', value: { code: 1 } })], providerOptions: options },
  {
    role: 'assistant',
    content: [sampleCall('s', { providerExecuted: true }), sampleResult('s', { type: 'json', value: null })],
  },
  { role: 'user', content: 'and?' },
  { role: 'assistant', content: [sampleCall('d'), sampleApproval, sampleCall('e')] },
  {
    role: 'tool',
    content: [
      allows,
      sampleResult('d', { type: 'execution-denied' }),
      sampleResult('e', { type: 'error-text', value: 'no' }),
    ],
  },
  { role: 'assistant', content: 'done' },
]
