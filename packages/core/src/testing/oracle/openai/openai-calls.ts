import { isObject, type Json, type JsonObject, parseJson } from '../../../json.ts'
import type { Violation } from '../violation.ts'

/** The demands of both OpenAI formats on a call, regardless of field names. */
export interface OpenAiCallRules {
  readonly id: Json | undefined
  readonly idPath: string
  readonly maxIdChars: number
}

/** Judges the id that joins a call and its result. */
export function* checkCallId({ id, idPath, maxIdChars }: OpenAiCallRules): Generator<Violation> {
  if (typeof id !== 'string' || id === '') {
    yield { path: idPath, rule: 'call-id', message: `Invalid '${idPath}': expected a non-empty string.` }
  } else if (id.length > maxIdChars) {
    const fault = `string too long. Expected a string with maximum length ${maxIdChars}, got ${id.length}.`
    yield { path: idPath, rule: 'call-id-length', message: `Invalid '${idPath}': ${fault}` }
  }
}

/** Judges a function's name and arguments. */
export function* checkFunction(call: JsonObject, path: string, maxNameChars: number): Generator<Violation> {
  if (call.name !== undefined && !isFunctionName(call.name, maxNameChars)) {
    const fault = `expected 1 to ${maxNameChars} characters that match '^[a-zA-Z0-9_-]+$'.`
    yield { path: `${path}.name`, rule: 'call-name', message: `Invalid '${path}.name': ${fault}` }
  }
  const { arguments: text } = call
  if (text !== undefined && !(typeof text === 'string' && isObject(parseJson(text)))) {
    const message = `Invalid '${path}.arguments': expected the text of a JSON object. Send {} for none.`
    yield { path: `${path}.arguments`, rule: 'call-arguments', message }
  }
}

export function isFunctionName(name: Json, maxChars: number): boolean {
  return typeof name === 'string' && name.length <= maxChars && /^[a-zA-Z0-9_-]+$/.test(name)
}
