import type { JsonObject } from '@palimpsest/core/json'
import { type Answer, mintId } from '../answer.ts'
import { calledTool } from './called-tool.ts'
import { detailsOf } from './chat-thinking.ts'

/** A reply as Chat Completions delivers it whole. */
export function completionOf(answer: Answer): JsonObject {
  const { said, stop, choices } = answer
  const message = { role: 'assistant', content: textOf(said), refusal: null, annotations: [] }
  const calls = said.flatMap((piece) => (piece.type === 'tool-call' ? [piece] : []))
  const thinking = thinkingOf(answer)
  const details = detailsOf(answer)
  const choice = (index: number) => ({
    index,
    message: {
      ...message,
      ...(thinking !== '' && { reasoning_content: thinking }),
      ...(details.length > 0 && { reasoning_details: details }),
      ...(calls.length > 0 && { tool_calls: calls.map((call) => writeCall(call, answer.asked)) }),
    },
    logprobs: null,
    finish_reason: finishReason(stop),
  })
  return {
    ...headOf(answer, 'chat.completion'),
    choices: Array.from({ length: choices }, (_, index) => choice(index)),
    usage: chatUsage(answer),
  }
}

/** Returns the fields that a completion and each of its chunks begin with. */
export function headOf({ n, model, createdMs }: Answer, object: string): JsonObject {
  return {
    id: mintId('chatcmpl-', n),
    object,
    created: Math.floor(createdMs / 1000),
    model,
    service_tier: 'default',
    system_fingerprint: 'fp_simulated',
  }
}

function textOf(said: Answer['said']): string | null {
  const texts = said.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []))
  return texts.length === 0 ? null : texts.join('\n\n')
}

/** OpenAI's own models keep their thinking to themselves here. */
export function thinkingOf({ said, provider }: Answer): string {
  if (provider === 'openai') return ''
  return said.flatMap((piece) => (piece.type === 'thinking' ? [piece.text] : [])).join('\n\n')
}

function writeCall(call: Extract<Answer['said'][number], { type: 'tool-call' }>, asked: JsonObject): JsonObject {
  const { callId: id, name } = call
  const { kind, input } = calledTool(call, asked)
  return kind === 'custom'
    ? { id, type: kind, custom: { name, input } }
    : { id, type: kind, function: { name, arguments: input } }
}

export function finishReason(stop: Answer['stop']): string {
  return { end: 'stop', 'tool-calls': 'tool_calls', length: 'length', 'stop-sequence': 'stop' }[stop]
}

/** Usage in the shape of Chat: cached tokens are inside the prompt's. */
export function chatUsage({ usage, outputTokens, reasoningTokens, tellsWrites }: Answer): JsonObject {
  const { plain, read, write5m, write1h } = usage
  const promptTokens = plain + read + write5m + write1h
  return {
    prompt_tokens: promptTokens,
    completion_tokens: outputTokens,
    total_tokens: promptTokens + outputTokens,
    prompt_tokens_details: {
      cached_tokens: read,
      audio_tokens: 0,
      ...(tellsWrites && { cache_write_tokens: write5m + write1h }),
    },
    completion_tokens_details: {
      reasoning_tokens: reasoningTokens,
      audio_tokens: 0,
      accepted_prediction_tokens: 0,
      rejected_prediction_tokens: 0,
    },
  }
}
