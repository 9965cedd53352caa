import { isObject, type Json } from '@palimpsest/core/json'
import type { ModelInfo } from '@palimpsest/core/models'
import { checkAnthropic, type Violation } from '@palimpsest/core/testing'
import { type Api, textsIn } from '../api.ts'
import type { ServerRefusal } from '../server-refusal.ts'
import { isSealGenuine } from '../thinking-seal.ts'
import { bindThinking } from './bind-thinking.ts'
import { checkAnthropicSettings } from './check-settings.ts'
import { contextEditsOf } from './context-edits-of.ts'
import { events } from './events.ts'
import { anthropicMessage } from './message.ts'
import { wordAnthropicRefusal } from './word-refusal.ts'

/** Anthropic Messages. */
export const anthropicApi: Api = {
  name: 'anthropic',
  // Names with routes, dots or capitals are those of gateways, and not found here.
  serves: ({ provider, caching, id }, name) =>
    provider === 'custom' || (caching?.kind === 'breakpoints' && (name === id || /^[a-z\d-]+$/.test(name))),
  check,
  bind: (body, { id }) => bindThinking(body, id),
  limitOf: ({ max_tokens: tokens }) => (typeof tokens === 'number' ? { field: 'max_tokens', tokens } : undefined),
  contextEditsOf,
  stopsOf: ({ stop_sequences: stops }) => textsIn(stops),
  refusesNoRoom: true,
  positions: 'collapsed',
  reply: anthropicMessage,
  events,
  word: wordAnthropicRefusal,
  error: ({ type, message }, requestId) => ({ type: 'error', error: { type, message }, request_id: requestId }),
  errorEvent: ({ type, message }) => ({ event: 'error', data: { type: 'error', error: { type, message } } }),
  requestIdHeader: 'request-id',
}

function check(body: Json, { id }: ModelInfo): readonly Violation[] {
  const violations = checkAnthropic(body, { model: id, complete: true, isGenuine: isSealGenuine })
  if (violations.length > 0 || !isObject(body)) return violations
  const faults = [...checkAnthropicSettings(body, id)]
  if (faults.length > 0) return faults
  const { thinking, max_tokens: limit } = body
  const budget = isObject(thinking) ? thinking.budget_tokens : undefined
  if (typeof budget !== 'number' || typeof limit !== 'number' || limit > budget) return []
  const message = '`max_tokens` must be greater than `thinking.budget_tokens`.'
  return [{ path: 'max_tokens', rule: 'max-tokens', message }]
}

const countable =
  'messages model cache_control compaction context_management mcp_servers output_config output_format speed system thinking ' +
  'tool_choice tools'

/** A request to count tokens has no say in the reply; with a limit it can be judged as any other. */
export function asCountable(body: Json): { readonly body: Json } | { readonly refusal: ServerRefusal } {
  if (!isObject(body)) return { body }
  const extra = Object.keys(body).find((field) => !countable.split(' ').includes(field))
  if (extra !== undefined) {
    return { refusal: { kind: 'invalid', message: `${extra}: Extra inputs are not permitted` } }
  }
  const budget = isObject(body.thinking) ? body.thinking.budget_tokens : undefined
  return { body: { ...body, max_tokens: typeof budget === 'number' ? budget + 1 : 1 } }
}
