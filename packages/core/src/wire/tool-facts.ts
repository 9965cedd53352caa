import { defined, isObject, type JsonObject } from '../json.ts'
import type { FunctionTool } from '../message/message.ts'

/** Facts every format states about a tool, and the names they had: a field of another type is not known. */
export interface ToolFacts {
  readonly facts: Pick<FunctionTool, 'description' | 'schema' | 'strict'>
  readonly known: readonly string[]
}

export function readToolFacts(tool: JsonObject, schemaKey: 'parameters' | 'input_schema'): ToolFacts {
  const { description, strict, [schemaKey]: schema } = tool
  const facts = defined({
    description: typeof description === 'string' ? description : undefined,
    schema: isObject(schema) ? schema : undefined,
    strict: typeof strict === 'boolean' ? strict : undefined,
  })
  return { facts, known: Object.keys(facts).map((name) => (name === 'schema' ? schemaKey : name)) }
}
