import { defined, isObject, type Json, rest } from '../../json.ts'
import type { FunctionTool, Tool } from '../../message/message.ts'
import { readMarker, writeMarker } from '../marker.ts'
import { readToolFacts } from '../tool-facts.ts'
import type { Writer } from '../writer.ts'
import { openAiChatResidue } from './parts.ts'

export function readOpenAiChatTool(value: Json): Tool {
  const inner = isObject(value) && value.type === 'function' ? value.function : undefined
  if (!isObject(value) || !isObject(inner) || typeof inner.name !== 'string') {
    return { kind: 'opaque', format: 'openai-chat', value }
  }
  const { facts, known } = readToolFacts(inner, 'parameters')
  const breakpoint = readMarker(value.cache_control)
  const fields = {
    extra: rest(value, ['type', 'function', ...(breakpoint ? ['cache_control'] : [])]),
    inner: rest(inner, ['name', ...known]),
  }
  return {
    kind: 'function',
    name: inner.name,
    ...facts,
    ...(breakpoint && { breakpoint }),
    ...openAiChatResidue(fields),
  }
}

export function writeOpenAiChatTool(tool: Tool, writer: Writer): Json | undefined {
  if (tool.kind === 'opaque') {
    if (tool.format === 'openai-chat') return tool.value
    writer.lose('tools', `a tool that only ${tool.format} knows`)
    return undefined
  }
  const fields = writer.fields(tool.residue)
  const marker = tool.breakpoint === undefined ? {} : { cache_control: writeMarker(tool.breakpoint) }
  const extra = isObject(fields.extra) ? fields.extra : {}
  return {
    type: 'function',
    function: writeFunction(tool, writer, isObject(fields.inner) ? fields.inner : {}),
    ...extra,
    ...marker,
  }
}

function writeFunction(tool: FunctionTool, writer: Writer, inner: object): Json {
  const { description, schema, strict } = tool
  return defined({ name: writer.toolName(tool.name), description, parameters: schema, strict, ...inner })
}
