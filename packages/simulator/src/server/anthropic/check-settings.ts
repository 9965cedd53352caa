import { isList, isObject, type JsonObject } from '@palimpsest/core/json'
import { readClaudeModel, type Violation } from '@palimpsest/core/testing'
import { checkSettings, type SettingFault, type SettingRule, type Settings } from '../setting-rule.ts'
import { checkContextEdits, contextManagement } from './context-management.ts'

/** All that a request may be refused for besides what is said in it: how the model is to think, choose and write. */
export function* checkAnthropicSettings(body: JsonObject, model: string): Generator<Violation> {
  for (const fault of checkSettings(body, settings)) yield worded(fault)
  // Of models that are not Claude nothing is known, and no comparison holds.
  const { version = Number.NaN } = readClaudeModel(model) ?? {}
  yield* checkStops(body)
  yield* checkSampling(body, version)
  yield* checkThinking(body, version)
  yield* checkToolChoice(body)
  yield* checkServerTools(body)
  yield* checkContextEdits(body, version)
}

const text: SettingRule = { kind: 'text' }
const display: SettingRule = { kind: 'one-of', values: ['summarized', 'omitted', 'updates'] }
const binding: SettingRule = {
  kind: 'object',
  fields: { prefix_mismatch_behavior: { kind: 'one-of', values: ['error', 'drop_block'] } },
}
const format: SettingRule = {
  kind: 'variant',
  of: {
    json_schema: { kind: 'object', fields: { schema: { kind: 'map', of: { kind: 'any' } } }, required: ['schema'] },
  },
}
const parallel: Settings = { disable_parallel_tool_use: { kind: 'boolean' } }

const settings: Settings = {
  temperature: { kind: 'number', least: 0, most: 1 },
  top_p: { kind: 'number', least: 0, most: 1 },
  top_k: { kind: 'integer', least: 0 },
  stop_sequences: { kind: 'list', of: { kind: 'text', leastChars: 1 } },
  metadata: { kind: 'object', fields: { user_id: { kind: 'text', mostChars: 512 } } },
  service_tier: { kind: 'one-of', values: ['auto', 'standard_only'] },
  speed: { kind: 'one-of', values: ['standard', 'fast'] },
  container: { kind: 'either', of: [{ kind: 'map', of: { kind: 'any' } }, text] },
  output_format: format,
  context_management: contextManagement,
  // What the provider is told of the tools that it is to watch changes without notice.
  safeguards: {
    kind: 'list',
    of: { kind: 'variant', of: { dangerous_tool_use: { kind: 'map', of: { kind: 'any' } } } },
  },
  output_config: {
    kind: 'object',
    fields: {
      effort: { kind: 'one-of', values: ['low', 'medium', 'high', 'xhigh', 'max'] },
      format,
      task_budget: { kind: 'map', of: { kind: 'any' } },
    },
  },
  thinking: {
    kind: 'variant',
    of: {
      enabled: {
        kind: 'object',
        fields: { budget_tokens: { kind: 'integer', least: 1_024 }, display, block_binding: binding },
        required: ['budget_tokens'],
      },
      adaptive: { kind: 'object', fields: { display, block_binding: binding } },
      between_tools: { kind: 'object', fields: {} },
      disabled: { kind: 'object', fields: {} },
    },
  },
  tool_choice: {
    kind: 'variant',
    of: {
      auto: { kind: 'object', fields: parallel },
      any: { kind: 'object', fields: parallel },
      tool: { kind: 'object', fields: { ...parallel, name: text }, required: ['name'] },
      none: { kind: 'object', fields: {} },
    },
  },
}

function worded({ path: at, expected, kind, bound }: SettingFault): Violation {
  const path = at.replaceAll(/\[(\d+)\]/g, '.$1')
  const refuse = (fault: string) => ({ path, rule: kind, message: `${path}: ${fault}` })
  switch (kind) {
    case 'unknown':
      return refuse('Extra inputs are not permitted')
    case 'missing':
      return refuse('Field required')
    case 'value':
      return refuse(`Input should be ${expected.kind === 'one-of' ? listed(expected.values) : 'another'}`)
    case 'type':
      return refuse(`Input should be a valid ${names[expected.kind]}`)
    case 'too-small':
      return refuse(
        expected.kind === 'text'
          ? `String should have at least ${bound} character`
          : `Input should be greater than or equal to ${bound}`,
      )
    case 'too-large':
      return refuse(
        expected.kind === 'text'
          ? `String should have at most ${bound} characters`
          : `Input should be less than or equal to ${bound}`,
      )
  }
}

const names: Readonly<Record<SettingRule['kind'], string>> = {
  number: 'number',
  integer: 'integer',
  boolean: 'boolean',
  text: 'string',
  'one-of': 'string',
  list: 'list',
  map: 'dictionary',
  object: 'dictionary',
  variant: 'dictionary',
  either: 'string',
  any: 'value',
}

function listed(values: readonly string[]): string {
  const quoted = values.map((value) => `'${value}'`)
  return quoted.length < 2 ? quoted.join('') : `${quoted.slice(0, -1).join(', ')} or ${quoted.at(-1)}`
}

function* checkStops({ stop_sequences: stops }: JsonObject): Generator<Violation> {
  const isBlank = isList(stops) && stops.some((stop) => typeof stop === 'string' && stop.trim() === '')
  if (isBlank) yield refused('stop_sequences', 'stop_sequences: each stop sequence must contain non-whitespace')
}

/** Since 4.7 sampling is the model's own business; since 4.1 one of two knobs may be turned. */
function* checkSampling(body: JsonObject, version: number): Generator<Violation> {
  const { temperature, top_p: topP, top_k: topK } = body
  if (version >= 4.07) {
    const turned = { temperature: (temperature ?? 1) !== 1, top_p: Number(topP ?? 1) < 0.99, top_k: topK !== undefined }
    for (const [path, isTurned] of Object.entries(turned)) {
      if (isTurned) yield refused(path, `\`${path}\` is deprecated for this model.`)
    }
  } else if (version >= 4.01 && temperature !== undefined && topP !== undefined) {
    const message = '`temperature` and `top_p` cannot both be specified for this model. Please use only one.'
    yield refused('temperature', message)
  }
}

function* checkThinking(body: JsonObject, version: number): Generator<Violation> {
  const { thinking, temperature, top_k: topK, tool_choice: choice } = body
  const type = isObject(thinking) ? thinking.type : undefined
  if (type === 'adaptive' && version < 4.06) {
    yield refused('thinking', 'adaptive thinking is not supported on this model')
  }
  if (type !== 'enabled') return
  if (version >= 4.07) {
    const remedy = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
    yield refused('thinking', `"thinking.type.enabled" is not supported for this model. ${remedy}`)
  }
  if ((temperature ?? 1) !== 1)
    yield refused('temperature', '`temperature` may only be set to 1 when thinking is enabled.')
  if (topK !== undefined) yield refused('top_k', '`top_k` must be unset when thinking is enabled.')
  if (isObject(choice) && (choice.type === 'any' || choice.type === 'tool')) {
    yield refused('tool_choice', 'Thinking may not be enabled when tool_choice forces tool use.')
  }
}

function* checkToolChoice({ tools, tool_choice: choice }: JsonObject): Generator<Violation> {
  const offered = isList(tools) ? tools.filter(isObject) : []
  if (isObject(choice) && offered.length === 0) {
    yield refused('tool_choice', 'tool_choice: may only be specified while providing tools.')
  } else if (isObject(choice) && choice.type === 'tool' && !offered.some(({ name }) => name === choice.name)) {
    yield refused('tool_choice', `Tool '${choice.name}' not found in provided tools`)
  }
  if (offered.length > 0 && offered.every((tool) => tool.defer_loading === true)) {
    yield refused('tools', 'At least one tool must have defer_loading=false.')
  }
}

const toolKinds =
  /^(bash|text_editor|computer|web_search|web_fetch|code_execution|memory|advisor|(browser|computer)_toolset|tool_search_tool_(regex|bm25))_\d{8}$/

/** Tools that the provider runs or knows: which there are, and what it says of its search. */
function* checkServerTools({ tools }: JsonObject): Generator<Violation> {
  for (const [i, tool] of isList(tools) ? tools.entries() : []) {
    const { type = 'custom', name, max_uses: uses, ...fields } = isObject(tool) ? tool : {}
    const path = `tools.${i}`
    if (type === null || type === 'custom' || type === 'mcp_toolset' || typeof type !== 'string') continue
    if (!toolKinds.test(type)) {
      yield refused(path, `${path}: Input tag '${type}' found using 'type' does not match any of the expected tags`)
    } else if (name === undefined) yield refused(path, `${path}.${type}.name: Field required`)
    if (typeof uses === 'number' && uses < 1) {
      yield refused(path, `${path}.${type}.max_uses: Input should be greater than 0`)
    }
    if (isList(fields.allowed_domains) && isList(fields.blocked_domains)) {
      yield refused(path, `${path}.${type}: Only one of allowed_domains and blocked_domains may be specified`)
    }
  }
}

const refused = (path: string, message: string): Violation => ({ path, rule: 'setting', message })
