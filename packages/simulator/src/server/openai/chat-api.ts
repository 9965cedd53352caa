import { isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { ModelInfo } from '@palimpsest/core/models'
import { type ChatDialect, checkOpenAiChat, type Violation } from '@palimpsest/core/testing'
import { type Api, type OutputLimit, textsIn } from '../api.ts'
import type { LimitRefusal, ServerRefusal, Worded } from '../server-refusal.ts'
import { completionOf } from './chat-completion.ts'
import { chatEvents } from './chat-events.ts'
import { chatSettings, checkChatPairs } from './chat-settings.ts'
import { bindDetails } from './chat-thinking.ts'
import { checkCacheOptions } from './check-cache-options.ts'
import { checkOpenAiSettings } from './check-settings.ts'
import { errorBody } from './error-body.ts'
import { invalid, wordOpenAiRefusal } from './word-refusal.ts'

/** OpenAI Chat Completions, which gateways speak for everyone's models. */
export const chatApi: Api = {
  name: 'openai-chat',
  serves: () => true,
  check,
  bind: bindDetails,
  limitOf,
  // Gateways to other models give one.
  choicesOf: ({ n }, { provider }) => (provider === 'openai' && typeof n === 'number' ? n : 1),
  stopsOf: ({ stop }) => textsIn(typeof stop === 'string' ? [stop] : stop),
  refusesNoRoom: true,
  positions: 'raw',
  reply: completionOf,
  events: chatEvents,
  word,
  error: errorBody,
  errorEvent: (worded) => ({ data: errorBody(worded) }),
  requestIdHeader: 'x-request-id',
}

function word(refusal: ServerRefusal): Worded {
  if (refusal.kind === 'invalid' && refusal.rule === noModel) return invalid('you must provide a model parameter', {})
  return wordOpenAiRefusal(refusal, wordLimit)
}

/** The rule that is checked before all others; its message has no parameter or code. */
const noModel = 'model-missing'

function check(body: Json, model: ModelInfo): readonly Violation[] {
  const violations = checkOpenAiChat(body, { model: model.id, complete: true, dialect: dialectOf(model) })
  const withoutModel = violations.filter(({ rule }) => rule === noModel)
  if (withoutModel.length > 0) return withoutModel
  if (violations.length > 0 || !isObject(body)) return violations
  const faults =
    model.provider === 'openai' ? [...checkOpenAiSettings(body, model, chatSettings), ...checkChatPairs(body)] : []
  if (faults.length > 0) return faults
  if (model.provider !== 'openai' || !model.thinking || (body.max_tokens ?? null) === null) {
    return checkCacheOptions(body, model, { ttls: ['30m'], prewarms: false })
  }
  const message =
    "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."
  return [{ path: 'max_tokens', rule: 'unsupported-parameter', message }]
}

/** Claude is reached through a gateway here. */
function dialectOf({ provider, caching }: ModelInfo): ChatDialect {
  if (provider === 'openai') return 'openai'
  return caching?.kind === 'breakpoints' ? 'openrouter' : 'compatible'
}

function limitOf(body: JsonObject): OutputLimit | undefined {
  for (const field of ['max_completion_tokens', 'max_tokens']) {
    const tokens = body[field]
    if (typeof tokens === 'number') return { field, tokens }
  }
  return undefined
}

function wordLimit(refusal: LimitRefusal): Worded {
  const tooLong = { param: 'messages', code: 'context_length_exceeded' }
  switch (refusal.kind) {
    case 'prompt-too-long':
      return invalid(
        `This model's maximum context length is ${refusal.contextTokens} tokens. However, your messages resulted in ` +
          `${refusal.promptTokens} tokens. Please reduce the length of the messages.`,
        tooLong,
      )
    case 'no-room-for-output':
      return invalid(
        `This model's maximum context length is ${refusal.contextTokens} tokens. However, you requested ` +
          `${refusal.promptTokens + refusal.maxTokens} tokens (${refusal.promptTokens} in the messages, ` +
          `${refusal.maxTokens} in the completion). Please reduce the length of the messages or completion.`,
        tooLong,
      )
    case 'output-too-long':
      return invalid(
        `${refusal.field} is too large: ${refusal.maxTokens}. This model supports at most ` +
          `${refusal.maxOutputTokens} completion tokens, whereas you provided ${refusal.maxTokens}.`,
        { param: refusal.field, code: 'invalid_value' },
      )
  }
}
