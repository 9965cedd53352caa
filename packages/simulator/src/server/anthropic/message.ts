import { isObject, type JsonObject } from '@palimpsest/core/json'
import { type Answer, mintId } from '../answer.ts'
import { blocksOf } from './blocks.ts'
import { anthropicUsage } from './usage.ts'

/** A reply as Anthropic delivers it whole. */
export function anthropicMessage(answer: Answer): JsonObject {
  const { n, model, stop, stopSequence, outputTokens, dropped } = answer
  return {
    id: mintId('msg_', n),
    type: 'message',
    role: 'assistant',
    model,
    content: blocksOf(answer),
    stop_reason: stopReason(stop),
    stop_sequence: stopSequence ?? null,
    stop_details: null,
    container: null,
    ...editsOf(answer),
    usage: anthropicUsage(answer, outputTokens),
    ...(dropped.length > 0 && { input_transformations: dropped.map(droppedAt) }),
  }
}

function droppedAt(path: string): JsonObject {
  return { type: 'thinking_dropped', path, reason: 'prefix_binding_mismatch' }
}

/** Returns the edits that were made, if the request asks for any. */
export function editsOf({ asked, applied }: Answer): JsonObject {
  return isObject(asked.context_management) ? { context_management: { applied_edits: applied } } : {}
}

/** Why the model stopped, in Anthropic's word. */
export function stopReason(stop: Answer['stop']): string {
  return { end: 'end_turn', 'tool-calls': 'tool_use', length: 'max_tokens', 'stop-sequence': 'stop_sequence' }[stop]
}
