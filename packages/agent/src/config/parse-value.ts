import type { Json } from '@palimpsest/core/json'
import type { ConfigRow } from './config-table.ts'

const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Reads a value from plain text, as a variable or the command line has it; what does not fit is left for the schema to refuse. */
export function parseValue({ type, nullable }: ConfigRow, text: string): Json {
  const trimmed = text.trim()
  if (nullable && trimmed === 'null') return null
  switch (type) {
    case 'string':
      return trimmed
    case 'boolean':
      return trimmed === 'true' || (trimmed === 'false' ? false : trimmed)
    case 'number':
    case 'integer':
      return decimal.test(trimmed) ? Number(trimmed) : trimmed
    case 'array':
      return listOf(trimmed)
  }
}

/** `a, b` and `["a", "b"]` are the same list. */
function listOf(text: string): readonly string[] {
  const inner = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  return inner.split(/[\s,]+/).flatMap((item) => unquoted(item))
}

function unquoted(item: string): readonly string[] {
  const name = item.replace(/^(["'])(.*)\1$/, '$2')
  return name === '' ? [] : [name]
}
