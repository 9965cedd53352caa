import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { checkShape } from '../shape.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { isToolName } from './anthropic-blocks.ts'
import { anthropicWording, violationOf } from './anthropic-rules.ts'
import { anthropicTool } from './anthropic-shapes.ts'

/** Judges the tools that a request offers. */
export function* checkTools(tools: Json | undefined): Generator<Violation> {
  if (!isList(tools)) return
  const names = new Set<unknown>()
  for (const [i, tool] of tools.entries()) {
    yield* checkTool(tool, `tools.${i}`)
    const name = isObject(tool) ? tool.name : undefined
    if (name !== undefined && names.has(name)) {
      yield violationOf(`tools.${i}.name`, 'tool-name-unique', `Tool names must be unique: ${show(name)}.`)
    }
    names.add(name)
  }
}

function* checkTool(tool: Json, path: string): Generator<Violation> {
  const type = isObject(tool) ? (tool.type ?? 'custom') : undefined
  if (!isObject(tool) || !isToolType(type)) {
    yield violationOf(path, 'tool-type', `Input tag '${show(type)}' does not match any of the expected tool types.`)
    return
  }
  if (type !== 'custom') return
  yield* checkShape(tool, path, anthropicTool, anthropicWording)
  if (tool.name !== undefined && !isToolName(tool.name)) {
    yield violationOf(`${path}.name`, 'tool-name', "String should match pattern '^[a-zA-Z0-9_-]{1,128}$'.")
  }
  if (tool.input_schema !== undefined) yield* checkSchema(tool.input_schema, `${path}.input_schema`)
}

/** Provider-made tools are dated; their fields are the provider's business. */
const isToolType = (type: unknown) =>
  type === 'custom' || type === 'mcp_toolset' || (typeof type === 'string' && /^[a-z_]+_\d{8}$/.test(type))

function* checkSchema(schema: Json, path: string): Generator<Violation> {
  if (!isObject(schema) || schema.type !== 'object') {
    yield violationOf(path, 'tool-schema', "Input should be a JSON schema with type 'object'.")
  } else if (hasAlternatives(schema)) {
    yield violationOf(path, 'tool-schema', 'input_schema does not support oneOf, allOf, or anyOf at the top level.')
  }
}

const hasAlternatives = (schema: JsonObject) => ['oneOf', 'allOf', 'anyOf'].some((key) => schema[key] !== undefined)
