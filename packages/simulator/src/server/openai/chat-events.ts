import { isObject, type JsonObject } from '@palimpsest/core/json'
import { type Answer, piecesOf, type StreamEvent } from '../answer.ts'
import { calledTool } from './called-tool.ts'
import { chatUsage, finishReason, headOf, thinkingOf } from './chat-completion.ts'
import { detailsOf } from './chat-thinking.ts'

/** A reply as Chat Completions streams it; usage comes last, and only if it was asked for. */
export function* chatEvents(answer: Answer): Generator<StreamEvent> {
  const { stream_options: options } = answer.asked
  const tellsUsage = isObject(options) && options.include_usage === true
  const chunk = (choices: readonly JsonObject[], usage: JsonObject | null = null): StreamEvent => ({
    data: { ...headOf(answer, 'chat.completion.chunk'), choices, ...(tellsUsage && { usage }) },
  })
  for (let index = 0; index < answer.choices; index++) {
    const choice = (delta: JsonObject, reason: string | null = null) =>
      chunk([{ index, delta, logprobs: null, finish_reason: reason }])
    yield choice({ role: 'assistant', content: '', refusal: null })
    for (const delta of deltasOf(answer)) yield choice(delta)
    yield choice({}, finishReason(answer.stop))
  }
  if (tellsUsage) yield chunk([], chatUsage(answer))
  yield { data: '[DONE]' }
}

function* deltasOf(answer: Answer): Generator<JsonObject> {
  for (const text of piecesOf(thinkingOf(answer))) yield { reasoning_content: text }
  for (const detail of detailsOf(answer)) yield { reasoning_details: [detail] }
  let texts = 0
  for (const piece of answer.said) {
    if (piece.type !== 'text') continue
    for (const content of piecesOf(texts++ === 0 ? piece.text : `\n\n${piece.text}`)) yield { content }
  }
  const calls = answer.said.filter((piece) => piece.type === 'tool-call')
  for (const [index, call] of calls.entries()) {
    const { callId: id, name } = call
    const { kind, input } = calledTool(call, answer.asked)
    const field = kind === 'custom' ? 'input' : 'arguments'
    yield { tool_calls: [{ index, id, type: kind, [kind]: { name, [field]: '' } }] }
    for (const text of piecesOf(input)) yield { tool_calls: [{ index, [kind]: { [field]: text } }] }
  }
}
