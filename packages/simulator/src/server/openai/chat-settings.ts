import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { SettingRule, Settings } from '../setting-rule.ts'
import type { SettingRules } from './check-settings.ts'
import { efforts, sharedSettings, textRule } from './shared-settings.ts'

const named: SettingRule = { kind: 'object', fields: { name: textRule }, required: ['name'] }
const schema: SettingRule = {
  kind: 'object',
  fields: {
    name: { kind: 'text', leastChars: 1, mostChars: 64 },
    description: textRule,
    schema: { kind: 'map', of: { kind: 'any' } },
    strict: { kind: 'boolean' },
  },
  required: ['name'],
}

const settings: Settings = {
  ...sharedSettings,
  n: { kind: 'integer', least: 1, most: 128 },
  max_tokens: { kind: 'integer', least: 1 },
  max_completion_tokens: { kind: 'integer', least: 1 },
  frequency_penalty: { kind: 'number', least: -2, most: 2 },
  presence_penalty: { kind: 'number', least: -2, most: 2 },
  stop: { kind: 'either', of: [textRule, { kind: 'list', of: textRule, most: 4 }] },
  seed: { kind: 'integer' },
  logprobs: { kind: 'boolean' },
  logit_bias: { kind: 'map', of: { kind: 'number', least: -100, most: 100 } },
  modalities: { kind: 'list', of: { kind: 'one-of', values: ['text', 'audio'] } },
  reasoning_effort: efforts,
  verbosity: { kind: 'one-of', values: ['low', 'medium', 'high'] },
  stream_options: {
    kind: 'object',
    fields: { include_usage: { kind: 'boolean' }, include_obfuscation: { kind: 'boolean' } },
  },
  response_format: {
    kind: 'variant',
    of: {
      text: { kind: 'object', fields: {} },
      json_object: { kind: 'object', fields: {} },
      json_schema: { kind: 'object', fields: { json_schema: schema }, required: ['json_schema'] },
    },
  },
  tool_choice: {
    kind: 'either',
    of: [
      {
        kind: 'variant',
        of: {
          function: { kind: 'object', fields: { function: named }, required: ['function'] },
          custom: { kind: 'object', fields: { custom: named }, required: ['custom'] },
          allowed_tools: { kind: 'any' },
        },
      },
      { kind: 'one-of', values: ['none', 'auto', 'required'] },
    ],
  },
}

/** The settings that Chat Completions takes beside its messages. */
export const chatSettings: SettingRules = {
  settings,
  fixed: {
    temperature: 1,
    top_p: undefined,
    presence_penalty: undefined,
    frequency_penalty: undefined,
    logprobs: undefined,
    top_logprobs: undefined,
    logit_bias: undefined,
    stop: undefined,
  },
  blames: 'value',
  told: ({ messages }) => JSON.stringify(messages ?? []),
  format: ({ response_format: format }) => format,
  effort: 'reasoning_effort',
}

/** Yields what is wrong between two settings of Chat. */
export function* checkChatPairs(body: JsonObject) {
  const has = (field: string) => (body[field] ?? undefined) !== undefined
  const tools = isList(body.tools) ? body.tools : []
  const refuse = (path: string, message: string) => ({ path, rule: 'setting', message })
  if (has('max_tokens') && has('max_completion_tokens')) {
    yield refuse('max_tokens', "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not supported.")
  }
  if (isList(body.tools) && tools.length === 0) {
    const rule = 'array-below-min-length'
    yield {
      path: 'tools',
      rule,
      message: "Invalid 'tools': empty array. Expected an array with minimum length 1, but got an empty array instead.",
    }
  }
  for (const field of ['tool_choice', 'parallel_tool_calls']) {
    if (has(field) && tools.length === 0 && !has('functions') && body[field] !== 'none') {
      yield refuse(field, `Invalid value for '${field}': '${field}' is only allowed when 'tools' are specified.`)
    }
  }
  yield* checkNames(isList(body.messages) ? body.messages : [])
  const chosen = chosenName(body.tool_choice)
  if (chosen !== undefined && !tools.some((tool) => nameOf(tool) === chosen)) {
    yield refuse('tool_choice', `Invalid value for 'tool_choice': no tool is named '${chosen}' in 'tools'.`)
  }
  if (has('functions') && has('tools')) yield refuse('functions', "'functions' and 'tools' cannot both be set.")
  if (has('top_logprobs') && body.logprobs !== true) {
    yield refuse('top_logprobs', "The 'top_logprobs' parameter is only allowed when 'logprobs' is enabled.")
  }
}

/** Speakers may be named, but not by anything that could be taken for markup. */
function* checkNames(messages: readonly Json[]) {
  for (const [i, message] of messages.entries()) {
    const name = isObject(message) ? message.name : undefined
    if (typeof name !== 'string' || /^[^\s<|\\/>]+$/.test(name)) continue
    const path = `messages[${i}].name`
    const pattern = String.raw`^[^\s<|\\/>]+$`
    const fault = `string does not match pattern. Expected a string that matches the pattern '${pattern}'.`
    yield { path, rule: 'setting', message: `Invalid '${path}': ${fault}` }
  }
}

function chosenName(choice: Json | undefined): Json | undefined {
  if (!isObject(choice)) return undefined
  const chosen = choice.function ?? choice.custom
  return isObject(chosen) ? chosen.name : undefined
}

function nameOf(tool: Json): Json | undefined {
  if (!isObject(tool)) return undefined
  const definition = tool.function ?? tool.custom
  return isObject(definition) ? definition.name : undefined
}
