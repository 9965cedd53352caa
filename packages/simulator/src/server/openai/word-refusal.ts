import type { LimitRefusal, ServerRefusal, Worded } from '../server-refusal.ts'

/** A refusal as OpenAI words it; what is too long, each API words by itself. */
export function wordOpenAiRefusal(refusal: ServerRefusal, wordLimit: (refusal: LimitRefusal) => Worded): Worded {
  switch (refusal.kind) {
    case 'prompt-too-long':
    case 'no-room-for-output':
    case 'output-too-long':
      return wordLimit(refusal)
    case 'invalid':
      return invalid(refusal.message, { param: refusal.path, code: codeOf(refusal.rule) })
    case 'not-json':
      return invalid(notJson, {})
    case 'key-missing':
      return { ...invalid(noKey, {}), status: 401 }
    case 'key-wrong': {
      const message = `Incorrect API key provided: ${mask(refusal.key)}. You can find your API key at https://platform.openai.com/account/api-keys.`
      return { ...invalid(message, { code: 'invalid_api_key' }), status: 401 }
    }
    case 'path-unknown':
      return { ...invalid(`Invalid URL (${refusal.method} ${refusal.path})`, {}), status: 404 }
    case 'upgrade-refused':
      return { ...invalid('Upgrade Required: WebSockets are not served here.', {}), status: 426 }
    case 'foreign':
      return { ...invalid(refusal.message, {}), status: 403 }
    case 'model-unknown': {
      const message = `The model \`${refusal.model}\` does not exist or you do not have access to it.`
      return { ...invalid(message, { code: 'model_not_found' }), status: 404 }
    }
    case 'body-too-large':
      return { ...invalid(`Request body is too large: at most ${refusal.maxBytes} bytes are taken.`, {}), status: 413 }
    case 'response-unknown':
      return invalid(`Previous response with id '${refusal.id}' not found.`, {
        param: 'previous_response_id',
        code: 'previous_response_not_found',
      })
    case 'stored-unknown': {
      const param = refusal.what === 'Item' ? 'input' : 'conversation'
      return { ...invalid(`${refusal.what} with id '${refusal.id}' not found.`, { param }), status: 404 }
    }
    case 'rate-limited':
      return wordRateLimit(refusal)
    case 'out-of-credit':
      return { status: 429, type: 'insufficient_quota', message: noCredit, code: 'insufficient_quota' }
    case 'server-error':
      return { status: 500, type: 'server_error', message: failed }
    case 'overloaded':
      return {
        status: 503,
        type: 'server_error',
        message: 'The engine is currently overloaded, please try again later.',
      }
    case 'unprocessable':
      return { ...invalid(refusal.message, {}), status: 422 }
  }
}

/** A 400 in OpenAI's shape. */
export function invalid(message: string, about: { readonly param?: string; readonly code?: string }): Worded {
  const { param, code } = about
  return {
    status: 400,
    type: 'invalid_request_error',
    message,
    ...(param !== undefined && param !== '' && { param }),
    ...(code !== undefined && { code }),
  }
}

const noKey =
  "You didn't provide an API key. You need to provide your API key in an Authorization header using Bearer auth " +
  '(i.e. Authorization: Bearer YOUR_KEY). You can obtain an API key from https://platform.openai.com/account/api-keys.'
const notJson =
  "We could not parse the JSON body of your request. (HINT: This likely means you aren't using your HTTP library " +
  'correctly. The OpenAI API expects a JSON payload, but what was sent was not valid JSON. If you have trouble ' +
  'figuring out how to fix this, please contact us through our help center at help.openai.com.)'
const noCredit = 'You exceeded your current quota, please check your plan and billing details.'
const failed = 'The server had an error while processing your request. Sorry about that!'

function wordRateLimit({ retryAfterMs, model }: Extract<ServerRefusal, { readonly kind: 'rate-limited' }>): Worded {
  const message =
    `Rate limit reached for ${model} in organization org-simulated on tokens per min (TPM). ` +
    `Please try again in ${retryAfterMs}ms. Visit https://platform.openai.com/account/rate-limits to learn more.`
  return { status: 429, type: 'tokens', message, code: 'rate_limit_exceeded', retryAfterMs }
}

function codeOf(rule: string | undefined): string | undefined {
  switch (rule) {
    case 'unknown-field':
      return 'unknown_parameter'
    case 'field-missing':
    case 'messages-missing':
    case 'input-missing':
    case 'model-missing':
      return 'missing_required_parameter'
    case 'field-type':
      return 'invalid_type'
    case 'invalid-parameter':
    case 'unsupported-parameter':
    case 'unsupported-value':
      return rule.replace('-', '_')
    case 'reasoning-modified':
      return 'invalid_encrypted_content'
    case undefined:
      return undefined
    default:
      // A number, a text or a list that is out of bounds is told so in the name of its fault.
      return /-(below-min|above-max)-/.test(rule) ? rule.replaceAll('-', '_') : 'invalid_value'
  }
}

function mask(key: string): string {
  return key.length <= 8 ? '*'.repeat(key.length) : `${key.slice(0, 4)}${'*'.repeat(8)}${key.slice(-4)}`
}
