import type { Json, JsonObject } from '@palimpsest/core/json'
import type { WireFormat } from '../wire/wire-body.ts'
import type { Found } from './search-line.ts'

export type { Found } from './search-line.ts'

/** Tools by which a model looks up what is no longer shown, for hosts that want to offer them. */
export interface RecallTools {
  /** In the caller's format, to be put among its own tools. */
  readonly definitions: readonly JsonObject[]
  /** Runs a call of one of them; `undefined` for a tool that is not ours. */
  run(name: string, input: Json): Promise<string | undefined>
}

/** What the tools look into. */
export interface RecallSource {
  recall(query: string, options?: { readonly limit?: number }): Promise<readonly Found[]>
  read(number: string): Promise<string | undefined>
}

interface ToolFacts {
  readonly name: string
  readonly description: string
  readonly schema: JsonObject
}

const tools: readonly ToolFacts[] = [
  {
    name: 'recall',
    description: 'Searches all that was said in this conversation, also what is no longer shown.',
    schema: {
      type: 'object',
      properties: { query: { type: 'string', description: 'Words or "quoted phrases" to look for.' } },
      required: ['query'],
      additionalProperties: false,
    },
  },
  {
    name: 'read_original',
    description: 'Returns a message of this conversation to the letter, by its number, such as 12.',
    schema: {
      type: 'object',
      properties: { number: { type: 'string', description: 'The number of the message.' } },
      required: ['number'],
      additionalProperties: false,
    },
  },
]

/** The tools for a format, and what runs them. */
export function recallTools(format: WireFormat, source: RecallSource): RecallTools {
  return {
    definitions: tools.map((tool) => definition(format, tool)),
    run: async (name, input) => {
      const { query, number } = (typeof input === 'object' && input !== null ? input : {}) as JsonObject
      if (name === 'recall') return foundText(await source.recall(String(query ?? '')))
      if (name === 'read_original') return (await source.read(String(number ?? ''))) ?? 'There is no such message.'
      return undefined
    },
  }
}

function definition(format: WireFormat, { name, description, schema }: ToolFacts): JsonObject {
  switch (format) {
    case 'anthropic':
      return { name, description, input_schema: schema }
    case 'openai-chat':
      return { type: 'function', function: { name, description, parameters: schema } }
    case 'openai-responses':
      return { type: 'function', name, description, parameters: schema, strict: true }
    case 'ai-sdk':
      return { type: 'function', name, description, inputSchema: schema }
  }
}

function foundText(found: readonly Found[]): string {
  if (found.length === 0) return 'Nothing was found. Try other words.'
  return found.map(({ number, role, snippet }) => `${number} (${role}): ${snippet}`).join('\n')
}
