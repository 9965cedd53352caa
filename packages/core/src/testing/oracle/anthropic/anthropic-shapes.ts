import { type Shape, typed } from '../shape.ts'

const markable = { 'cache_control?': 'any' } as const
const answer = { tool_use_id: 'text', content: 'any', 'caller?': 'object|null', ...markable } as const
const call = { id: 'any', name: 'any', input: 'any', 'caller?': 'object|null', ...markable } as const

/** The fields of each content block, as the API publishes them. Thinking takes no marker: another rule says so. */
export const anthropicShapes: Readonly<Record<string, Shape>> = {
  text: { text: 'string', 'citations?': 'list|null', ...markable },
  image: { source: 'any', ...markable },
  document: {
    source: 'any',
    'title?': 'string|null',
    'context?': 'string|null',
    'citations?': 'object|null',
    ...markable,
  },
  search_result: { source: 'string', title: 'string', content: 'list', 'citations?': 'object|null', ...markable },
  thinking: { thinking: 'string', 'signature?': 'any', ...markable },
  redacted_thinking: { 'data?': 'any', ...markable },
  tool_use: { ...call, 'toolset_name?': 'string|null' },
  tool_result: { tool_use_id: 'text', 'content?': 'any', 'is_error?': 'boolean', ...markable },
  tool_reference: { tool_name: 'text', ...markable },
  server_tool_use: { ...call, id: 'text', name: 'text', input: 'object' },
  mcp_tool_use: { id: 'text', name: 'text', input: 'object', server_name: 'text', ...markable },
  mcp_tool_result: { tool_use_id: 'text', 'content?': 'string|list', 'is_error?': 'boolean', ...markable },
  web_search_tool_result: answer,
  web_fetch_tool_result: answer,
  code_execution_tool_result: answer,
  bash_code_execution_tool_result: answer,
  text_editor_code_execution_tool_result: answer,
  tool_search_tool_result: answer,
  advisor_tool_result: answer,
  container_upload: { file_id: 'text', ...markable },
  compaction: {
    'content?': 'text|null',
    'encrypted_content?': 'string|null',
    'signature?': 'string|null',
    'tool_changes?': 'list|null',
    ...markable,
  },
}

/** Real blocks of betas, whose fields still change: taken as they are. */
export const openBlocks: readonly string[] = ['mid_conv_system', 'fallback', 'tool_addition', 'tool_removal']

/** The provider's own calls and answers, all inside the assistant's turn. */
export const isServerCall = (type: unknown) => type === 'server_tool_use' || type === 'mcp_tool_use'
export const isServerResult = (type: unknown) =>
  typeof type === 'string' && type.endsWith('_tool_result') && type in anthropicShapes
export const isThinking = (type: unknown) => type === 'thinking' || type === 'redacted_thinking'

/** The fields of a request body. */
export const anthropicBody: Shape = {
  messages: 'any',
  'model?': 'any',
  'max_tokens?': 'any',
  'system?': 'any',
  'tools?': 'list',
  'cache_control?': 'any',
  'tool_choice?': 'object',
  'thinking?': 'object',
  'stream?': 'boolean',
  'temperature?': 'number',
  'top_p?': 'number',
  'top_k?': 'number',
  'stop_sequences?': 'list',
  'metadata?': 'object',
  'service_tier?': 'string',
  'container?': 'any',
  'context_management?': 'object|null',
  'compaction?': 'object|null',
  'fallbacks?': 'any',
  'fallback_credit_token?': 'any',
  'thread?': 'object|null',
  'diagnostics?': 'object|null',
  'inference_geo?': 'string|null',
  'mcp_servers?': 'list',
  'output_config?': 'object',
  'output_format?': 'object|null',
  'safeguards?': 'list|null',
  'speed?': 'string|null',
}

/** The fields of a tool that the caller runs. */
export const anthropicTool: Shape = {
  name: 'any',
  input_schema: 'any',
  'description?': 'string',
  'strict?': 'boolean',
  'defer_loading?': 'boolean',
  'eager_input_streaming?': 'boolean|null',
  'input_examples?': 'list',
  'allowed_callers?': 'list',
  ...markable,
  ...typed,
}
