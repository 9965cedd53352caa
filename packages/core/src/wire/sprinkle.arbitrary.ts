import fc from 'fast-check'
import { isList, isObject, type Json, type JsonObject } from '../json.ts'

/** A number from 0 to 1 for each call, the same for the same seed. */
function randomFrom(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    return (state >>> 8) / 0x1000000
  }
}

const strange: readonly Json[] = [null, true, 0, 'text', ['list'], { deep: { er: 1 } }, '\u{1F600}', -1.5]

/** Names whose values are data of the conversation's own, where a further field would be a further argument. */
const data = new Set(['input', 'arguments', 'schema', 'parameters', 'input_schema', 'value'])

/** Adds fields and blocks that no format knows to a wire value, as a provider's next release would. */
export function sprinkle(value: Json, seed: number): Json {
  const random = randomFrom(seed)
  const pick = () => strange[Math.floor(random() * strange.length)] ?? null
  const walk = (node: Json | undefined, key: string): Json => {
    if (isList(node)) {
      const items = node.map((item) => walk(item, key))
      return key === 'content' && random() < 0.08 && items.every(isBlock)
        ? [...items, { type: 'x_future', body: pick() }]
        : items
    }
    if (!isObject(node)) return node ?? null
    const fields: JsonObject = Object.fromEntries(
      Object.entries(node).map(([name, field]) => [name, data.has(name) ? field : walk(field, name)]),
    )
    return random() < 0.12 ? { ...fields, [`x_${Math.floor(random() * 5)}`]: pick() } : fields
  }
  return walk(value, '')
}

function isBlock(value: Json): boolean {
  return (
    isObject(value) && typeof value.type === 'string' && value.type !== 'tool-result' && value.type !== 'tool_result'
  )
}

export const seeds = fc.integer()
