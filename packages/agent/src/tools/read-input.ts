import { isList, isObject, type Json, type JsonObject, parseJson } from '@palimpsest/core/json'
import { z } from 'zod'

/** The input as its tool wants it, or what is wrong with it. */
export type InputReading<Input> =
  | { readonly kind: 'good'; readonly input: Input }
  | { readonly kind: 'bad'; readonly reason: string }

/** The JSON Schema that a model is shown. */
export function schemaOf(input: z.ZodType): JsonObject {
  const { $schema: _, ...schema } = z.toJSONSchema(input, {
    io: 'input',
    // Zod states the largest safe integer as a bound; to a model that is noise.
    override: ({ jsonSchema }) => {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return schema as JsonObject
}

/** Reads a model's input: types that are obviously meant are fixed, everything else is refused by field. */
export function readInput<Schema extends z.ZodType>(
  definition: Schema,
  schema: JsonObject,
  raw: unknown,
): InputReading<z.output<Schema>> {
  const parsed = definition.safeParse(mend(schema, raw === undefined ? {} : (raw as Json)))
  if (parsed.success) return { kind: 'good', input: parsed.data }
  return { kind: 'bad', reason: `${z.prettifyError(parsed.error)}\nIt takes: ${fieldsOf(schema)}.` }
}

function mend(schema: JsonObject, value: Json): Json {
  const type: string = typeof schema.type === 'string' ? schema.type : ''
  switch (type) {
    case 'object':
      return mendObject(schema, value)
    case 'array':
      return mendList(schema, value)
    case 'integer':
    case 'number':
      return mendNumber(schema, value)
    case 'boolean':
      return value === 'true' || value === 'True' ? true : value === 'false' || value === 'False' ? false : value
    case 'string':
      return typeof value === 'number' ? String(value) : value
  }
  return value
}

function mendObject({ properties, required }: JsonObject, value: Json): Json {
  const object = typeof value === 'string' ? parseJson(value) : value
  if (!isObject(object) || !isObject(properties)) return value
  const needed = isList(required) ? required : []
  const fields = Object.entries(object)
    // Some models state every optional field, those they leave out as null.
    .filter(([key, field]) => field !== undefined && (field !== null || needed.includes(key)))
    .map(([key, field]) => {
      const property = Object.hasOwn(properties, key) ? properties[key] : undefined
      return [key, isObject(property) && field !== undefined ? mend(property, field) : field]
    })
  return Object.fromEntries(fields)
}

function mendList({ items }: JsonObject, value: Json): Json {
  const parsed = typeof value === 'string' ? parseJson(value) : value
  const list = isList(parsed) ? parsed : [isObject(parsed) ? parsed : value]
  return isObject(items) ? list.map((item) => mend(items, item)) : list
}

/** A number over its bound is meant as "as much as there is". */
function mendNumber({ maximum }: JsonObject, value: Json): Json {
  const isNumeric = typeof value === 'string' && /^\s*-?\d+(?:\.\d+)?\s*$/.test(value)
  const number = isNumeric ? Number(value) : value
  return typeof number === 'number' && typeof maximum === 'number' ? Math.min(number, maximum) : number
}

function fieldsOf({ properties, required }: JsonObject): string {
  if (!isObject(properties)) return 'nothing'
  const needed = isList(required) ? required : []
  return Object.entries(properties)
    .map(([name, property]) => {
      const type = isObject(property) && typeof property.type === 'string' ? property.type : 'value'
      return `${name} (${type}${needed.includes(name) ? ', required' : ''})`
    })
    .join(', ')
}
