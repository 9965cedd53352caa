import type { WireFormat } from '../wire/wire-body.ts'

/** The arguments of a tool, as all SDKs take them. */
export interface RecallSchema {
  readonly [keyword: string]: unknown
  readonly type: 'object'
  readonly properties: Readonly<Record<string, { readonly type: 'string'; readonly description: string }>>
  // The SDK of Anthropic wants a list that can be written.
  readonly required: string[]
  readonly additionalProperties: false
}

/** The definition of a tool in each format, assignable to the types of its SDK. */
export interface RecallDefinition {
  readonly anthropic: { readonly name: string; readonly description: string; readonly input_schema: RecallSchema }
  readonly 'openai-chat': {
    readonly type: 'function'
    readonly function: { readonly name: string; readonly description: string; readonly parameters: RecallSchema }
  }
  readonly 'openai-responses': {
    readonly type: 'function'
    readonly name: string
    readonly description: string
    readonly parameters: RecallSchema
    readonly strict: true
  }
  readonly 'ai-sdk': {
    readonly type: 'function'
    readonly name: string
    readonly description: string
    readonly inputSchema: RecallSchema
  }
}

interface ToolFacts {
  readonly name: string
  readonly description: string
  readonly schema: RecallSchema
}

const tools: readonly ToolFacts[] = [
  {
    name: 'recall',
    description: 'Searches all that was said in this conversation, also what is no longer shown.',
    schema: schemaOf('query', 'Words or "quoted phrases" to look for.'),
  },
  {
    name: 'read_original',
    description: 'Returns a message of this conversation to the letter, by its number, such as 12.',
    schema: schemaOf('number', 'The number of the message.'),
  },
]

function schemaOf(name: string, description: string): RecallSchema {
  return {
    type: 'object',
    properties: { [name]: { type: 'string', description } },
    required: [name],
    additionalProperties: false,
  }
}

const writers: { readonly [F in WireFormat]: (tool: ToolFacts) => RecallDefinition[F] } = {
  anthropic: ({ name, description, schema }) => ({ name, description, input_schema: schema }),
  'openai-chat': ({ name, description, schema }) => ({
    type: 'function',
    function: { name, description, parameters: schema },
  }),
  'openai-responses': ({ name, description, schema }) => ({
    ...{ type: 'function', name, description },
    ...{ parameters: schema, strict: true },
  }),
  'ai-sdk': ({ name, description, schema }) => ({ type: 'function', name, description, inputSchema: schema }),
}

/** The tools in a format; none in one that is not known. */
export function recallDefinitions<F extends WireFormat>(format: F): readonly RecallDefinition[F][] {
  return Object.hasOwn(writers, format) ? tools.map((tool) => writers[format](tool)) : []
}
