import { isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { ModelInfo } from '@palimpsest/core/models'
import { checkOpenAiResponses, type Violation } from '@palimpsest/core/testing'
import type { Api, OutputLimit } from '../api.ts'
import type { LimitRefusal, Worded } from '../server-refusal.ts'
import { checkCacheOptions } from './check-cache-options.ts'
import { checkOpenAiSettings } from './check-settings.ts'
import { errorBody } from './error-body.ts'
import { responseOf } from './response.ts'
import { responsesEvents } from './responses-events.ts'
import { checkResponsesPairs, responsesSettings } from './responses-settings.ts'
import { isSealIntact, sealedSummary } from './sealed-content.ts'
import { invalid, wordOpenAiRefusal } from './word-refusal.ts'

/** OpenAI Responses. */
export const responsesApi: Api = {
  name: 'openai-responses',
  serves: ({ provider }) => provider === 'openai' || provider === 'custom',
  check,
  limitOf,
  summaryOf: sealedSummary,
  refusesNoRoom: false,
  positions: 'raw',
  reply: responseOf,
  events: responsesEvents,
  word: (refusal) => wordOpenAiRefusal(refusal, wordLimit),
  error: errorBody,
  errorEvent: ({ type, message, code, param }) => ({
    event: 'error',
    data: { type: 'error', error: { type, message, code: code ?? null, param: param ?? null } },
  }),
  requestIdHeader: 'x-request-id',
}

function check(body: Json, model: ModelInfo): readonly Violation[] {
  const violations = checkOpenAiResponses(body, { model: model.id, complete: true, isGenuine: isSealIntact })
  if (violations.length > 0 || !isObject(body)) return violations
  const faults = [...checkOpenAiSettings(body, model, responsesSettings), ...checkResponsesPairs(body)]
  if (faults.length > 0) return faults
  // Twelve hours are sold by whoever has a price for them, and only here.
  const ttls = model.prices?.cacheWrite1h === undefined ? ['30m'] : ['30m', '12h']
  return checkCacheOptions(body, model, { ttls, prewarms: true })
}

/** A request that only prepares the cache leaves no room for a reply. */
function limitOf({ max_output_tokens: tokens, prompt_cache_options: options }: JsonObject): OutputLimit | undefined {
  if (isObject(options) && options.prewarm === true) return { field: 'prompt_cache_options.prewarm', tokens: 0 }
  return typeof tokens === 'number' ? { field: 'max_output_tokens', tokens } : undefined
}

/** Neither the prompt's tokens nor the window are reported here. */
function wordLimit(refusal: LimitRefusal): Worded {
  switch (refusal.kind) {
    case 'prompt-too-long':
    case 'no-room-for-output':
      return invalid('Your input exceeds the context window of this model. Please adjust your input and try again.', {
        param: 'input',
        code: 'context_length_exceeded',
      })
    case 'output-too-long':
      return invalid(
        `Invalid '${refusal.field}': integer above maximum value. Expected a value <= ${refusal.maxOutputTokens}, ` +
          `but got ${refusal.maxTokens} instead.`,
        { param: refusal.field, code: 'integer_above_max_value' },
      )
  }
}
