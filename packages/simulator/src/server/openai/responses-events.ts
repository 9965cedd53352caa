import type { JsonObject } from '@palimpsest/core/json'
import { type Answer, piecesOf, type StreamEvent } from '../answer.ts'
import { calledTool } from './called-tool.ts'
import {
  compactionOf,
  isIncomplete,
  itemOf,
  mintItemId,
  openItemOf,
  openResponse,
  responseOf,
  textPart,
} from './response.ts'

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
  for (const [index, item] of (compactionOf(answer) ?? []).entries()) {
    yield { type: 'response.output_item.added', output_index: index, item }
    yield { type: 'response.output_item.done', output_index: index, item }
  }
  for (const [index, piece] of answer.said.entries()) {
    const id = mintItemId(answer, index)
    const at = { output_index: index }
    yield { type: 'response.output_item.added', ...at, item: openItemOf(answer, index) }
    for (const event of inside(piece, answer.asked)) yield { ...event, item_id: id, ...at }
    yield { type: 'response.output_item.done', ...at, item: itemOf(answer, index) }
  }
  const type = isIncomplete(answer) ? 'response.incomplete' : 'response.completed'
  yield { type, response: responseOf(answer) }
}

function* inside(piece: Answer['said'][number], asked: JsonObject): Generator<Unnumbered> {
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
    case 'tool-call': {
      const { kind, input } = calledTool(piece, asked)
      const event = kind === 'custom' ? 'response.custom_tool_call_input' : 'response.function_call_arguments'
      for (const delta of piecesOf(input)) yield { type: `${event}.delta`, delta }
      yield kind === 'custom'
        ? { type: `${event}.done`, input }
        : { type: `${event}.done`, name: piece.name, arguments: input }
    }
  }
}
