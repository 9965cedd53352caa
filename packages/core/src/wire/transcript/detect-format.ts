import { isList, isObject, type Json, type JsonObject } from '../../json.ts'
import type { Format } from '../../message/message.ts'
import { isClaudeCodeLine } from '../claude-code/claude-code.ts'
import { isCodexLine } from '../codex/codex.ts'

/** Recognises a format by what only it says. Plain talk that several formats would write alike counts as Chat. */
export function detectFormat(value: Json): Format {
  if (isObject(value)) return detectBody(value)
  if (!isList(value)) return 'openai-chat'
  return first(value, detectLine) ?? first(value, detectMessage) ?? 'openai-chat'
}

function detectBody(body: JsonObject): Format {
  if ('input' in body && !('messages' in body)) return 'openai-responses'
  if ('system' in body) return 'anthropic'
  const messages = isList(body.messages) ? body.messages : []
  return first(messages, detectMessage) ?? first(isList(body.tools) ? body.tools : [], detectTool) ?? 'openai-chat'
}

function detectLine(value: Json): Format | undefined {
  if (isCodexLine(value)) return 'codex'
  return isClaudeCodeLine(value) ? 'claude-code' : undefined
}

function detectTool(tool: Json): Format | undefined {
  if (!isObject(tool)) return undefined
  if ('input_schema' in tool) return 'anthropic'
  return isObject(tool.function) ? 'openai-chat' : undefined
}

const items =
  /^(message|reasoning|function_call(_output)?|custom_tool_call(_output)?|item_reference|[a-z_]+_call(_output)?)$/

function detectMessage(message: Json): Format | undefined {
  if (!isObject(message)) return undefined
  if (typeof message.type === 'string' && items.test(message.type)) return 'openai-responses'
  if ('tool_calls' in message || 'tool_call_id' in message) return 'openai-chat'
  if ('providerOptions' in message) return 'ai-sdk'
  return isList(message.content) ? first(message.content, detectPart) : undefined
}

const partFormats: Readonly<Record<string, Format>> = {
  tool_use: 'anthropic',
  tool_result: 'anthropic',
  thinking: 'anthropic',
  redacted_thinking: 'anthropic',
  document: 'anthropic',
  server_tool_use: 'anthropic',
  image_url: 'openai-chat',
  input_audio: 'openai-chat',
  input_text: 'openai-responses',
  output_text: 'openai-responses',
  input_image: 'openai-responses',
  input_file: 'openai-responses',
  'tool-call': 'ai-sdk',
  'tool-result': 'ai-sdk',
  reasoning: 'ai-sdk',
}

function detectPart(part: Json): Format | undefined {
  if (!isObject(part)) return undefined
  if (part.type === 'image') return 'source' in part ? 'anthropic' : 'ai-sdk'
  if (part.type === 'file') return isObject(part.file) ? 'openai-chat' : 'ai-sdk'
  if ('providerOptions' in part) return 'ai-sdk'
  return partFormats[String(part.type)]
}

function first<T>(values: readonly Json[], find: (value: Json) => T | undefined): T | undefined {
  for (const value of values) {
    const found = find(value)
    if (found !== undefined) return found
  }
  return undefined
}
