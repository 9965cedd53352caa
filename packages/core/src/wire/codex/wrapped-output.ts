import { isObject, type JsonObject, rest } from '../../json.ts'
import type { ToolMessage } from '../../message/message.ts'
import { codexFormat } from './rollout-line-record.ts'

/** Unwraps an output that is in an object beside the call's success flag, as some rollouts have it. */
export function unwrapOutput(item: JsonObject): { readonly item: JsonObject; readonly wrapping?: JsonObject } {
  const { output } = item
  if (!isObject(output) || typeof output.content !== 'string') return { item }
  return { item: { ...item, output: output.content }, wrapping: rest(output, ['content']) ?? {} }
}

/** A failed call is an error. */
export function noteFailure(message: ToolMessage, wrapping: JsonObject): ToolMessage {
  return wrapping.success === false ? { ...message, isError: true } : message
}

/** The object that an output goes back into, if its result came in one. */
export function wrappingOf({ isError, residue }: ToolMessage): JsonObject | undefined {
  const wrapping = residue?.format === codexFormat ? residue.fields.wrapping : undefined
  if (!isObject(wrapping)) return undefined
  if (isError) return { ...wrapping, success: false }
  return wrapping.success === false ? { ...wrapping, success: true } : wrapping
}

export function wrapOutput(item: JsonObject, wrapping: JsonObject): JsonObject {
  return typeof item.output === 'string' ? { ...item, output: { content: item.output, ...wrapping } } : item
}
