import { defined, isObject, type Json, rest } from '../../json.ts'
import type { Tool } from '../../message/message.ts'
import type { Writer } from '../writer.ts'
import { extraOf, residueOf } from './parts.ts'

export function readTool(value: Json): Tool {
  if (!isObject(value) || value.type !== 'function' || typeof value.name !== 'string') {
    return { kind: 'opaque', format: 'openai-responses', value }
  }
  const description = typeof value.description === 'string' ? value.description : undefined
  const schema = isObject(value.parameters) ? value.parameters : undefined
  const strict = typeof value.strict === 'boolean' ? value.strict : undefined
  const known = Object.entries({ description, parameters: schema, strict }).flatMap(([key, field]) =>
    field === undefined ? [] : [key],
  )
  return defined({
    kind: 'function',
    name: value.name,
    description,
    schema,
    strict,
    ...residueOf({ extra: rest(value, ['type', 'name', ...known]) }),
  } as const)
}

export function writeTool(tool: Tool, writer: Writer): Json | undefined {
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
