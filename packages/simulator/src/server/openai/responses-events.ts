import type { JsonObject } from '@palimpsest/core'
import { type Answer, piecesOf, type StreamEvent } from '../answer.ts'
import { isIncomplete, itemOf, mintItemId, openItemOf, openResponse, responseOf, textPart } from './response.ts'

/** A reply as the Responses API streams it. */
export function* responsesEvents(answer: Answer): Generator<StreamEvent> {
  let sequence = 0
  for (const { type, ...fields } of unnumbered(answer)) {
    yield { event: type, data: { type, ...fields, sequence_number: sequence++ } }
  }
}

interface Unnumbered extends JsonObject {
  readonly type: string
}

function* unnumbered(answer: Answer): Generator<Unnumbered> {
  const open = openResponse(answer)
  yield { type: 'response.created', response: open }
  yield { type: 'response.in_progress', response: open }
  for (const [index, piece] of answer.said.entries()) {
    const id = mintItemId(answer, index)
    const at = { output_index: index }
    yield { type: 'response.output_item.added', ...at, item: openItemOf(answer, index) }
    for (const event of inside(piece)) yield { ...event, item_id: id, ...at }
    yield { type: 'response.output_item.done', ...at, item: itemOf(answer, index) }
  }
  const type = isIncomplete(answer) ? 'response.incomplete' : 'response.completed'
  yield { type, response: responseOf(answer) }
}

function* inside(piece: Answer['said'][number]): Generator<Unnumbered> {
  switch (piece.type) {
    case 'text': {
      const at = { content_index: 0 }
      yield { type: 'response.content_part.added', ...at, part: textPart('') }
      for (const delta of piecesOf(piece.text)) yield { type: 'response.output_text.delta', ...at, delta, logprobs: [] }
      yield { type: 'response.output_text.done', ...at, text: piece.text, logprobs: [] }
      yield { type: 'response.content_part.done', ...at, part: textPart(piece.text) }
      return
    }
    case 'thinking': {
      const at = { summary_index: 0 }
      const part = (text: string) => ({ type: 'summary_text', text })
      yield { type: 'response.reasoning_summary_part.added', ...at, part: part('') }
      for (const delta of piecesOf(piece.text)) yield { type: 'response.reasoning_summary_text.delta', ...at, delta }
      yield { type: 'response.reasoning_summary_text.done', ...at, text: piece.text }
      yield { type: 'response.reasoning_summary_part.done', ...at, part: part(piece.text) }
      return
    }
    case 'tool-call':
      for (const delta of piecesOf(piece.arguments)) yield { type: 'response.function_call_arguments.delta', delta }
      yield { type: 'response.function_call_arguments.done', name: piece.name, arguments: piece.arguments }
  }
}
