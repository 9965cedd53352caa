import { isList, isObject, type JsonObject } from '@palimpsest/core/json'
import { openaiChatStream } from '@palimpsest/core/wire'
import type { ProviderOptions } from './anthropic.ts'
import { createOpenAi } from './openai.ts'
import type { Delta, ModelCall, Provider } from './provider.ts'

/** Models behind OpenAI's Chat API, and everything that speaks it: OpenRouter, Ollama, vLLM, LM Studio… */
export function createOpenAiChat(options: ProviderOptions): Provider {
  return createOpenAi(options, {
    api: 'openai-chat',
    path: '/chat/completions',
    protocol: openaiChatStream,
    settings: (asked) => ({ ...limitOf(asked), stream_options: { include_usage: true } }),
    tell,
  })
}

/** Models of this kind take the newer name of the output limit only; compatible servers know the older one. */
const takesNewName = /^(?:gpt-(?:[5-9]|\d\d)|o\d)/

function limitOf({ model, maxTokens }: ModelCall): JsonObject {
  return takesNewName.test(model) ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }
}

function tell({ choices }: JsonObject, onDelta: (delta: Delta) => void): void {
  const [choice] = isList(choices) ? choices : []
  const delta = isObject(choice) && isObject(choice.delta) ? choice.delta : {}
  if (typeof delta.content === 'string' && delta.content !== '') onDelta({ kind: 'text', text: delta.content })
  for (const call of isList(delta.tool_calls) ? delta.tool_calls : []) {
    const named = isObject(call) && isObject(call.function) ? call.function.name : undefined
    if (typeof named === 'string' && named !== '') onDelta({ kind: 'tool-call', name: named })
  }
}
