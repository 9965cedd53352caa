import type { JsonObject } from '@palimpsest/core/json'
import type { Answer } from '../answer.ts'

/** Returns the usage of a call so far, in Anthropic's shape: the counts are disjoint. */
export function anthropicUsage({ usage, reasoningTokens }: Answer, outputTokens: number): JsonObject {
  return {
    ...countsOf(usage),
    cache_creation: {
      ephemeral_5m_input_tokens: usage.write5m,
      ephemeral_1h_input_tokens: usage.write1h,
    },
    output_tokens: outputTokens,
    output_tokens_details: reasoningTokens === 0 ? null : { thinking_tokens: reasoningTokens },
    inference_geo: null,
    server_tool_use: null,
    service_tier: 'standard',
    speed: null,
  }
}

/** The counts that the end of a stream repeats. */
export function countsOf({ plain, read, write5m, write1h }: Answer['usage']) {
  return {
    input_tokens: plain,
    cache_creation_input_tokens: write5m + write1h,
    cache_read_input_tokens: read,
  }
}
