import Anthropic from '@anthropic-ai/sdk'
import { anthropicStream, codecs, isObject, type JsonObject, type Reply } from '@palimpsest/core'
import type { Asked, Delta, Provider } from './provider.ts'
import { openStream, readStream } from './read-stream.ts'

export interface ProviderOptions {
  readonly apiKey: string
  readonly baseUrl?: string
  /** How the route is named where it is remembered. */
  readonly name: string
}

const api = 'anthropic'

/** Models behind Anthropic's Messages API. */
export function createAnthropic({ apiKey, baseUrl, name }: ProviderOptions): Provider {
  const client = new Anthropic({ apiKey, maxRetries: 0, ...(baseUrl !== undefined && { baseURL: baseUrl }) })
  return {
    api,
    format: 'anthropic',
    route: baseUrl === undefined ? name : `${name} ${baseUrl}`,
    ask: (asked, onDelta, signal) => ask(client, asked, onDelta, signal),
  }
}

async function ask(
  client: Anthropic,
  { model, messages, tools, maxTokens }: Asked,
  onDelta: (delta: Delta) => void,
  signal: AbortSignal,
): Promise<Reply> {
  const { value } = codecs.anthropic.encode({ messages, tools, model }, { model })
  const body = { ...(isObject(value) ? value : {}), model, max_tokens: maxTokens, stream: true }
  const events = await openStream(() => client.post('/v1/messages', { body, signal, stream: true }), api, signal)
  const onEvent = (event: JsonObject) => tell(event, onDelta)
  return readStream(events, { api, protocol: anthropicStream, onEvent, signal })
}

function tell({ type, delta, content_block: block }: JsonObject, onDelta: (delta: Delta) => void): void {
  if (type === 'content_block_start' && isObject(block) && block.type === 'tool_use')
    onDelta({ kind: 'tool-call', name: String(block.name) })
  if (type !== 'content_block_delta' || !isObject(delta)) return
  if (typeof delta.text === 'string') onDelta({ kind: 'text', text: delta.text })
  if (typeof delta.thinking === 'string') onDelta({ kind: 'thinking', text: delta.thinking })
}
