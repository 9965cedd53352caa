import { codecs, isObject, type JsonObject, openaiResponsesStream, type Reply } from '@palimpsest/core'
import type OpenAI from 'openai'
import type { ProviderOptions } from './anthropic.ts'
import { openAiClient, windowAt } from './openai-client.ts'
import type { Asked, Delta, Provider } from './provider.ts'
import { openStream, readStream } from './read-stream.ts'
import { type Wire, whileHeard } from './while-heard.ts'

const api = 'openai-responses'

/** Models behind OpenAI's Responses API. Nothing is kept at the provider: every request carries the whole view. */
export function createOpenAiResponses({ apiKey, baseUrl, name, patience }: ProviderOptions): Provider {
  const client = openAiClient({ apiKey, ...(baseUrl !== undefined && { baseUrl }) })
  return {
    api,
    format: 'openai-responses',
    route: baseUrl === undefined ? name : `${name} ${baseUrl}`,
    ask: (asked, onDelta, signal) =>
      whileHeard({ api, patience }, signal, async (wire) => ask(await client(), asked, onDelta, wire)),
    contextTokens: (model, signal) =>
      whileHeard({ api }, signal, async (wire) => windowAt(await client(), model, wire.signal)),
  }
}

async function ask(
  client: OpenAI,
  { model, messages, tools, maxTokens }: Asked,
  onDelta: (delta: Delta) => void,
  { signal, fetch }: Wire,
): Promise<Reply> {
  const { value } = codecs['openai-responses'].encode({ messages, tools, model }, { model })
  const body = { ...(isObject(value) ? value : {}), model, max_output_tokens: maxTokens, stream: true, store: false }
  const post = () => client.withOptions({ fetch }).post('/responses', { body, signal, stream: true })
  const onEvent = (event: JsonObject) => tell(event, onDelta)
  return readStream(await openStream(post, api, signal), { api, protocol: openaiResponsesStream, onEvent, signal })
}

function tell({ type, delta, item }: JsonObject, onDelta: (delta: Delta) => void): void {
  if (type === 'response.output_text.delta' && typeof delta === 'string') onDelta({ kind: 'text', text: delta })
  if (type === 'response.output_item.added' && isObject(item) && item.type === 'function_call')
    onDelta({ kind: 'tool-call', name: String(item.name) })
}
