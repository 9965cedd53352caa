import type { Json } from '@palimpsest/core'
import type { ConfigRow } from './config-table.ts'

const decimal = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i

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
  }
}
