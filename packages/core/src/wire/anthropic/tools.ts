import { defined, isObject, type Json, rest } from '../../json.ts'
import type { Tool } from '../../message/message.ts'
import { readMarker, writeMarker } from '../marker.ts'
import type { Writer } from '../writer.ts'
import { extraOf, residueOf } from './blocks.ts'

/** A tool with a schema is the caller's; any other is run by the provider and carried as it is. */
export function readTool(value: Json): Tool {
  if (!isObject(value) || typeof value.name !== 'string' || !isObject(value.input_schema)) {
    return { kind: 'opaque', format: 'anthropic', value }
  }
  const description = typeof value.description === 'string' ? value.description : undefined
  const strict = typeof value.strict === 'boolean' ? value.strict : undefined
  const breakpoint = readMarker(value.cache_control)
  const known = Object.entries({ description, strict, cache_control: breakpoint }).flatMap(([key, field]) =>
    field === undefined ? [] : [key],
  )
  const extra = rest(value, ['name', 'input_schema', ...known])
  return defined({
    kind: 'function',
    name: value.name,
    description,
    schema: value.input_schema,
    strict,
    breakpoint,
    ...residueOf({ extra }),
  } as const)
}

export function writeTool(tool: Tool, writer: Writer): Json | undefined {
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
