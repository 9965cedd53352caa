import { isObject, type Json, type JsonObject, parseJson } from '../json.ts'
import type { ToolCallPart } from '../message/message.ts'
import type { Writer } from './writer.ts'

/** The arguments of a call as a value; `undefined` when they are not JSON. No arguments at all mean an empty object. */
export function argumentsValue(call: ToolCallPart): Json | undefined {
  if (call.freeform) return undefined
  return call.arguments.trim() === '' ? {} : parseJson(call.arguments)
}

/** The arguments as the object that most formats insist on. What is none is wrapped into one, and reported. */
export function argumentsObject(call: ToolCallPart, writer: Writer): JsonObject {
  const value = argumentsValue(call)
  if (isObject(value)) {
    if (losesDigits(call.arguments))
      writer.lose('arguments', `${call.name}: a number too long for JSON to hold exactly`)
    return value
  }
  if (call.freeform) writer.lose('flag', `${call.name}: free-form input, wrapped in an object`)
  else writer.lose('arguments', `${call.name}: not a JSON object, wrapped in one`)
  return { input: value ?? call.arguments }
}

const longNumber = /\d{16}|\d[eE]/
const stringOrNumber = /"(?:[^"\\]|\\.)*"?|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

function losesDigits(text: string): boolean {
  if (!longNumber.test(text)) return false
  return (text.match(stringOrNumber) ?? []).some((token) => !token.startsWith('"') && String(Number(token)) !== token)
}
