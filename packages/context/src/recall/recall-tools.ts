import { parseJson } from '@palimpsest/core/json'
import type { WireFormat } from '../wire/wire-body.ts'
import { type RecallDefinition, recallDefinitions } from './recall-definitions.ts'
import type { Found } from './search-line.ts'

export type { Found } from './search-line.ts'

/** Tools by which a model looks up what is no longer shown, for hosts that want to offer them. */
export interface RecallTools<F extends WireFormat = WireFormat> {
  /** In the caller's format, to be put among its own tools. */
  readonly definitions: readonly RecallDefinition[F][]
  /** Runs a call of one of them, with its arguments as an object or as text; `undefined` for a tool that is not ours. */
  run(name: string, input: unknown): Promise<string | undefined>
}

/** What the tools look into. */
export interface RecallSource {
  recall(query: string, options?: { readonly limit?: number }): Promise<readonly Found[]>
  read(number: string): Promise<string | undefined>
}

/** The tools for a format, and what runs them. */
export function recallTools<F extends WireFormat>(format: F, source: RecallSource): RecallTools<F> {
  return {
    definitions: recallDefinitions(format),
    run: async (name, input) => {
      if (name === 'recall') {
        const query = argument(input, 'query')
        return query === undefined ? missing(name, 'query', 'port') : foundText(await source.recall(query))
      }
      if (name !== 'read_original') return undefined
      const number = argument(input, 'number')
      if (number === undefined) return missing(name, 'number', '12')
      return (await source.read(number)) ?? 'There is no such message.'
    },
  }
}

/** Some hosts hand arguments over as the text that the model wrote. */
function argument(input: unknown, key: string): string | undefined {
  const given = typeof input === 'string' ? parseJson(input) : input
  if (typeof given !== 'object' || given === null) return undefined
  const value: unknown = Reflect.get(given, key)
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

function missing(name: string, key: string, example: string): string {
  return `The argument \`${key}\` is missing. Call ${name} with ${JSON.stringify({ [key]: example })}, for example.`
}

function foundText(found: readonly Found[]): string {
  if (found.length === 0) return 'Nothing was found. Try other words.'
  return found.map(({ number, role, snippet }) => `${number} (${role}): ${snippet}`).join('\n')
}
