import { isList, isObject, type Json, type JsonObject } from '../../../json.ts'
import { checkShape, type Shape, typed } from '../shape.ts'
import { show } from '../show.ts'
import type { Violation } from '../violation.ts'
import { isFunctionName } from './openai-calls.ts'
import { openAiWording } from './openai-rules.ts'

/** The place of a tool's definition in a format, and the limits there. */
export interface ToolFormat {
  /** Chat nests the definition under the tool's type; Responses does not. */
  readonly nested: boolean
  readonly maxNameChars: number
  /** Tools of the provider itself, taken as they are. */
  readonly isHosted: (type: string) => boolean
}

/** Judges the tools that a request offers. */
export function* checkOpenAiTools(tools: Json | undefined, format: ToolFormat): Generator<Violation> {
  if (!isList(tools)) return
  const names = new Set<unknown>()
  for (const [i, tool] of tools.entries()) {
    const path = `tools[${i}]`
    const type = isObject(tool) ? tool.type : undefined
    if (isObject(tool) && (type === 'function' || type === 'custom')) {
      const name = yield* checkTool(tool, path, format)
      if (name !== undefined && names.has(name)) {
        yield { path, rule: 'tool-name-unique', message: `Tool names must be unique: '${name}' in '${path}'.` }
      }
      names.add(name)
    } else if (typeof type !== 'string' || !format.isHosted(type)) {
      yield { path, rule: 'tool-type', message: `Invalid value: '${show(type)}' in '${path}.type'.` }
    }
  }
}

const fields: Shape = { name: 'any', 'description?': 'string' }
const functionFields: Shape = { ...fields, 'parameters?': 'any', 'strict?': 'boolean|null' }
const customFields: Shape = { ...fields, 'format?': 'object' }
const hints: Shape = { 'defer_loading?': 'boolean', 'allowed_callers?': 'list|null', 'output_schema?': 'object|null' }

function* checkTool(tool: JsonObject, path: string, format: ToolFormat): Generator<Violation, string | undefined> {
  const { nested, maxNameChars } = format
  const kind = tool.type === 'custom' ? 'custom' : 'function'
  if (nested) yield* checkShape(tool, path, { [kind]: 'object', ...typed }, openAiWording)
  const definition = nested ? tool[kind] : tool
  if (!isObject(definition)) return undefined
  const at = nested ? `${path}.${kind}` : path
  const shape = kind === 'custom' ? customFields : functionFields
  yield* checkShape(definition, at, nested ? shape : { ...shape, ...hints, ...typed }, openAiWording)
  const { name, parameters } = definition
  if (name !== undefined && !isFunctionName(name, maxNameChars)) {
    const fault = `expected 1 to ${maxNameChars} characters that match '^[a-zA-Z0-9_-]+$'.`
    yield { path: `${at}.name`, rule: 'tool-name', message: `Invalid '${at}.name': ${fault}` }
  }
  if (parameters !== undefined && parameters !== null && !(isObject(parameters) && parameters.type === 'object')) {
    const fault = `Invalid schema for function '${show(name)}': schema must be a JSON Schema of 'type: "object"'.`
    yield { path: `${at}.parameters`, rule: 'tool-schema', message: fault }
  }
  return typeof name === 'string' ? name : undefined
}
