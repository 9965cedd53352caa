import type { JsonObject } from '@palimpsest/core/json'
import type { Said } from '../../model/model.ts'
import { type Answer, piecesOf, type StreamEvent } from '../answer.ts'
import { blocksOf } from './blocks.ts'
import { anthropicMessage, editsOf, stopReason } from './message.ts'
import { anthropicUsage, countsOf } from './usage.ts'

/** A reply as Anthropic streams it. */
export function* events(answer: Answer): Generator<StreamEvent> {
  const { said, usage, outputTokens } = answer
  const opening = {
    ...anthropicMessage(answer),
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: anthropicUsage(answer, 1),
  }
  const blocks = blocksOf(answer)
  yield named('message_start', { message: opening })
  if (said.length === 0) yield named('ping', {})
  for (const [index, piece] of said.entries()) {
    yield named('content_block_start', { index, content_block: emptyBlock(piece, blocks[index] ?? {}) })
    if (index === 0) yield named('ping', {})
    for (const delta of deltasOf(piece, blocks[index] ?? {})) yield named('content_block_delta', { index, delta })
    yield named('content_block_stop', { index })
  }
  yield named('message_delta', {
    delta: { stop_reason: stopReason(answer.stop), stop_sequence: answer.stopSequence ?? null },
    usage: { ...countsOf(usage), output_tokens: outputTokens },
    ...editsOf(answer),
  })
  yield named('message_stop', {})
}

function named(type: string, fields: JsonObject): StreamEvent {
  return { event: type, data: { type, ...fields } }
}

function emptyBlock(piece: Said[number], block: JsonObject): JsonObject {
  switch (piece.type) {
    case 'text':
      return { ...block, text: '' }
    case 'thinking':
      return { ...block, thinking: '', signature: '' }
    case 'tool-call':
      return { ...block, input: {} }
  }
}

function* deltasOf(piece: Said[number], { signature }: JsonObject): Generator<JsonObject> {
  switch (piece.type) {
    case 'text':
      for (const text of piecesOf(piece.text)) yield { type: 'text_delta', text }
      return
    case 'thinking':
      for (const thinking of piecesOf(piece.text)) yield { type: 'thinking_delta', thinking }
      yield { type: 'signature_delta', signature }
      return
    case 'tool-call':
      yield { type: 'input_json_delta', partial_json: '' }
      for (const json of piecesOf(piece.arguments)) yield { type: 'input_json_delta', partial_json: json }
  }
}
