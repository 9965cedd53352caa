import { codecs, isList, isObject, type JsonObject, openaiChatStream, type Reply } from '@palimpsest/core'
import type OpenAI from 'openai'
import type { ProviderOptions } from './anthropic.ts'
import { openAiClient, windowAt } from './openai-client.ts'
import type { Asked, Delta, Provider } from './provider.ts'
import { openStream, readStream } from './read-stream.ts'
import { type Wire, whileHeard } from './while-heard.ts'

const api = 'openai-chat'

/** Models behind OpenAI's Chat API, and everything that speaks it: OpenRouter, Ollama, vLLM, LM Studio… */
export function createOpenAiChat({ apiKey, baseUrl, name, patience }: ProviderOptions): Provider {
  const client = openAiClient({ apiKey, ...(baseUrl !== undefined && { baseUrl }) })
  return {
    api,
    format: 'openai-chat',
    route: baseUrl === undefined ? name : `${name} ${baseUrl}`,
    ask: (asked, onDelta, signal) =>
      whileHeard({ api, patience }, signal, async (wire) => ask(await client(), asked, onDelta, wire)),
    contextTokens: (model, signal) =>
      whileHeard({ api }, signal, async (wire) => windowAt(await client(), model, wire.signal)),
  }
}

/** Models of this kind take the newer name of the output limit only; compatible servers know the older one. */
const takesNewName = /^(?:gpt-(?:[5-9]|\d\d)|o\d)/

async function ask(
  client: OpenAI,
  { model, messages, tools, maxTokens }: Asked,
  onDelta: (delta: Delta) => void,
  { signal, fetch }: Wire,
): Promise<Reply> {
  const { value } = codecs['openai-chat'].encode({ messages, tools, model }, { model })
  const limit = takesNewName.test(model) ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }
  const streamed = { stream: true, stream_options: { include_usage: true } }
  const body = { ...(isObject(value) ? value : {}), model, ...limit, ...streamed }
  const post = () => client.withOptions({ fetch }).post('/chat/completions', { body, signal, stream: true })
  const onEvent = (event: JsonObject) => tell(event, onDelta)
  return readStream(await openStream(post, api, signal), { api, protocol: openaiChatStream, onEvent, signal })
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
