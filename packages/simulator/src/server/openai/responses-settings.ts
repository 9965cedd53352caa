import { isList, isObject, type Json, type JsonObject } from '@palimpsest/core/json'
import type { SettingRule, Settings } from '../setting-rule.ts'
import type { SettingRules } from './check-settings.ts'
import { efforts, sharedSettings, textRule } from './shared-settings.ts'

const summaries: SettingRule = { kind: 'one-of', values: ['auto', 'concise', 'detailed'] }
const included = [
  'file_search_call.results',
  'web_search_call.results',
  'web_search_call.action.sources',
  'message.input_image.image_url',
  'computer_call_output.output.image_url',
  'code_interpreter_call.outputs',
  'reasoning.encrypted_content',
  'message.output_text.logprobs',
]

const settings: Settings = {
  ...sharedSettings,
  // Less would be no reply.
  max_output_tokens: { kind: 'integer', least: 16 },
  max_tool_calls: { kind: 'integer', least: 1 },
  background: { kind: 'boolean' },
  previous_response_id: textRule,
  client_metadata: { kind: 'map', of: textRule },
  truncation: { kind: 'one-of', values: ['auto', 'disabled'] },
  include: { kind: 'list', of: { kind: 'one-of', values: included } },
  stream_options: { kind: 'object', fields: { include_obfuscation: { kind: 'boolean' } } },
  reasoning: {
    kind: 'object',
    fields: { effort: efforts, summary: summaries, generate_summary: summaries, context: textRule, mode: textRule },
  },
  text: {
    kind: 'object',
    fields: {
      verbosity: { kind: 'one-of', values: ['low', 'medium', 'high'] },
      format: {
        kind: 'variant',
        of: {
          text: { kind: 'object', fields: {} },
          json_object: { kind: 'object', fields: {} },
          json_schema: {
            kind: 'object',
            fields: {
              name: { kind: 'text', leastChars: 1, mostChars: 64 },
              description: textRule,
              schema: { kind: 'map', of: { kind: 'any' } },
              strict: { kind: 'boolean' },
            },
            required: ['name', 'schema'],
          },
        },
      },
    },
  },
}

/** The settings that Responses takes beside its input. */
export const responsesSettings: SettingRules = {
  settings,
  fixed: { temperature: 1, top_p: 1, top_logprobs: undefined },
  blames: 'parameter',
  told: ({ input, instructions }) => JSON.stringify([input ?? '', instructions ?? '']),
  format: ({ text: written }) => (isObject(written) ? written.format : undefined),
  effort: 'reasoning.effort',
}

/** Yields what is wrong between two settings of Responses. */
export function* checkResponsesPairs(body: JsonObject) {
  const has = (field: string) => (body[field] ?? undefined) !== undefined
  const refuse = (path: string, message: string) => ({ path, rule: 'setting', message })
  if (has('previous_response_id') && has('conversation')) {
    yield refuse('conversation', "'previous_response_id' and 'conversation' cannot both be set.")
  }
  if (body.background === true && body.store === false) {
    yield refuse('background', "Background mode requires 'store' to be true.")
  }
  yield* checkChoice(body.tool_choice ?? undefined, isList(body.tools) ? body.tools : [])
}

const modes = ['none', 'auto', 'required']

function* checkChoice(choice: Json | undefined, tools: readonly Json[]) {
  const path = 'tool_choice'
  const refuse = (message: string) => ({ path, rule: 'setting', message })
  if (typeof choice === 'string' && !modes.includes(choice)) {
    yield refuse(`Invalid value: '${choice}'. Supported values are: ${modes.map((mode) => `'${mode}'`).join(', ')}.`)
  } else if (choice === 'required' && tools.length === 0) {
    yield refuse("Tool choice 'required' must be specified with 'tools' parameter.")
  } else if (isObject(choice) && (choice.type === 'function' || choice.type === 'custom')) {
    const isOffered = tools.some((tool) => isObject(tool) && tool.type === choice.type && tool.name === choice.name)
    if (!isOffered) yield refuse(`Tool choice '${choice.type}' not found in 'tools' parameter.`)
  }
}
