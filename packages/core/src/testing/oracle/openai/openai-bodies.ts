import type { Shape } from '../shape.ts'

const optional = (names: string): Shape =>
  Object.fromEntries(names.split(' ').map((name) => [`${name}?`, 'any' as const]))

const shared = optional(
  'model tools tool_choice parallel_tool_calls stream stream_options temperature top_p top_logprobs metadata store user ' +
    'service_tier safety_identifier moderation prompt_cache_key prompt_cache_options prompt_cache_retention',
)

/** The fields of OpenAI's own Chat Completions request; those who follow OpenAI add theirs. */
export const openAiChatBody: Shape = {
  ...shared,
  ...optional(
    'messages audio frequency_penalty presence_penalty function_call functions logit_bias logprobs max_tokens ' +
      'max_completion_tokens modalities n prediction reasoning_effort response_format seed stop verbosity web_search_options',
  ),
}

/** The fields of a Responses request. */
export const openAiResponsesBody: Shape = {
  ...shared,
  ...optional(
    'input background context_management conversation include max_output_tokens max_tool_calls previous_response_id ' +
      'prompt reasoning text truncation client_metadata',
  ),
  'instructions?': 'string|null',
}
