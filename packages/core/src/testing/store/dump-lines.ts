import type { Json } from '../../json.ts'
import type { Talk } from './talk.ts'

/** All lines of a conversation, as a file would hold them. */
export async function linesOf({ store, conversation }: Pick<Talk, 'store' | 'conversation'>): Promise<readonly Json[]> {
  const lines: Json[] = []
  for await (const line of store.dump(conversation)) lines.push(JSON.parse(JSON.stringify(line)) as Json)
  return lines
}

export async function* stream(lines: readonly Json[]): AsyncIterable<Json> {
  for (const line of lines) yield line
}
