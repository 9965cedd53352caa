import { defined, isObject, type Json, rest } from '../../json.ts'
import type { Tool } from '../../message/message.ts'
import { extraOf } from '../residue.ts'
import { readToolFacts } from '../tool-facts.ts'
import type { Writer } from '../writer.ts'
import { openAiResponsesResidue } from './parts.ts'

export function readOpenAiResponsesTool(value: Json): Tool {
  if (!isObject(value) || value.type !== 'function' || typeof value.name !== 'string') {
    return { kind: 'opaque', format: 'openai-responses', value }
  }
  const { facts, known } = readToolFacts(value, 'parameters')
  return {
    kind: 'function',
    name: value.name,
    ...facts,
    ...openAiResponsesResidue({ extra: rest(value, ['type', 'name', ...known]) }),
  }
}

export function writeOpenAiResponsesTool(tool: Tool, writer: Writer): Json | undefined {
  if (tool.kind === 'opaque') {
    if (tool.format === 'openai-responses') return tool.value
    writer.lose('tools', `a tool that only ${tool.format} knows`)
    return undefined
  }
  if (tool.breakpoint) writer.lose('breakpoint', `on the tool ${tool.name}`)
  const { description, schema, strict } = tool
  return defined({
    type: 'function',
    name: writer.toolName(tool.name),
    description,
    parameters: schema,
    strict,
    ...extraOf(writer.fields(tool.residue)),
  })
}
