import type { JsonObject } from '@palimpsest/core/json'
import type { FunctionTool } from '@palimpsest/core/message'

/** The schema of one argument, with a sentence that explains to the model what it is for. */
export type Argument = JsonObject

export function textArgument(description: string, more: JsonObject = {}): Argument {
  return { type: 'string', description, ...more }
}

export function wholeArgument(description: string, more: JsonObject = {}): Argument {
  return { type: 'integer', description, ...more }
}

export function flagArgument(description: string, fallback: boolean): Argument {
  return { type: 'boolean', description, default: fallback }
}

export function oneOf(description: string, values: readonly string[]): Argument {
  return { type: 'string', enum: values, description }
}

/** A tool definition; arguments not in `optional` are required. */
export function tool(
  name: string,
  description: string,
  properties: Readonly<Record<string, Argument>>,
  optional: readonly string[] = [],
): FunctionTool {
  const required = Object.keys(properties).filter((key) => !optional.includes(key))
  const schema = { type: 'object', properties, required, additionalProperties: false }
  return { kind: 'function', name, description, schema }
}
