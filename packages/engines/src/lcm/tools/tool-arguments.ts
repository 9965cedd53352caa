import { isList, isObject, type Json, type JsonObject, parseJson } from '@palimpsest/core/engine'

/** The arguments of a call, however the model wrote them. Each is asked for by its name and by names it is mistaken for. */
export interface ToolArguments {
  value(...names: readonly string[]): Json | undefined
  text(...names: readonly string[]): string | undefined
  /** A whole number; `undefined` for anything else. */
  number(...names: readonly string[]): number | undefined
}

/** Reads an object, JSON text of one, a list of one, or a bare value, which then is the main argument. */
export function readToolArguments(input: Json, main: string): ToolArguments {
  const fields = new Map<string, Json>()
  for (const [name, value] of Object.entries(objectOf(input, main))) {
    const key = plainName(name)
    if (value !== undefined && value !== null && !fields.has(key)) fields.set(key, value)
  }
  const value = (...names: readonly string[]) =>
    names.map((name) => fields.get(plainName(name))).find((found) => found !== undefined && found !== '')
  return {
    value,
    text: (...names) => textOf(value(...names)),
    number: (...names) => wholeNumber(textOf(value(...names))),
  }
}

/** Names that some models wrap all arguments in. */
const wrappers = new Set(['arguments', 'args', 'input', 'parameters', 'params'])
/** Wrapped deeper than this is nothing that a model wrote. */
const mostLevels = 4

function objectOf(input: Json, main: string, level = 0): JsonObject {
  if (level > mostLevels) return {}
  if (isList(input)) return input.length === 0 ? {} : objectOf(input[0] ?? {}, main, level + 1)
  if (typeof input === 'string') {
    const parsed = parseJson(input)
    if (isObject(parsed) || isList(parsed)) return objectOf(parsed, main, level + 1)
    return input.trim() === '' ? {} : { [main]: typeof parsed === 'string' ? parsed : input }
  }
  if (!isObject(input)) return input === null ? {} : { [main]: input }
  const [only, ...others] = Object.entries(input)
  const isWrapped = only !== undefined && others.length === 0 && wrappers.has(plainName(only[0]))
  return isWrapped && only[1] !== undefined && only[1] !== null ? objectOf(only[1], main, level + 1) : input
}

/** `maxTokens`, `max_tokens` and `Max-Tokens` are one name. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, '')
}

function textOf(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (!isList(value)) return undefined
  const texts = value.map((item) => textOf(item)).filter((text) => text !== undefined)
  return texts.length === 0 ? undefined : texts.join(' ')
}

function wholeNumber(text: string | undefined): number | undefined {
  const plain = text?.trim().replace(/^#|[,_](?=\d)/g, '') ?? ''
  return /^\d{1,12}(?:\.0{1,6})?$/.test(plain) ? Math.floor(Number(plain)) : undefined
}
