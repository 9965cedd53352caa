import type { ServerRefusal, Worded } from '../server-refusal.ts'

/** A refusal as Anthropic words it. */
export function wordAnthropicRefusal(refusal: ServerRefusal): Worded {
  switch (refusal.kind) {
    case 'invalid':
      return invalid(refusal.message)
    case 'not-json':
      return invalid('The request body is not valid JSON')
    case 'key-missing':
      return { status: 401, type: 'authentication_error', message: 'x-api-key header is required' }
    case 'key-wrong':
      return { status: 401, type: 'authentication_error', message: 'invalid x-api-key' }
    case 'path-unknown':
      return { status: 404, type: 'not_found_error', message: 'Not found' }
    case 'upgrade-refused':
      return { status: 426, type: 'invalid_request_error', message: 'Upgrade Required' }
    case 'foreign':
      return { status: 403, type: 'permission_error', message: refusal.message }
    case 'model-unknown':
      return { status: 404, type: 'not_found_error', message: `model: ${refusal.model}` }
    case 'body-too-large':
      return { status: 413, type: 'request_too_large', message: 'Request exceeds the maximum size' }
    case 'prompt-too-long':
      return invalid(`prompt is too long: ${refusal.promptTokens} tokens > ${refusal.contextTokens} maximum`)
    case 'no-room-for-output':
      return invalid(
        `input length and \`max_tokens\` exceed context limit: ${refusal.promptTokens} + ${refusal.maxTokens} > ` +
          `${refusal.contextTokens}, decrease input length or \`max_tokens\` and try again`,
      )
    case 'output-too-long':
      return invalid(
        `${refusal.field}: ${refusal.maxTokens} > ${refusal.maxOutputTokens}, which is the maximum allowed number of ` +
          `output tokens for ${refusal.model}`,
      )
    case 'stored-unknown':
    case 'response-unknown':
      return { status: 404, type: 'not_found_error', message: `response: ${refusal.id}` }
    case 'rate-limited':
      return { status: 429, type: 'rate_limit_error', message: tooFast, retryAfterMs: refusal.retryAfterMs }
    case 'out-of-credit':
      return invalid(
        'Your credit balance is too low to access the Anthropic API. Please go to Plans & Billing to upgrade or purchase credits.',
      )
    case 'server-error':
      return { status: 500, type: 'api_error', message: 'Internal server error' }
    case 'overloaded':
      return { status: 529, type: 'overloaded_error', message: 'Overloaded' }
    case 'unprocessable':
      return { status: 422, type: 'invalid_request_error', message: refusal.message }
  }
}

const tooFast =
  "This request would exceed your organization's rate limit. For details, refer to: https://docs.claude.com/en/api/rate-limits."

function invalid(message: string): Worded {
  return { status: 400, type: 'invalid_request_error', message }
}
