import { defined, isObject, type Json, rest } from '../../json.ts'
import type { Tool } from '../../message/message.ts'
import { readMarker, writeMarker } from '../marker.ts'
import { extraOf } from '../residue.ts'
import { readToolFacts } from '../tool-facts.ts'
import type { Writer } from '../writer.ts'
import { anthropicResidue } from './blocks.ts'

/** A tool with a schema is the caller's; any other is run by the provider and carried as it is. */
export function readAnthropicTool(value: Json): Tool {
  if (!isObject(value) || typeof value.name !== 'string' || !isObject(value.input_schema)) {
    return { kind: 'opaque', format: 'anthropic', value }
  }
  const { facts, known } = readToolFacts(value, 'input_schema')
  const breakpoint = readMarker(value.cache_control)
  const extra = rest(value, ['name', ...known, ...(breakpoint ? ['cache_control'] : [])])
  return {
    kind: 'function',
    name: value.name,
    ...facts,
    ...(breakpoint && { breakpoint }),
    ...anthropicResidue({ extra }),
  }
}

export function writeAnthropicTool(tool: Tool, writer: Writer): Json | undefined {
  if (tool.kind === 'opaque') {
    if (tool.format === 'anthropic') return tool.value
    writer.lose('tools', `a tool that only ${tool.format} knows`)
    return undefined
  }
  const { description, schema, strict, breakpoint } = tool
  return defined({
    name: writer.toolName(tool.name),
    description,
    input_schema: schema ?? { type: 'object', properties: {} },
    strict,
    cache_control: breakpoint && writeMarker(breakpoint),
    ...extraOf(writer.fields(tool.residue)),
  })
}
