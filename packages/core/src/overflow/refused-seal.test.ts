import { expect, test } from 'vitest'
import { readRefusal } from './read-refusal.ts'

const asked = { promptTokens: 10_000, maxTokens: 1_000, contextTokens: 200_000 }
const reading = (message: string, code?: string) =>
  readRefusal({ status: 400, message, ...(code !== undefined && { code }) }, asked)

const bound =
  'messages.1.content.0: Invalid `signature` in `thinking` block. The block is bound to a different conversation. Remove the block, or set `thinking.block_binding.prefix_mismatch_behavior` to "drop_block".'

test.each<[string, string | undefined]>([
  [bound, 'messages.1.content.0'],
  [`${bound} The \`system\` prompt differs from the one this block was created with.`, 'messages.1.content.0'],
  ['messages.5.content.0: Invalid `signature` in `thinking` block', 'messages.5.content.0'],
  ['messages.5.content.2: Invalid `signature` in `redacted_thinking` block', 'messages.5.content.2'],
  ['{"error":{"message":"messages.1.content.0: Invalid `signature` in `thinking` block"}}', 'messages.1.content.0'],
  ['messages.3.content.0.thinking.signature: Field required', 'messages.3.content.0'],
  [
    'messages.7.content.9: `thinking` or `redacted_thinking` blocks in the latest assistant message cannot be modified. These blocks must remain as they were in the original response.',
    'messages.7.content.9',
  ],
  ['The encrypted content gAAA...DQ== could not be verified.', 'gAAA...DQ=='],
  [
    'The encrypted content for item rs_0a18 could not be verified. Reason: Encrypted content could not be decrypted or parsed.',
    'rs_0a18',
  ],
  ['messages.5.content.0: Invalid `data` in `redacted_thinking` block', 'messages.5.content.0'],
  ['messages.5.content.0: malformed signature in thinking block', 'messages.5.content.0'],
  ['messages.5.content.0: The signature of this thinking block has expired.', 'messages.5.content.0'],
  ['messages.5.content.0: The `signature` in the `thinking` block does not match its content.', 'messages.5.content.0'],
  ['messages.4.reasoning_details.0: Invalid `signature` in `thinking` block.', 'messages.4.reasoning_details.0'],
  ["Item 'fc_1' of type 'function_call' was provided without its required 'reasoning' item: 'rs_12'.", 'rs_12'],
  ['Could not decrypt the provided encrypted_content.', undefined],
  ['Corrupted thought signature.', undefined],
  ["Item 'rs_12' of type 'reasoning' was provided without its required following item.", 'rs_12'],
  ["Item with id 'rs_12' not found. Items are not persisted when `store` is set to false.", 'rs_12'],
])('%s is a refused seal', (message, place) => {
  expect(reading(message)).toEqual({ kind: 'seal-refused', ...(place !== undefined && { place }) })
})

test('a code alone is enough', () => {
  expect(reading('Upstream request failed', 'invalid_encrypted_content')).toEqual({ kind: 'seal-refused' })
})

test.each([
  'Expected `thinking` or `redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a final assistant message must start with a thinking block.',
  'thinking.enabled.budget_tokens: Input should be greater than or equal to 1024',
  'Invalid signature: the webhook could not be verified',
  'adaptive thinking is not supported on this model',
  'messages.1: tool_use ids were found without tool_result blocks immediately after',
  'Invalid data in reasoning_effort: expected one of low, medium, high',
  'Invalid data in file part: reasoning about it is not possible',
  'The request signature we calculated does not match the signature you provided.',
])('%s is none', (message) => {
  expect(reading(message).kind).not.toBe('seal-refused')
})
